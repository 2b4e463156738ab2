export interface CallLimits {
  readonly timeoutMs?: number | undefined;
  readonly maxAttempts?: number | undefined;
}

/** The longest time that a timer can wait (31 bits); with a longer one, it would fire at once. */
const maxTimeoutMs = 2 ** 31 - 1;

/**
 * Throws a RangeError for a limit that is not in its range. NaN, from a missing setting, would end
 * every request at once, or retry for ever.
 */
export function checkLimits(
  { timeoutMs = 1, maxAttempts = 1 }: CallLimits,
  timeoutName = 'timeoutMs',
): void {
  checkTime(timeoutName, timeoutMs);
  checkCount('maxAttempts', maxAttempts);
}

export function checkTime(name: string, ms: unknown): void {
  // A text such as '5000' would be compared as a number, and added as a text.
  if (typeof ms === 'number' && ms >= 1 && ms <= maxTimeoutMs) return;
  throw new RangeError(
    `${name} is ${quoteIfText(ms)}; it must be a number of milliseconds from 1 to ${maxTimeoutMs}.`,
  );
}

export function checkCount(name: string, count: unknown): void {
  if (Number.isSafeInteger(count) && Number(count) >= 1) return;
  throw new RangeError(`${name} is ${quoteIfText(count)}; it must be a whole number from 1.`);
}

/** Distinguishes '5' from 5. */
function quoteIfText(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
