/** Messages about the settings of a connection, by code. Nothing was sent. */
export interface SettingsMessages {
  baseUrlMissing: object;
  /** `reason` is a sentence of the core. */
  baseUrlUnusable: { readonly reason: string };
  tokenMissing: object;
  tokenFileMissing: { readonly file: string };
  /** The given file name looks like the token itself, so it must not be repeated. */
  tokenFileIsToken: object;
  tokenFileForbidden: { readonly file: string };
  tokenFileUnreadable: { readonly file: string; readonly reason: string };
  tokenFileEmpty: { readonly file: string };
  /** The token has characters that a header must not contain. Without `file`, it is from `RWA_TOKEN`. */
  tokenMalformed: { readonly file: string | undefined };
  /** A warning: other users can read the token. */
  tokenFileOpenToOthers: { readonly file: string };
  /** The variable or setting contains an invalid proxy; its value may include a password. */
  proxyUnusable: { readonly variable: string };
  /** The run needs more open files than the process may have. */
  tooFewFiles: {
    readonly concurrency: number;
    readonly needed: number;
    readonly limit: number;
    /** The highest concurrency that fits; undefined if none does. */
    readonly maxConcurrency: number | undefined;
    /** A limit that suffices. */
    readonly sufficientLimit: number;
  };
}

/** A message about the settings: a code, and the parameters to word it. */
export type SettingsMessage = {
  readonly [Code in keyof SettingsMessages]: { readonly code: Code } & SettingsMessages[Code];
}[keyof SettingsMessages];
