/**
 * The parameters of the messages about connection settings, by code. The messages appear before
 * anything is sent.
 */
export interface SettingsMessages {
  baseUrlMissing: object;
  /** `reason` is a sentence from `readBaseUrl`. */
  baseUrlUnusable: { readonly reason: string };
  tokenMissing: object;
  tokenFileMissing: { readonly file: string };
  /** The given file name looks like the token itself, so the message must not contain it. */
  tokenFileIsToken: object;
  tokenFileForbidden: { readonly file: string };
  tokenFileUnreadable: { readonly file: string; readonly reason: string };
  tokenFileEmpty: { readonly file: string };
  /**
   * The token has characters that a header must not contain. Without `file`, the token is from
   * `RWA_TOKEN`.
   */
  tokenMalformed: { readonly file: string | undefined };
  /** A warning: other users can read the token file. */
  tokenFileOpenToOthers: { readonly file: string };
  /** The variable or setting contains an invalid proxy; its value may include a password. */
  proxyUnusable: { readonly variable: string };
  /** The run needs more open files than the process may have. */
  tooFewFiles: {
    readonly concurrency: number;
    readonly needed: number;
    readonly limit: number;
    /**
     * The highest concurrency that the limit allows; undefined if the limit is too low even for one
     * request.
     */
    readonly maxConcurrency: number | undefined;
    readonly sufficientLimit: number;
  };
}

/** A message about the settings: a code, and the parameters to word it. */
export type SettingsMessage = {
  readonly [Code in keyof SettingsMessages]: { readonly code: Code } & SettingsMessages[Code];
}[keyof SettingsMessages];
