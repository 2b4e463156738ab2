/** The name under which the runs of a schedule are started. No member can have it. */
export const scheduleName = 'the schedule';
