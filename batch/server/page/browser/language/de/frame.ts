import type { frame as english } from '../en/frame.js';
import type { Translation } from '../../../../contract/languages.js';

export const frame: Translation<typeof english> = {
  skip: 'Zum Inhalt springen',
  role: 'Rolle: {{role}}',
  profile: 'Profil',
  signOut: 'Abmelden',
  sandboxLabel: 'Sandbox',
  sandbox: '<strong>Sandbox:</strong> Alle Risikowerte sind erfunden.',
  disconnected:
    'Die Verbindung zum Server ist unterbrochen. Die Anzeige ist möglicherweise veraltet. Die Verbindung wird wiederhergestellt …',
  embeddedSandbox: 'die eingebaute Sandbox',
  footer: 'Dienst: {{service}}. Version {{version}}.',
  navigation: 'Hauptnavigation',
  announcements: 'Meldungen',
  screens: {
    sheets: 'Tabellen',
    people: 'Compliance-Genehmigende',
    members: 'Mitglieder',
    log: 'Protokoll',
    operations: 'Betrieb',
    settings: 'Einstellungen',
  },
  loading: 'Die Seite wird geladen …',
  notFound: {
    title: 'Diese Seite gibt es nicht',
    lead: 'Die Adresse ist vielleicht falsch geschrieben, oder die Tabelle wurde gelöscht.',
    go: 'Zu den Tabellen',
  },
};
