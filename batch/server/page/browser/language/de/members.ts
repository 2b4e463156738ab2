import type { members as english } from '../en/members.js';
import type { Translation } from '../../../../contract/languages.js';

export const members: Translation<typeof english> = {
  lead: 'Wer diese Seite nutzen kann und was die einzelnen Mitglieder dürfen.',
  onlyAdministrators: 'Nur die Administration kann Mitglieder einladen und ändern.',
  loading: 'Die Mitglieder werden geladen …',
  table: {
    member: 'Mitglied',
    role: 'Rolle',
    signsInWith: 'Anmeldung mit',
    lastSeen: 'Zuletzt aktiv',
    actions: 'Aktionen',
    you: '(Sie)',
    sessions_one: '{{count, number}} Sitzung',
    sessions_other: '{{count, number}} Sitzungen',
    roleLabel: 'Rolle von {{name}}',
    roleChanged: '{{name}} hat jetzt die Rolle „{{role}}“.',
  },
  signInWays: {
    link: 'Link',
    password: 'Passwort',
    openid: 'Firmenkonto',
  },
  signOut: {
    button: 'Überall abmelden',
    label: 'Überall abmelden: {{name}}',
    done: 'Die Sitzungen von {{name}} sind beendet.',
  },
  remove: {
    button: 'Entfernen …',
    label: '{{name}} entfernen …',
    title: '{{name}} entfernen?',
    confirm: 'Mitglied entfernen',
    effect:
      'Alle Sitzungen und Token dieser Person enden sofort. Was sie getan hat, bleibt im Protokoll.',
    done: '{{name}} wurde entfernt.',
  },
  invite: {
    title: 'Mitglied einladen',
    about:
      'Der Link funktioniert nur einmal und meldet die Person mit der Rolle an, die Sie wählen.',
    name: 'Name',
    role: 'Rolle',
    create: 'Link erstellen',
    send: 'Senden Sie der Person diesen Link. Er wird nur einmal angezeigt, funktioniert nur einmal und ist sieben Tage gültig.',
  },
  invitation: {
    facts: 'eingeladen von {{by}}, gültig bis <time/>',
    withdraw: 'Zurückziehen …',
    label: 'Einladung für {{name}} zurückziehen …',
    title: 'Einladung für {{name}} zurückziehen?',
    confirm: 'Einladung zurückziehen',
    effect: 'Der Link funktioniert ab sofort nicht mehr.',
  },
};
