import { normalizeText } from './spelling.js';

/**
 * Words in the form of `normalizeText`. They include TRUE and FALSE as Excel shows them in these
 * languages.
 */
const foreignWords: Readonly<Record<string, readonly string[]>> = {
  Yes: [
    'ja',
    'j',
    'oui',
    'o',
    'si',
    's',
    'sim',
    'wahr',
    'vrai',
    'verdadero',
    'waar',
    'verdadeiro',
    'vero',
  ],
  No: ['nein', 'non', 'nee', 'neen', 'nao', 'falsch', 'faux', 'falso', 'onwaar'],
  Unsure: [
    'unsicher',
    'nicht sicher',
    'unklar',
    'unbekannt',
    'weiß nicht',
    'weiss nicht',
    'incertain',
    'pas sur',
    'pas sure',
    'inconnu',
    'ne sait pas',
    'je ne sais pas',
    'inseguro',
    'no seguro',
    'no segura',
    'desconocido',
    'no se',
    'no sabe',
    'no lo se',
    'onzeker',
    'niet zeker',
    'onbekend',
    'weet niet',
    'weet ik niet',
    'incerto',
    'nao tenho certeza',
    'desconhecido',
    'nao sei',
    'nao sabe',
    'non sicuro',
    'non sono sicuro',
    'non sono sicura',
    'sconosciuto',
    'non so',
  ],
};

const meanings = new Map(
  Object.entries(foreignWords).flatMap(([meaning, all]) =>
    all.map((word) => [word, meaning] as const),
  ),
);

export function matchForeignWord(text: string, values: readonly string[]): string | undefined {
  const meaning = meanings.get(normalizeText(text));
  return meaning !== undefined && values.includes(meaning) ? meaning : undefined;
}
