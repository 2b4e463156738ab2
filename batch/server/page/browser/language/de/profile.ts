import type { profile as english } from '../en/profile.js';
import type { Translation } from '../translation.js';

export const profile: Translation<typeof english> = {
  title: 'Profil',
  lead: 'Ihre Rolle ist {{role}}: {{rights}}.',
  name: 'Name',
  saveName: 'Namen speichern',
  nameSaved: 'Ihr Name ist gespeichert.',
  language: {
    title: 'Sprache',
    label: 'Sprache der Seite',
    hint: 'Auch die Ihrer E-Mails.',
    save: 'Sprache speichern',
    saved: 'Ihre Sprache ist gespeichert.',
  },
};
