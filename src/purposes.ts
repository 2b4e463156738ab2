export const purposes = ['Work From Anywhere', 'Hire From Anywhere'] as const;
