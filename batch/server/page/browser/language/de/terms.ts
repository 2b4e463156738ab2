import type { terms as english } from '../en/terms.js';
import type { Translation } from '../translation.js';

export const terms: Translation<typeof english> = {
  rows_one: '{{count, number}} Zeile',
  rows_other: '{{count, number}} Zeilen',
  statuses: {
    Scored: 'bewertet',
    Pending: 'warten auf den Risikowert',
    'Not sent': 'noch nicht gesendet',
    Unconfirmed: 'unbestätigt',
    Rejected: 'zurückgewiesen',
    Invalid: 'mit Problemen',
    Duplicate_one: 'doppelt',
    Duplicate_other: 'doppelt',
  },
  roles: {
    viewer: 'Lesen',
    editor: 'Bearbeiten',
    approver: 'Genehmigen',
    administrator: 'Administration',
  },
  roleRights: {
    viewer: 'kann ansehen und herunterladen',
    editor: 'kann auch hochladen, korrigieren, starten und Unklares klären',
    approver: 'kann ansehen, herunterladen und entscheiden',
    administrator: 'kann alles, auch Mitglieder, Zeitpläne und Einstellungen verwalten',
  },
  stages: {
    reading: 'Wird gelesen …',
    unreadable: 'Nicht lesbar',
    match: 'Spalten zuzuordnen',
    problems_one: '{{count, number}} Zeile mit Problemen',
    problems_other: '{{count, number}} Zeilen mit Problemen',
    ready_one: '{{count, number}} Zeile bereit zur Bewertung',
    ready_other: '{{count, number}} Zeilen bereit zur Bewertung',
    running: 'Wird bewertet',
    paused: 'Angehalten',
    failed: 'Der Durchlauf ist fehlgeschlagen',
    review_one: '{{count, number}} zu klären',
    review_other: '{{count, number}} zu klären',
    rejected_one: '{{count, number}} Zeile zurückgewiesen',
    rejected_other: '{{count, number}} Zeilen zurückgewiesen',
    notSent_one: '{{count, number}} Zeile noch nicht gesendet',
    notSent_other: '{{count, number}} Zeilen noch nicht gesendet',
    pending_one: '{{count, number}} Zeile wartet auf den Risikowert',
    pending_other: '{{count, number}} Zeilen warten auf den Risikowert',
    assessed: 'Bewertet',
  },
  dueTry: {
    paused: 'nach der Pause',
    free: 'sobald ein Worker frei ist und die Grenzen es erlauben',
  },
};
