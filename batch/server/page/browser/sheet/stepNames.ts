import { languages } from '../../../contract/languages.js';
import { language } from '../language/language.js';
import { stepTitles } from '../language/stepTitles.js';
import type { SheetStep } from './sheetPaths.js';

const steps = ['match', 'check', 'results'] as const satisfies readonly SheetStep[];

const stepsByName: ReadonlyMap<string, SheetStep> = new Map(
  languages.flatMap((each) => steps.map((step) => [stepTitles[each][step], step] as const)),
);

interface TextPart {
  readonly text: string;
  readonly step: SheetStep | undefined;
}

/**
 * Recognizes names in any language after the word for "under", because a message can be in another language than the
 * page. Also recognizes names in the language of the page between German or French quotation marks.
 */
export function splitAtSteps(message: string): readonly TextPart[] {
  const [english, german, french, shown] = (['en', 'de', 'fr', language.value] as const).map(
    (each) => steps.map((step) => stepTitles[each][step]).join('|'),
  );
  const patterns = [
    `(?<= under )(?:${english})\\b`,
    `(?<=[Uu]nter „)(?:${german})(?=“)`,
    `(?<=[Dd]ans «\\s)(?:${french})(?=\\s»)`,
    `(?<=„|«\\s)(?:${shown})(?=“|\\s»)`,
  ];
  // `split` returns the names at the odd indexes.
  return message
    .split(new RegExp(`(${patterns.join('|')})`))
    .map((text, index) => ({ text, step: index % 2 === 1 ? stepsByName.get(text) : undefined }));
}
