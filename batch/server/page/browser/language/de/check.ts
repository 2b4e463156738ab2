import type { check as english } from '../en/check.js';
import type { Translation } from '../../../../contract/languages.js';

export const check: Translation<typeof english> = {
  title: 'Probleme',
  loading: 'Die Probleme werden geladen …',
  running: 'Die Tabelle wird gerade bewertet. Beenden Sie den Durchlauf, um Werte zu korrigieren.',
  viewer: 'Nur die Rollen „Bearbeiten“ und „Administration“ dürfen Werte korrigieren.',
  head: {
    none: 'Es wurden keine Probleme gefunden.',
    someValid_one:
      '{{count, number}} Zeile hat Probleme. Korrigieren Sie sie hier. Sie können auch zuerst die anderen bewerten lassen.',
    someValid_other:
      '{{count, number}} Zeilen haben Probleme. Korrigieren Sie sie hier. Sie können auch zuerst die anderen bewerten lassen.',
    noneValid_one: '{{count, number}} Zeile hat Probleme. Korrigieren Sie sie hier.',
    noneValid_other: '{{count, number}} Zeilen haben Probleme. Korrigieren Sie sie hier.',
    unusual_one:
      '{{count, number}} Zeile enthält etwas Ungewöhnliches, kann aber so gesendet werden.',
    unusual_other:
      '{{count, number}} Zeilen enthalten etwas Ungewöhnliches, können aber so gesendet werden.',
  },
  download: 'Liste herunterladen',
  plan_one: 'Bewertung von {{count, number}} Zeile planen',
  plan_other: 'Bewertung von {{count, number}} Zeilen planen',
  planValid_one: 'Bewertung der {{count, number}} gültigen Zeile planen',
  planValid_other: 'Bewertung der {{count, number}} gültigen Zeilen planen',
  ignoreRows_one: '{{count, number}} Zeile ignorieren',
  ignoreRows_other: 'Diese {{count, number}} Zeilen ignorieren',
  showMore: 'Weitere Probleme anzeigen',
  empty: {
    all: 'Keine Probleme',
    lead: 'Jede Zeile kann so bewertet werden, wie sie ist.',
    kind: 'Keine Probleme dieser Art',
  },
  kindList: {
    label: 'Arten von Problemen',
    all: 'Alle',
    corrected: 'Korrigiert',
    ignored: 'Ignoriert',
  },
  kinds: {
    missing: 'Fehlender Wert',
    choice: 'Wert nicht in der Auswahl',
    country: 'Unbekanntes Land',
    date: 'Kein gültiges Datum',
    ambiguousDate: 'Datum mit unklarer Reihenfolge',
    endBeforeStart: 'Ende vor Beginn',
    number: 'Keine ganze Zahl',
    id: 'Unklare ID',
    cell: 'Nicht lesbare Zelle',
    incomplete: 'Unvollständige Zeile',
    duplicate: 'Identisch mit einer anderen Zeile',
    blocked: 'Wartet auf Klärung',
    refused: 'Vom Dienst zurückgewiesen',
    unusual: 'Ungewöhnlich, kann aber gesendet werden',
  },
};
