/** Returns the test files of the server that do not use `openTestStore`. */
export function listTestsWithoutStore(): Promise<string[]>;
