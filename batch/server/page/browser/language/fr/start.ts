import type { start as english } from '../en/start.js';
import type { Translation } from '../../../../contract/languages.js';

export const start: Translation<typeof english> = {
  title: 'Ce qui va se passer',
  duration: 'À la vitesse des dernières exécutions, cela prend {{range}}.',
  mayClose:
    'Vous pouvez fermer la page : l’exécution continue, et vous pouvez à tout moment la mettre en pause ou l’arrêter.',
  underWay: 'Le tableau est en cours d’évaluation.',
  watch: 'Suivre l’exécution',
  loading: 'Chargement du plan…',
  retryRejected: 'Renvoyer les lignes refusées ({{rows, number}})',
  viewOnly: 'Seuls les rôles « édition » et « administration » permettent de lancer une exécution.',
  results: 'Aller aux résultats',
  nothing: 'Rien à évaluer',
  fetch_one: 'Récupérer les scores de {{count, number}} ligne',
  fetch_other: 'Récupérer les scores de {{count, number}} lignes',
  assess_one: 'Évaluer {{count, number}} ligne',
  assess_other: 'Évaluer {{count, number}} lignes',
};
