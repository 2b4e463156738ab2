/** Where nothing may go untested: the gate, and whoever else sets `CI`. */
const skipsNothing = !['', '0', 'false', undefined].includes(process.env.CI);

/**
 * What becomes of a test that this machine cannot run: it is skipped and says why, and where `CI` is
 * set it fails. Decided here and nowhere else. `skip` is that of the test's context.
 */
export function cannotRun(skip: (why: string) => never, why: string): never {
  sayNotChecked(why);
  skip(why);
}

/** The same for scripts, which go on without what they cannot check. Throws where `CI` is set. */
export function sayNotChecked(why: string): void {
  if (skipsNothing) throw new Error(`${why} CI is set, so that nothing may be skipped.`);
  // Most reporters keep the reason of a skip to themselves.
  console.warn(`Skipped: ${why}`);
}
