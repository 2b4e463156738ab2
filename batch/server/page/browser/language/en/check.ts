export const check = {} as const;
