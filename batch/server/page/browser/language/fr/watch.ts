import type { watch as english } from '../en/watch.js';
import type { Translation } from '../../../../contract/languages.js';

export const watch: Translation<typeof english> = {
  none: 'Aucune évaluation en cours',
  plan: 'Préparer une évaluation',
  started: 'Lancée par {{name}}, <time/>.',
  startedBySchedule: 'Lancée par la planification, <time/>.',
  ended: 'Terminée <time/>.',
  states: {
    queued: 'En attente de son tour',
    reading: 'Lecture du tableau',
    pausing: 'Mise en pause : les requêtes en cours sont d’abord terminées',
    paused: 'En pause',
    stopped: 'Arrêtée',
    ended: 'Terminée',
    failed: 'L’exécution a échoué',
  },
  operations: {
    assess_one: 'Évaluation de {{count, number}} ligne',
    assess_other: 'Évaluation de {{count, number}} lignes',
    reassess_one: 'Réévaluation de {{count, number}} ligne',
    reassess_other: 'Réévaluation de {{count, number}} lignes',
    decide_one: 'Décision sur {{count, number}} ligne',
    decide_other: 'Décision sur {{count, number}} lignes',
  },
  progress: {
    paused: 'L’exécution reprend dès que quelqu’un clique sur « Reprendre ».',
    unplanned: 'Vous pouvez fermer cette page : l’exécution continue.',
    done: '{{done, number}} sur {{rows, number}} terminées. Vous pouvez fermer cette page : l’exécution continue.',
    awaiting_one:
      '{{done, number}} sur {{rows, number}} terminées ; {{count, number}} score est attendu du service. Vous pouvez fermer cette page : l’exécution continue.',
    awaiting_other:
      '{{done, number}} sur {{rows, number}} terminées ; {{count, number}} scores sont attendus du service. Vous pouvez fermer cette page : l’exécution continue.',
    remaining:
      '{{done, number}} sur {{rows, number}} terminées, encore {{range}}. Vous pouvez fermer cette page : l’exécution continue.',
    announced_one: 'Lignes terminées : {{done, number}} sur {{count, number}}.',
    announced_other: 'Lignes terminées : {{done, number}} sur {{count, number}}.',
  },
  bar: 'Lignes terminées',
  barValue: '{{done, number}} sur {{rows, number}} terminées',
  stillToDo: 'restant à faire',
  wholeSheet: 'Les chiffres portent sur tout le tableau.',
  finished: 'Terminées récemment',
  noneFinished: 'Les lignes apparaissent ici dès qu’elles sont terminées.',
  resume: 'Reprendre',
  pause: 'Mettre en pause',
  stop: {
    open: 'Arrêter…',
    title: 'Arrêter l’exécution ?',
    button: 'Arrêter l’exécution',
    lead: 'Les requêtes en cours sont terminées et les autres lignes ne sont pas envoyées. Relancez l’exécution plus tard pour les envoyer et pour récupérer les scores qui manquent encore.',
  },
  correct_one: 'Corriger {{count, number}} ligne',
  correct_other: 'Corriger {{count, number}} lignes',
  stopped:
    'Plus rien n’est envoyé. « Continuer » affiche le plan des lignes restantes, que vous pouvez lancer ensuite.',
  continue: 'Continuer',
  planAgain: 'Préparer à nouveau',
  results: 'Voir les résultats',
};
