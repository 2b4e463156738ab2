export const rowProblems = {} as const;
