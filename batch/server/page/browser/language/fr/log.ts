import type { log as english } from '../en/log.js';
import type { Translation } from '../../../../contract/languages.js';

export const log: Translation<typeof english> = {
  lead: 'Qui a fait quoi, du plus récent au plus ancien. Le contenu des lignes n’y apparaît jamais.',
  onlyAdministrators: 'Seuls les administrateurs peuvent lire le journal.',
  loading: 'Chargement du journal…',
  empty: 'Aucune action pour l’instant',
  caption: 'Actions effectuées',
  who: 'Qui',
  what: 'Quoi',
  sheet: 'Tableau',
  when: 'Quand',
  more: 'Afficher les entrées précédentes',
};
