import type { settings as english } from '../en/settings.js';
import type { Translation } from '../../../../contract/languages.js';

export const settings: Translation<typeof english> = {
  lead: 'Diese Einstellungen gelten für alle Tabellen auf diesem Server.',
  loading: 'Die Einstellungen werden geladen …',
  afterRun: {
    title: 'Nach einem Durchlauf',
    webhook: 'Webhook',
    webhookHint:
      'Wird am Ende jedes Durchlaufs mit dessen Zahlen und dem Namen der Datei aufgerufen, ohne Namen von Personen. Geeignet für Slack, n8n und andere.',
    retention: 'Aufbewahrung in Tagen',
    retentionHint:
      'Danach werden Dateien und Angaben gelöscht. Gezählt ab dem letzten Durchlauf oder Hochladen einer Tabelle, je nachdem, was später war. Risikowerte und IDs bleiben, bis die Tabelle gelöscht wird. Leer lassen, um alles zu behalten.',
    save: 'Einstellungen speichern',
    saved: 'Die Einstellungen sind gespeichert.',
  },
  readOnly: {
    title: 'Dateien und Angaben',
    about: 'Nur die Administration kann Einstellungen ändern.',
    kept: 'Sie bleiben gespeichert, bis die Tabelle gelöscht wird.',
    deleted_one:
      'Sie werden {{count, number}} Tag nach dem letzten Durchlauf oder Hochladen gelöscht.',
    deleted_other:
      'Sie werden {{count, number}} Tage nach dem letzten Durchlauf oder Hochladen gelöscht.',
  },
  mail: {
    title: 'E-Mail-Benachrichtigungen',
    about:
      'Mitglieder erhalten eine E-Mail, wenn ein Durchlauf beendet ist oder Zeilen zu klären sind, so wie sie es in ihrem Profil wählen. Die E-Mail enthält den Namen der Tabelle und die Anzahl der Zeilen, aber weder Personen noch Risikowerte.',
    loading: 'Die Angaben zum Mailserver werden geladen …',
    host: 'Mailserver',
    sender: 'Absender',
    senderHint: 'Die Adresse, von der die E-Mails kommen.',
    security: 'Verschlüsselung',
    port: 'Port',
    user: 'Benutzername',
    userHint: 'Leer bei einem Mailserver ohne Anmeldung.',
    password: 'Passwort',
    storedPasswordHint: 'Ein Passwort ist gespeichert. Leer lassen, um es zu behalten.',
    newPasswordHint: 'Es wird gespeichert und nie wieder angezeigt.',
    save: 'Mailserver speichern',
    saved: 'Der Mailserver ist gespeichert.',
    testTo: 'Testnachricht an',
    test: 'Testnachricht senden',
    turnOff: 'Ausschalten …',
    turnOffQuestion: 'E-Mail-Benachrichtigungen ausschalten?',
    turnOffConsequence:
      'Der Mailserver und sein Passwort werden gelöscht, und wartende E-Mails werden nicht gesendet.',
    turnOffConfirm: 'Ausschalten',
    turnedOff: 'Es werden keine E-Mails mehr gesendet.',
  },
  mailSecurities: {
    starttls: 'STARTTLS (üblich)',
    tls: 'TLS',
    none: 'Keine (nur auf diesem Rechner)',
  },
  check: {
    title: 'Verbindung prüfen',
    about:
      'Prüft den Dienst mit seinem Token, das Netzwerk, die Uhr, die Festplatte und die Datenbank dieses Servers. Ändert nichts: Der Dienst wird nur nach der neuesten Bewertung dieses Servers gefragt und nach einer Bewertung und einer Person, die es nicht gibt.',
    button: 'Jetzt prüfen',
    noProblem: 'Es wurde kein Problem gefunden.',
    problems_one: '{{count, number}} Punkt unten erfordert Ihre Aufmerksamkeit.',
    problems_other: '{{count, number}} Punkte unten erfordern Ihre Aufmerksamkeit.',
    finding: '<check/>: <state/>',
  },
  checkStates: {
    ok: 'OK',
    warning: 'Warnung',
    problem: 'Problem',
    away: 'Zurzeit nicht verfügbar',
    inUse: 'In Benutzung',
    unknown: 'Nicht geprüft',
  },
};
