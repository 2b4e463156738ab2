import type { signIn as english } from '../en/signIn.js';
import type { Translation } from '../../../../contract/languages.js';

export const signIn: Translation<typeof english> = {
  title: 'Anmeldung',
  withProvider: 'Mit {{provider}} anmelden',
  button: 'Anmelden',
  openLink: 'Öffnen Sie den Link, mit dem Sie sich anmelden.',
  aboutLinks:
    'Der Server gibt beim Start einen solchen Link aus. Wenn Sie eingeladen wurden, verwenden Sie den Link aus der Einladung. Jeder Link funktioniert nur einmal: Starten Sie danach den Server neu, oder bitten Sie die Administration um einen neuen Link.',
  name: 'Ihr Name',
  nameHint: 'Erscheint bei allem, was Sie tun, zum Beispiel bei Entscheidungen, und im Protokoll.',
  email: 'E-Mail',
  password: 'Passwort',
  passwordHint: 'Mindestens {{min}} Zeichen.',
  join: {
    titleBefore: 'Ihr Link',
    title: 'Willkommen, {{name}}',
    loading: 'Ihre Einladung wird geladen …',
    goToStart: 'Zur Startseite',
    role: 'Ihre Rolle: <role/> ({{rights}}).',
    create: 'Konto erstellen',
    signIn: 'Hier anmelden',
  },
};
