import type { RefusalCode } from './contract/shapes.js';
import { type RefusalWording, type Translated, writeRefusal } from './words/language/language.js';

export interface RefusalDetails {
  /** The field of the request that is wrong. */
  readonly field?: string | undefined;
  /** The time to wait before another try. */
  readonly retryAfterSeconds?: number;
}

/**
 * An error that refuses a request, with the reason and the remedy in each language. Its message is in English, for the
 * log.
 */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly code: RefusalCode;
  readonly reason: Translated;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: RefusalCode,
    wording: RefusalWording | Translated,
    { field, retryAfterSeconds }: RefusalDetails = {},
  ) {
    const reason = typeof wording === 'function' ? writeRefusal(wording) : wording;
    super(reason.en);
    this.code = code;
    this.reason = reason;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
