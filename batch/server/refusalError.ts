import type { RefusalCode } from './contract/shapes.js';
import {
  type RefusalWording,
  type Translated,
  translateRefusalToAll,
} from './words/language/language.js';

export interface RefusalDetails {
  readonly field?: string | undefined;
  readonly retryAfterSeconds?: number;
  /** Left out if the reason contains no values of a sheet. */
  readonly publicReason?: Translated;
}

/** The message is in English, for the log. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly code: RefusalCode;
  readonly reason: Translated;
  /** The reason without values of a sheet, for webhooks, emails and the health port. */
  readonly publicReason: Translated;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: RefusalCode,
    wording: RefusalWording | Translated,
    { field, retryAfterSeconds, publicReason }: RefusalDetails = {},
  ) {
    const reason = typeof wording === 'function' ? translateRefusalToAll(wording) : wording;
    super(reason.en);
    this.code = code;
    this.reason = reason;
    this.publicReason = publicReason ?? reason;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
