import type { parts as english } from '../en/parts.js';
import type { Translation } from '../../../../contract/languages.js';

export const parts: Translation<typeof english> = {
  tryAgain: 'Erneut versuchen',
  optional: '(optional)',
  offline: 'Der Server ist nicht erreichbar. Prüfen Sie, ob er läuft, und versuchen Sie es erneut.',
  serverError: 'Der Server hat mit einem Fehler geantwortet ({{status}}).',
  cancel: 'Abbrechen',
  close: 'Schließen',
  saved: 'Gespeichert.',
  titleWithPart: '{{title}}: {{part}}',
  titleWithUnseenPart: '<title/><unseen>: {{part}}</unseen>',
  help: 'Hilfe<unseen>: {{about}} (neuer Tab)</unseen>',
  nameWithRole: '<name/>, Rolle: {{role}}',
  restore: {
    confirm: 'Ich habe den Dienst geprüft',
    allowNewSheets: 'Neue Tabellen freigeben',
  },
  secret: {
    copy: 'Kopieren',
    copied: 'Kopiert',
    done: 'Kopiert.',
    failed: 'Nicht kopiert. Markieren Sie den Text, und kopieren Sie ihn.',
  },
};
