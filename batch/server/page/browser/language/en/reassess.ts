export const reassess = {} as const;
