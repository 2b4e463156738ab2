export const inputHeadings: readonly string[];
