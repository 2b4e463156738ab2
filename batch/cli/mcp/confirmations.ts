import { createHash, randomBytes } from 'node:crypto';
import { CommandError } from '../output/commandError.js';

/** A person needs time to read a plan, but the sheet may change meanwhile. */
export const validMinutes = 10;

/** A further plan replaces the oldest. */
const maxWaitingPlans = 1_000;

interface WaitingPlan {
  readonly subject: string;
  /** Unix time in milliseconds. */
  readonly expiresMs: number;
}

/**
 * A token is for exactly the planned inputs, is valid for {@link validMinutes}, and can be used
 * once. Tokens are only in memory: after a restart, everything must be planned again.
 */
export class Confirmations {
  readonly #waiting = new Map<string, WaitingPlan>();

  /** `subject` is what the person confirms, as JSON data. */
  issue(subject: unknown): string {
    const [oldest] = this.#waiting.keys();
    if (oldest !== undefined && this.#waiting.size >= maxWaitingPlans) this.#waiting.delete(oldest);
    const token = randomBytes(12).toString('base64url');
    const expiresMs = Date.now() + validMinutes * 60_000;
    this.#waiting.set(token, { subject: hashJson(subject), expiresMs });
    return token;
  }

  /**
   * Throws a CommandError with the advice to call `planTool` if the token is not valid for this
   * plan.
   */
  redeem(token: string, subject: unknown, planTool: string): void {
    const plan = this.#waiting.get(token);
    this.#waiting.delete(token);
    const isValid = plan !== undefined && Date.now() < plan.expiresMs;
    if (isValid && plan.subject === hashJson(subject)) return;
    const why =
      token === ''
        ? 'There is no confirmation.'
        : isValid
          ? 'The confirmation is for another plan: the inputs or the sheet are different now.'
          : 'This confirmation is unknown, already used or expired.';
    throw new CommandError(
      `${why} Nothing was sent. Call ${planTool}, show its plan to the person, and ask whether to send it. Only after a yes, call this tool with the confirmation from that plan.`,
    );
  }
}

function hashJson(subject: unknown): string {
  return createHash('sha256').update(JSON.stringify(subject)).digest('base64');
}
