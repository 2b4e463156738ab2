/** True where every test must run: in the gate, and wherever `CI` is set. */
const skipsNothing = !['', '0', 'false', undefined].includes(process.env.CI);

/**
 * For a test that this machine cannot run: skips it with a reason, or fails it if `CI` is set.
 * `skip` is that of the test's context.
 */
export function cannotRun(skip: (why: string) => never, why: string): never {
  sayNotChecked(why);
  skip(why);
}

/** The same for scripts, which continue without what they cannot check. Throws if `CI` is set. */
export function sayNotChecked(why: string): void {
  if (skipsNothing) throw new Error(`${why} CI is set, so that nothing may be skipped.`);
  // Most reporters do not show the reason of a skip.
  console.warn(`Skipped: ${why}`);
}
