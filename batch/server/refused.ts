/** A request that is refused: answered as `refusal`, with this HTTP status. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 421 | 422 | 429 | 502 | 503 | 507;
  readonly code: string;
  readonly field: string | undefined;
  /** Of too many tries: the seconds to wait, for the heading Retry-After. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: Refused['status'],
    code: string,
    message: string,
    field?: string,
    retryAfterSeconds?: number,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
