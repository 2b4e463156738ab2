import { t } from '../language/language.js';
import type { SheetStep } from './sheetPaths.js';

/** The steps that messages of the server refer to, other than by their buttons. */
const steps = ['match', 'check', 'results'] as const satisfies readonly SheetStep[];

interface TextPart {
  readonly text: string;
  /** The step that the text names; undefined for all other text. */
  readonly step: SheetStep | undefined;
}

/**
 * Splits a message at the names of steps: in English after the word "under", in the language of the page also between
 * the quotation marks of German or French. A message can be in English on any page.
 */
export function splitAtSteps(message: string): readonly TextPart[] {
  const english: string[] = steps.map((step) => t(($) => $.oneSheet.steps[step], { lng: 'en' }));
  const names: string[] = steps.map((step) => t(($) => $.oneSheet.steps[step]));
  const pattern = new RegExp(
    `(?<= under )(${english.join('|')})\\b|(?<=„|«\\s)(${names.join('|')})(?=“|\\s»)`,
  );
  // Every third part is the text between two names. The others are the name, by the group that matches it.
  return message.split(pattern).flatMap((text: string | undefined, index) => {
    if (text === undefined) return [];
    const listed = [[], english, names][index % 3] ?? [];
    return { text, step: steps[listed.indexOf(text)] };
  });
}
