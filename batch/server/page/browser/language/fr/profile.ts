import type { profile as english } from '../en/profile.js';
import type { Translation } from '../translation.js';

export const profile: Translation<typeof english> = {
  title: 'Profil',
  lead: 'Votre rôle est {{role}} : {{rights}}.',
  name: 'Nom',
  saveName: 'Enregistrer le nom',
  nameSaved: 'Votre nom est enregistré.',
  language: {
    title: 'Langue',
    label: 'Langue de la page',
    hint: 'C’est aussi celle de vos e-mails.',
    save: 'Enregistrer la langue',
    saved: 'Votre langue est enregistrée.',
  },
};
