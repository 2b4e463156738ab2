export interface SettingsMessages {
  baseUrlMissing: object;
  /** `reason` is a sentence from `readBaseUrl`. */
  baseUrlUnusable: { readonly reason: string };
  tokenMissing: object;
  tokenFileMissing: { readonly file: string };
  /** The file name looks like the token itself, so the message must not contain it. */
  tokenFileIsToken: object;
  tokenFileForbidden: { readonly file: string };
  tokenFileUnreadable: { readonly file: string; readonly reason: string };
  tokenFileEmpty: { readonly file: string };
  /** A header must not contain these characters. Without `file`, the token is from `RWA_TOKEN`. */
  tokenMalformed: { readonly file: string | undefined };
  tokenFileOpenToOthers: { readonly file: string };
  /** The value may include a password, so the message must not contain it. */
  proxyUnusable: { readonly variable: string };
  tooFewFiles: {
    readonly concurrency: number;
    readonly needed: number;
    readonly limit: number;
    /**
     * The highest concurrency that the limit allows; undefined if it is too low even for one
     * request.
     */
    readonly maxConcurrency: number | undefined;
    readonly sufficientLimit: number;
  };
}

export type SettingsMessage = {
  readonly [Code in keyof SettingsMessages]: { readonly code: Code } & SettingsMessages[Code];
}[keyof SettingsMessages];
