import type { people as english } from '../en/people.js';
import type { Translation } from '../../../../contract/languages.js';

export const people: Translation<typeof english> = {
  lead: 'Personen, die Bewertungen im Dienst genehmigen. Die Mitglieder dieses Servers finden Sie unter „Mitglieder“.',
  help: 'Compliance-Genehmigende',
  testOnly:
    'Compliance-Genehmigende können nur in der Testumgebung eingeladen und entfernt werden. Dieser Server nutzt eine andere Umgebung.',
  administratorsOnly:
    'Nur die Administration kann Compliance-Genehmigende einladen und Zugänge entziehen.',
  invite: {
    title: 'Compliance-Genehmigende einladen',
    about: 'Der Dienst schickt der Person eine Einladung per E-Mail.',
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail',
    staffId: 'Personal-ID',
    button: 'Einladen',
  },
  remove: {
    title: 'Zugang entziehen',
    about:
      'Danach kann sich die Person nicht mehr beim Dienst anmelden und dort nichts mehr genehmigen.',
    button: 'Zugang entziehen …',
    question: 'Den Zugang von {{person}} entziehen?',
    confirm: 'Zugang entziehen',
    consequence:
      'Diese Person kann sich dann nicht mehr beim Dienst anmelden und dort nichts mehr genehmigen.',
  },
  ended: '{{person}}: {{status}}.',
  endedWithMessage: '{{person}}: {{status}}. {{message}}',
  loading: 'Die bisherigen Aktionen werden geladen …',
  table: {
    title: 'Bisherige Aktionen',
    person: 'Person',
    action: 'Aktion',
    status: 'Status',
    by: 'Von',
  },
  actions: {
    invite: 'Einladen',
    remove: 'Zugang entziehen',
  },
  statuses: {
    Sending: 'Wird gesendet',
    Invited: 'Eingeladen',
    'Already invited': 'Bereits eingeladen',
    Removed: 'Zugang entzogen',
    'Not sent': 'Nicht gesendet',
    Unconfirmed: 'Unbestätigt',
    Rejected: 'Zurückgewiesen',
    Invalid: 'Mit Problemen',
    Duplicate: 'Doppelt',
    Interrupted: 'Unterbrochen',
  },
  settle: {
    button: '{{person}}: {{text}}',
    recorded: '{{person}}: Die Antwort ist gespeichert.',
    exists: 'Sie ist vorhanden …',
    existsTitle: 'Die Einladung ist im Dienst vorhanden',
    existsConfirm: 'Sie ist vorhanden',
    userId: 'Benutzer-ID, falls der Dienst sie anzeigt',
    missing: 'Sie ist nicht vorhanden …',
    missingTitle: 'Die Einladung ist im Dienst nicht vorhanden',
    missingConfirm: 'Nicht vorhanden: erneut senden',
    missingConsequence:
      'Die Einladung wird sofort erneut gesendet. Falls sie doch vorhanden ist, erhält die Person eine weitere E-Mail und hat möglicherweise zwei Konten.',
    anyway: 'Trotzdem einladen …',
    anywayTitle: '{{person}} noch einmal einladen?',
    anywayConfirm: 'Trotzdem einladen',
    anywayConsequence:
      'Dieselbe Personal-ID wurde schon mit einer anderen E-Mail-Adresse eingeladen: Die Person hat dann möglicherweise zwei Konten.',
  },
};
