/** How long and how often a call may try. */
export interface CallLimits {
  readonly timeoutMs?: number | undefined;
  readonly maxAttempts?: number | undefined;
}

/** Timers have 31 bits; a longer time would end at once. */
const longestTimeoutMs = 2 ** 31 - 1;

/**
 * Throws a RangeError for impossible limits. NaN, the usual result of a missing setting, would end
 * every request at once, or retry for ever. `timeoutName` is what the caller calls the time limit.
 */
export function checkLimits(
  { timeoutMs = 1, maxAttempts = 1 }: CallLimits,
  timeoutName = 'timeoutMs',
): void {
  if (!(timeoutMs >= 1 && timeoutMs <= longestTimeoutMs)) {
    throw new RangeError(
      `${timeoutName} is ${timeoutMs}; it must be a number of milliseconds from 1 to ${longestTimeoutMs}.`,
    );
  }
  if (!Number.isSafeInteger(maxAttempts) || maxAttempts < 1) {
    throw new RangeError(`maxAttempts is ${maxAttempts}; it must be a whole number from 1.`);
  }
}
