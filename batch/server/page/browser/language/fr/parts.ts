import type { parts as english } from '../en/parts.js';
import type { Translation } from '../../../../contract/languages.js';

export const parts: Translation<typeof english> = {
  tryAgain: 'Réessayer',
  optional: '(facultatif)',
  offline: 'Le serveur est injoignable. Vérifiez qu’il fonctionne, puis réessayez.',
  serverError: 'Le serveur a répondu par une erreur ({{status}}).',
  cancel: 'Annuler',
  close: 'Fermer',
  saved: 'Enregistré.',
  titleWithPart: '{{title}} : {{part}}',
  titleWithUnseenPart: '<title/><unseen> : {{part}}</unseen>',
  help: 'Aide<unseen> : {{about}} (nouvel onglet)</unseen>',
  nameWithRole: '<name/>, rôle : {{role}}',
  restore: {
    confirm: 'J’ai vérifié le service',
    allowNewSheets: 'Autoriser les nouveaux tableaux',
  },
  secret: {
    copy: 'Copier',
    copied: 'Copié',
    done: 'Copié.',
    failed: 'Non copié. Sélectionnez le texte et copiez-le.',
  },
};
