import type { profile as english } from '../en/profile.js';
import type { Translation } from '../../../../contract/languages.js';

export const profile: Translation<typeof english> = {
  title: 'Profil',
  lead: 'Ihre Rolle: {{role}} ({{rights}}).',
  name: 'Name',
  saveName: 'Namen speichern',
  nameSaved: 'Ihr Name ist gespeichert.',
  language: {
    title: 'Sprache',
    label: 'Sprache der Seite',
    hint: 'Auch Ihre E-Mails sind in dieser Sprache.',
    save: 'Sprache speichern',
    saved: 'Ihre Sprache ist gespeichert.',
  },
  notices: {
    title: 'Ihre E-Mail-Benachrichtigungen',
    about:
      'Sie enthalten den Namen der Tabelle und die Anzahl der Zeilen, aber weder Personen noch Risikowerte.',
    mailOff:
      'Es werden noch keine gesendet: Die Administration legt den Mailserver unter „Einstellungen“ fest.',
    loading: 'Ihre Benachrichtigungen werden geladen …',
    emailHint: 'Lassen Sie das Feld leer, um keine Benachrichtigungen zu erhalten.',
    to: 'An {{email}}',
    ends: 'Ein Durchlauf ist beendet',
    endsHint: 'Auch wenn er fehlgeschlagen ist.',
    review: 'Zeilen sind zu klären',
    reviewHint:
      'Wenn am Ende eines Durchlaufs Zeilen zurückgewiesen, unbestätigt oder blockiert sind.',
    save: 'Benachrichtigungen speichern',
    saved: 'Ihre Benachrichtigungen sind gespeichert.',
  },
  noticeChoices: {
    own: 'Durchläufe, die ich gestartet oder geplant habe',
    all: 'Alle Durchläufe',
    none: 'Nie',
  },
  password: {
    title: 'Ihr Passwort',
    current: 'Aktuelles Passwort',
    currentHint: 'Lassen Sie das Feld leer, wenn Sie noch keines haben.',
    new: 'Neues Passwort',
    change: 'Passwort ändern',
    changed: 'Ihr Passwort wurde geändert.',
  },
  tokens: {
    title: 'Token für Programme',
    about:
      'Mit einem Token kann ein Programm wie n8n die API in Ihrem Namen nutzen. Mehr dazu in der <link>Beschreibung der API</link>.',
    loading: 'Ihre Token werden geladen …',
    role: 'Rolle',
    days: 'Gültig für (Tage)',
    create: 'Token erstellen',
    copy: 'Kopieren Sie dieses Token. Es wird nur einmal angezeigt.',
    used: 'zuletzt verwendet am <use/>, gültig bis <end/>',
    unused: 'nie verwendet, gültig bis <end/>',
  },
  revoke: {
    button: 'Widerrufen …',
    label: '{{name}} widerrufen …',
    title: '{{name}} widerrufen?',
    confirm: 'Token widerrufen',
    effect: 'Ein Programm, das dieses Token verwendet, verliert sofort seinen Zugriff.',
  },
};
