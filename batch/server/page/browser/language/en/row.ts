export const row = {} as const;
