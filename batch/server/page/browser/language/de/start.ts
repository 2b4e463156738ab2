import type { start as english } from '../en/start.js';
import type { Translation } from '../../../../contract/languages.js';

export const start: Translation<typeof english> = {
  title: 'Was geschehen wird',
  duration: 'Bei der Geschwindigkeit der letzten Durchläufe dauert es {{range}}.',
  mayClose:
    'Sie können die Seite schließen: Der Durchlauf läuft weiter, und Sie können ihn jederzeit anhalten oder beenden.',
  underWay: 'Die Tabelle wird gerade bewertet.',
  watch: 'Durchlauf ansehen',
  loading: 'Der Plan wird geladen …',
  retryRejected: 'Zurückgewiesene Zeilen erneut senden ({{rows, number}})',
  viewOnly: 'Nur die Rollen „Bearbeiten“ und „Administration“ dürfen einen Durchlauf starten.',
  results: 'Zu den Ergebnissen',
  nothing: 'Nichts zu bewerten',
  fetch_one: 'Risikowerte von {{count, number}} Zeile abrufen',
  fetch_other: 'Risikowerte von {{count, number}} Zeilen abrufen',
  assess_one: '{{count, number}} Zeile bewerten',
  assess_other: '{{count, number}} Zeilen bewerten',
};
