/** True if `CI` is set, and not to 0 or false: every test must run then. */
export const skipsNothing = !['', '0', 'false', undefined].includes(process.env.CI);

/**
 * Skips a test that this machine cannot run, with a reason. Fails it if `CI` is set. `skip` comes from the
 * context of the test.
 */
export function cannotRun(skip: (why: string) => never, why: string): never {
  reportSkippedCheck(why);
  skip(why);
}

/** Reports a check that is skipped. Throws if `CI` is set. */
export function reportSkippedCheck(why: string): void {
  if (skipsNothing) throw new Error(`${why} CI is set, so that nothing may be skipped.`);
  // Most reporters do not show the reason for a skip.
  console.warn(`Skipped: ${why}`);
}
