/** The name under which the runs of a schedule are started. Members cannot choose it for themselves. */
export const scheduleName = 'the schedule';
