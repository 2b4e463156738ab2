import type { RunFailureWords } from '../runFailures.js';
import { askOperator } from './advice.js';

const startAgain =
  'Une fois la cause éliminée, relancez l’exécution : elle continue et n’envoie aucune ligne deux fois.';

export const runFailures: RunFailureWords = {
  workersDied: `Plusieurs workers se sont arrêtés l’un après l’autre pendant qu’ils traitaient les mêmes lignes de cette exécution. ${askOperator} de chercher la cause là où les workers fonctionnent, par exemple un manque de mémoire. ${startAgain}`,
  workFailed: `Le traitement de certaines lignes de cette exécution a échoué à plusieurs reprises. ${askOperator} de chercher la cause dans le journal des workers. ${startAgain}`,
  noWorker: `Aucun worker ne traite de lignes en ce moment ; rien n’est donc envoyé et aucun score n’est récupéré. ${askOperator} de démarrer un worker (« rwa worker »). S’il y en a un, son journal en donne la raison ; s’il termine ses lots, cliquez sur « Redonner des lots » dans « Exploitation ». L’exécution continue ensuite d’elle-même.`,
  otherWorkersGoOn: (host) =>
    `Cela concerne le worker sur ${host}, qui laisse les lignes à d’autres workers. S’il n’y en a pas d’autre, demandez à la personne qui gère ce serveur de redémarrer celui-ci avec le bon jeton et la bonne URL de base. L’exécution continue ensuite d’elle-même.`,
  databaseFailed:
    'La base de données du serveur était inaccessible, surchargée ou pleine. Quand elle fonctionne à nouveau, relancez l’exécution : elle continue et n’envoie aucune ligne deux fois.',
  unexpected: `Le serveur a rencontré une erreur inattendue. ${askOperator} d’en chercher la cause dans son journal. ${startAgain}`,
  restored:
    'Ce serveur a été restauré à partir d’une sauvegarde. L’avis sur la page du tableau indique ce qu’il faut vérifier avant de cliquer sur « Reprendre ».',
};
