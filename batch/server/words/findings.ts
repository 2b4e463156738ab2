import type { Finding } from '../../doctor/finding.js';
import type { ServiceMessages } from '../../engine/run/runMessages.js';
import {
  createFindingWords as createEnglishWords,
  type FindingWords,
  type WordedFinding,
  wordFindingWith,
} from '../../wording/findings.js';
import type { Language } from '../contract/languages.js';
import { createFindingWords as createFrenchWords } from './french/findings.js';
import { createFindingWords as createGermanWords } from './german/findings.js';
import { wordsIn } from './wording.js';

const wordsByLanguage: Readonly<Record<Language, FindingWords>> = {
  en: createEnglishWords({
    serviceUnusable: wordServiceIn('en'),
    afterChange: ' Then restart the server.',
  }),
  de: createGermanWords(wordServiceIn('de')),
  fr: createFrenchWords(wordServiceIn('fr')),
};

export function wordFinding(finding: Finding, language: Language): WordedFinding {
  return wordFindingWith(wordsByLanguage[language], finding);
}

function wordServiceIn(
  language: Language,
): (message: ServiceMessages['serviceUnusable']) => string {
  const { inWords } = wordsIn(language);
  return ({ service, failure }) => inWords({ code: 'serviceUnusable', service, failure });
}
