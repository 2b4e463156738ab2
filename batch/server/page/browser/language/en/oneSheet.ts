export const oneSheet = {} as const;
