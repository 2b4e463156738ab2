import type { terms as english } from '../en/terms.js';
import type { Translation } from '../translation.js';

export const terms: Translation<typeof english> = {
  rows_one: '{{count, number}} ligne',
  rows_other: '{{count, number}} lignes',
  statuses: {
    Scored: 'évaluées',
    Pending: 'en attente du score',
    'Not sent': 'pas encore envoyées',
    Unconfirmed: 'non confirmées',
    Rejected: 'refusées',
    Invalid: 'avec problèmes',
    Duplicate_one: 'doublon',
    Duplicate_other: 'doublons',
  },
  roles: {
    viewer: 'lecture',
    editor: 'édition',
    approver: 'approbation',
    administrator: 'administration',
  },
  roleRights: {
    viewer: 'peut consulter et télécharger',
    editor: 'peut aussi importer, corriger, lancer et vérifier',
    approver: 'peut consulter, télécharger et décider',
    administrator:
      'peut tout faire, y compris gérer les membres, les planifications et les paramètres',
  },
  stages: {
    reading: 'Lecture en cours…',
    unreadable: 'Illisible',
    match: 'Colonnes à faire correspondre',
    problems_one: '{{count, number}} ligne avec problèmes',
    problems_other: '{{count, number}} lignes avec problèmes',
    ready_one: '{{count, number}} ligne prête à évaluer',
    ready_other: '{{count, number}} lignes prêtes à évaluer',
    running: 'Évaluation en cours',
    paused: 'En pause',
    failed: 'L’exécution a échoué',
    review_one: '{{count, number}} à vérifier',
    review_other: '{{count, number}} à vérifier',
    rejected_one: '{{count, number}} ligne refusée',
    rejected_other: '{{count, number}} lignes refusées',
    notSent_one: '{{count, number}} ligne pas encore envoyée',
    notSent_other: '{{count, number}} lignes pas encore envoyées',
    pending_one: '{{count, number}} ligne en attente du score',
    pending_other: '{{count, number}} lignes en attente du score',
    assessed: 'Évalué',
  },
  dueTry: {
    paused: 'après la pause',
    free: 'dès qu’un worker et les limites le permettent',
  },
};
