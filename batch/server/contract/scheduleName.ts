/** The name under which a schedule starts runs. Members cannot choose this name. */
export const scheduleName = 'the schedule';
