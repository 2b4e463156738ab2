import type { RefusalCode } from './contract/shapes.js';

export interface RefusalDetails {
  /** The field of the request that is wrong. */
  readonly field?: string | undefined;
  /** The time to wait before another try. */
  readonly retryAfterSeconds?: number;
}

/** An error that refuses a request, with the reason and the remedy as its message. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly code: RefusalCode;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: RefusalCode,
    message: string,
    { field, retryAfterSeconds }: RefusalDetails = {},
  ) {
    super(message);
    this.code = code;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
