import { afterEach, expect, test } from 'vitest';
import type { Language } from '../../../../batch/server/contract/languages.js';
import { laterTexts } from '../../../../batch/server/page/browser/language/en/later.js';
import {
  addLaterTexts,
  language,
  loadLanguage,
} from '../../../../batch/server/page/browser/language/language.js';
import { splitAtSteps } from '../../../../batch/server/page/browser/sheet/stepNames.js';

addLaterTexts(laterTexts);

afterEach(() => {
  language.value = 'en';
});

/** Returns the links in a message, each as the shown name and the step to which the link leads. */
function listLinks(message: string): string {
  const links = splitAtSteps(message).filter(({ step }) => step !== undefined);
  return links.map(({ text, step }) => `${text}: ${step}`).join(', ');
}

const english = 'Correct the row under Check, or open it under Results. Check "Match" first.';

test.each<[Language, string, string]>([
  ['en', english, 'Check: check, Results: results'],
  ['de', english, 'Check: check, Results: results'],
  [
    'en',
    'Korrigieren Sie die Zeile unter „Prüfen“. Unter „Zuordnen“ fehlt „Ergebnisse“.',
    'Prüfen: check, Zuordnen: match',
  ],
  [
    'de',
    'Corrigez la ligne dans «\u00A0Vérification\u00A0», puis ouvrez « À vérifier » dans « Résultats ».',
    'Vérification: check, Résultats: results',
  ],
  ['en', 'Columns A („Ergebnisse“) and B (“Check”) look alike.', ''],
  [
    'de',
    'Wählen Sie unter „Zuordnen“ eine Spalte. Prüfen Sie „Ergebnisse 2026“ und öffnen Sie „Ergebnisse“.',
    'Zuordnen: match, Ergebnisse: results',
  ],
  [
    'fr',
    'Corrigez la ligne dans « Vérification », puis dans « Correspondance ». Résultats : aucun.',
    'Vérification: check, Correspondance: match',
  ],
])(
  'on a page in "%s", only the names of steps in a message become links',
  async (chosen, message, links) => {
    await loadLanguage(chosen);
    language.value = chosen;
    expect(listLinks(message)).toBe(links);
    const texts = splitAtSteps(message).map(({ text }) => text);
    expect(texts.join('')).toBe(message);
  },
);
