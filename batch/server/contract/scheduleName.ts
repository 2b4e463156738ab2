/** Members cannot choose this name. */
export const scheduleName = 'the schedule';
