// The titles of all languages are in one file, because a message can be in another language than the page.
import type { Language } from '../../../contract/languages.js';

export const stepTitles = {
  en: {
    match: 'Match',
    check: 'Check',
    assess: 'Assess',
    results: 'Results',
    reassess: 'Reassess',
  },
  de: {
    match: 'Zuordnen',
    check: 'Prüfen',
    assess: 'Bewerten',
    results: 'Ergebnisse',
    reassess: 'Neu bewerten',
  },
  fr: {
    match: 'Correspondance',
    check: 'Vérification',
    assess: 'Évaluation',
    results: 'Résultats',
    reassess: 'Réévaluation',
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, string>>>>;
