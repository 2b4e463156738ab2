/** Returns the test files of the server that do not open a store by `openTestStore`. */
export function listTestsWithoutStore(): Promise<string[]>;
