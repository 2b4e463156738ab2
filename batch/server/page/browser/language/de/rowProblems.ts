import type { rowProblems as english } from '../en/rowProblems.js';
import type { Translation } from '../../../../contract/languages.js';

export const rowProblems: Translation<typeof english> = {
  row: 'Zeile {{row}}',
  empty: '(leer)',
  loadingRow: 'Die Zeile wird geladen …',
  loadingRows: 'Die Zeilen werden geladen …',
  showRow: 'Zeile anzeigen',
  showRows_one: '{{count, number}} Zeile anzeigen',
  showRows_other: 'Alle {{count, number}} Zeilen anzeigen',
  showMoreRows: 'Weitere Zeilen anzeigen',
  place: {
    one: '{{facts}}',
    oneValue: '{{facts}}: „<value/>“',
    alike_one: '{{facts}}; {{count, number}} weitere Zeile mit demselben Wert',
    alike_other: '{{facts}}; {{count, number}} weitere Zeilen mit demselben Wert',
    alikeValue_one: '{{facts}}: „<value/>“; {{count, number}} weitere Zeile mit demselben Wert',
    alikeValue_other: '{{facts}}: „<value/>“; {{count, number}} weitere Zeilen mit demselben Wert',
    allRows: '{{field}}, in {{rows, number}} Zeilen: {{list}} und {{last}}',
    allRowsValue: '{{field}}: „<value/>“, in {{rows, number}} Zeilen: {{list}} und {{last}}',
    someRows_one: '{{field}}, in {{rows, number}} Zeilen: {{list}} und {{count, number}} weitere',
    someRows_other: '{{field}}, in {{rows, number}} Zeilen: {{list}} und {{count, number}} weitere',
    someRowsValue_one:
      '{{field}}: „<value/>“, in {{rows, number}} Zeilen: {{list}} und {{count, number}} weitere',
    someRowsValue_other:
      '{{field}}: „<value/>“, in {{rows, number}} Zeilen: {{list}} und {{count, number}} weitere',
  },
  fieldValue: '{{field}} „{{value}}“',
  emptyField: '{{field}} (leer)',
  insteadOf: 'Statt {{value}}',
  buttonFor: '{{button}}: {{value}}',
  useForAll_one: 'Für {{count, number}} Zeile verwenden',
  useForAll_other: 'Für alle {{count, number}} Zeilen verwenden',
  useFor_one: 'Für {{count, number}} Zeile verwenden',
  useFor_other: 'Für {{count, number}} Zeilen verwenden',
  unchanged_one:
    '{{count, number}} Zeile mit diesem Wert wurde schon gesendet und bleibt unverändert.',
  unchanged_other:
    '{{count, number}} Zeilen mit diesem Wert wurden schon gesendet und bleiben unverändert.',
  input: 'Angabe',
  inputValue: '{{field}}: {{value}}',
  correct: 'Korrigieren',
  correctInput: 'Eine Angabe korrigieren …',
  correctInputOf: 'Eine Angabe korrigieren: {{who}} …',
  correctFieldOf: '{{field}} korrigieren: {{who}}',
  fieldOf: '{{field}}: {{who}}',
  corrected: {
    row: 'Korrigiert: {{value}} in Zeile {{row}}.',
    rows_one: 'Korrigiert: {{value}} in {{count, number}} Zeile.',
    rows_other: 'Korrigiert: {{value}} in {{count, number}} Zeilen.',
  },
  ignored: {
    row: 'Zeile {{row}} wird ignoriert.',
    rows_one: '{{count, number}} Zeile wird ignoriert.',
    rows_other: '{{count, number}} Zeilen werden ignoriert.',
  },
  by: 'Von',
  undo: 'Rückgängig machen',
  corrections: {
    title: 'Korrekturen',
    empty: 'Es wurde nichts korrigiert',
    emptyLead:
      'Korrekturen werden an den Dienst gesendet. Die Zellen in Ihrer Tabelle bleiben unverändert.',
    field: 'Angabe',
    inSheet: 'In der Tabelle',
    sentInstead: 'Stattdessen gesendet',
    where: 'Wo',
    undo: '{{to}} statt {{value}} rückgängig machen',
    sent_one:
      '{{count, number}} Zeile wurde so gesendet: „Rückgängig machen“ entfernt ihre Risikowerte.',
    sent_other:
      '{{count, number}} Zeilen wurden so gesendet: „Rückgängig machen“ entfernt ihre Risikowerte.',
  },
  ignoredRows: {
    title: 'Ignorierte Zeilen',
    empty: 'Keine Zeile wird ignoriert',
    row: 'Zeile',
    inSheet: 'In der Tabelle',
    undo: 'Zeile {{row}} nicht mehr ignorieren',
  },
};
