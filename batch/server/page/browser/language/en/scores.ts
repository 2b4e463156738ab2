export const scores = {} as const;
