import type { frame as english } from '../en/frame.js';
import type { Translation } from '../../../../contract/languages.js';

export const frame: Translation<typeof english> = {
  skip: 'Aller au contenu',
  role: 'Rôle : {{role}}',
  profile: 'Profil',
  signOut: 'Se déconnecter',
  sandboxLabel: 'Bac à sable',
  sandbox: '<strong>Bac à sable :</strong> tous les scores sont fictifs.',
  disconnected:
    'La connexion au serveur est interrompue. Ce que vous voyez n’est peut-être plus à jour. Reconnexion en cours…',
  embeddedSandbox: 'le bac à sable intégré',
  footer: 'Service : {{service}}. Version {{version}}.',
  navigation: 'Navigation principale',
  announcements: 'Annonces',
  screens: {
    sheets: 'Tableaux',
    people: 'Approbateurs conformité',
    members: 'Membres',
    log: 'Journal',
    operations: 'Exploitation',
    settings: 'Paramètres',
  },
  loading: 'Chargement de la page…',
  notFound: {
    title: 'Cette page n’existe pas',
    lead: 'L’adresse est peut-être mal saisie, ou le tableau a été supprimé.',
    go: 'Aller aux tableaux',
  },
};
