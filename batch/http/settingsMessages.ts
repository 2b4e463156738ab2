/** Messages about the settings of a connection, by code. Nothing was sent. */
export interface SettingsMessages {
  baseUrlMissing: object;
  /** Why, in the core's words. */
  baseUrlUnusable: { readonly reason: string };
  tokenMissing: object;
  tokenFileMissing: { readonly file: string };
  /** What was given as the file looks like the token itself, so it is not repeated. */
  tokenFileIsToken: object;
  tokenFileForbidden: { readonly file: string };
  tokenFileUnreadable: { readonly file: string; readonly reason: string };
  tokenFileEmpty: { readonly file: string };
  /** It has other characters than a header may contain; without a file, the variable has. */
  tokenMalformed: { readonly file: string | undefined };
  /** A warning. */
  tokenFileOpenToOthers: { readonly file: string };
  /** The variable names a proxy that cannot be used; its value may include a password. */
  proxyUnusable: { readonly variable: string };
  /** A run would need more open files than the process may have. */
  tooFewFiles: {
    readonly concurrency: number;
    readonly needed: number;
    readonly limit: number;
    /** The highest concurrency that fits; undefined if none does. */
    readonly most: number | undefined;
    /** A limit that suffices. */
    readonly enough: number;
  };
}

/** A message about the settings: a code, and the parameters to word it. */
export type SettingsMessage = {
  readonly [Code in keyof SettingsMessages]: { readonly code: Code } & SettingsMessages[Code];
}[keyof SettingsMessages];
