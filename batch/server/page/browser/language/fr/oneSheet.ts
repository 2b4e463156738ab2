import type { oneSheet as english } from '../en/oneSheet.js';
import type { Translation } from '../../../../contract/languages.js';
import { stepTitles } from '../stepTitles.js';

export const oneSheet: Translation<typeof english> = {
  title: 'Tableau',
  loading: 'Chargement du tableau…',
  loadingRows: 'Chargement des lignes : le fichier est en cours de lecture…',
  unknown: 'Ce tableau n’existe pas',
  unknownLead: 'Il n’a jamais existé, ou il a été supprimé.',
  unknownStep: 'Cette étape n’existe pas',
  deleted: 'Ce tableau a été supprimé',
  deletedData:
    'Le fichier et ses données ont été supprimés (<time/>), comme prévu dans « Paramètres ». Les scores et les identifiants sont toujours là.',
  unconfirmed_one:
    '{{count, number}} ligne a été envoyée, et personne ne sait si son évaluation existe. Répondez à cette question dans « Résultats ».',
  unconfirmed_other:
    '{{count, number}} lignes ont été envoyées, et personne ne sait si leurs évaluations existent. Répondez à cette question dans « Résultats ».',
  runEnded: 'L’exécution est terminée.',
  runFailed: 'L’exécution a échoué.',
  stepList: 'Étapes de ce tableau',
  done: '(terminé)',
  steps: stepTitles.fr,
  figures: {
    noProblems: 'aucun problème',
    noProblemsCorrected: 'aucun problème, corrections : {{corrected, number}}',
    problemsCorrected_one:
      '{{count, number}} ligne avec problèmes, corrections : {{corrected, number}}',
    problemsCorrected_other:
      '{{count, number}} lignes avec problèmes, corrections : {{corrected, number}}',
    starting: 'démarrage',
    progress: '{{done, number}} sur {{rows, number}}',
    allSent: 'toutes envoyées',
    notSent_one: '{{count, number}} pas encore envoyée',
    notSent_other: '{{count, number}} pas encore envoyées',
    scored_one: '{{count, number}} évaluée',
    scored_other: '{{count, number}} évaluées',
    notPlanned: 'non planifiée',
  },
  facts: {
    worksheet: 'Feuille « {{worksheet}} ».',
    rows_one: '{{count, number}} ligne.',
    rows_other: '{{count, number}} lignes.',
    counts: '{{counts}}.',
    uploaded: 'Importé par {{name}}, <time/>.',
  },
  deleteSheet: {
    open: 'Supprimer…',
    title: 'Supprimer {{name}} ?',
    button: 'Supprimer le tableau',
    consequences:
      'Le fichier, ses lignes et les décisions sont supprimés ici. Une décision reste si un autre tableau affiche la même évaluation. Les évaluations déjà créées restent dans le service. Une trace de ce qui a été envoyé reste ici, avec les identifiants et les scores mais sans les noms ni les données, pour que rien ne soit envoyé deux fois.',
    done: '{{name}} a été supprimé.',
  },
};
