export const match = {} as const;
