import type { watch as english } from '../en/watch.js';
import type { Translation } from '../../../../contract/languages.js';

export const watch: Translation<typeof english> = {
  none: 'Es wird nichts bewertet',
  plan: 'Bewertung planen',
  started: 'Gestartet von {{name}}, <time/>.',
  startedBySchedule: 'Vom Zeitplan gestartet, <time/>.',
  ended: 'Ende: <time/>.',
  states: {
    queued: 'Wartet auf den Start',
    reading: 'Die Tabelle wird gelesen',
    pausing: 'Wird angehalten: Laufende Anfragen werden abgeschlossen',
    paused: 'Angehalten',
    stopped: 'Vorzeitig beendet',
    ended: 'Abgeschlossen',
    failed: 'Der Durchlauf ist fehlgeschlagen',
  },
  operations: {
    assess_one: '{{count, number}} Zeile wird bewertet',
    assess_other: '{{count, number}} Zeilen werden bewertet',
    reassess_one: '{{count, number}} Zeile wird neu bewertet',
    reassess_other: '{{count, number}} Zeilen werden neu bewertet',
    decide_one: 'Die Entscheidung zu {{count, number}} Zeile wird erfasst',
    decide_other: 'Die Entscheidungen zu {{count, number}} Zeilen werden erfasst',
  },
  progress: {
    paused: 'Es geht weiter, sobald jemand auf „Fortsetzen“ klickt.',
    unplanned: 'Sie können diese Seite schließen: Der Durchlauf läuft weiter.',
    done: '{{done, number}} von {{rows, number}} erledigt. Sie können diese Seite schließen: Der Durchlauf läuft weiter.',
    awaiting_one:
      '{{done, number}} von {{rows, number}} erledigt; {{count, number}} Risikowert wird noch vom Dienst erwartet. Sie können diese Seite schließen: Der Durchlauf läuft weiter.',
    awaiting_other:
      '{{done, number}} von {{rows, number}} erledigt; {{count, number}} Risikowerte werden noch vom Dienst erwartet. Sie können diese Seite schließen: Der Durchlauf läuft weiter.',
    remaining:
      '{{done, number}} von {{rows, number}} erledigt, noch {{range}}. Sie können diese Seite schließen: Der Durchlauf läuft weiter.',
    announced_one: 'Erledigte Zeilen: {{done, number}} von {{count, number}}.',
    announced_other: 'Erledigte Zeilen: {{done, number}} von {{count, number}}.',
  },
  bar: 'Abgeschlossene Zeilen',
  barValue: '{{done, number}} von {{rows, number}} erledigt',
  stillToDo: 'noch zu erledigen',
  wholeSheet: 'Die Zahlen gelten für die ganze Tabelle.',
  finished: 'Zuletzt abgeschlossen',
  noneFinished: 'Hier erscheinen Zeilen, sobald sie abgeschlossen sind.',
  resume: 'Fortsetzen',
  pause: 'Anhalten',
  stop: {
    open: 'Beenden …',
    title: 'Durchlauf beenden?',
    button: 'Durchlauf beenden',
    lead: 'Laufende Anfragen werden abgeschlossen, die anderen Zeilen nicht gesendet. Starten Sie später erneut, um sie zu senden und noch fehlende Werte abzurufen.',
  },
  correct_one: '{{count, number}} Zeile korrigieren',
  correct_other: '{{count, number}} Zeilen korrigieren',
  stopped:
    'Es wird nichts mehr gesendet. „Weiter“ zeigt den Plan für die übrigen Zeilen, den Sie dort starten können.',
  continue: 'Weiter',
  planAgain: 'Erneut planen',
  results: 'Ergebnisse ansehen',
};
