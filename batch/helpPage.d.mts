/** A section of the help, in Markdown. */
export interface HelpSection {
  /** The anchor, which is the same in all languages. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

export const helpLanguages: readonly string[];
export function readHelpSections(language: string): Promise<readonly HelpSection[]>;
export function createHelpPage(language: string, style: string): Promise<string>;
