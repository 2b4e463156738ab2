export interface ReadingFailureWords {
  /** The file needs more memory than the server gives to one sheet. */
  readonly tooLarge: string;
  /** The log contains the error. */
  readonly unexpected: string;
}

export const readingFailures: ReadingFailureWords = {
  tooLarge:
    'The file could not be read: it needs more memory than the server gives to one sheet. Delete what is not needed in it, or divide its rows into several files, and upload it again.',
  unexpected:
    'The file could not be read, as something went wrong in the server. Upload it again. If that does not help, ask the person who runs this server to look at its output and its disk.',
};
