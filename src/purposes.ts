/** The purposes of an assessment; they decide which other inputs apply. */
export const purposes = ['Work From Anywhere', 'Hire From Anywhere'] as const;
