import type { DueRoundWords } from '../dueRounds.js';
import { askOperator } from './advice.js';
import { choose, countRows, formatNumber } from './phrases.js';

export const dueRounds: DueRoundWords = {
  notBegun: (reason) => `La campagne planifiée n’a pas commencé. ${reason}`,
  wasStopped: 'Quelqu’un a arrêté l’exécution des nouvelles lignes qui la précède.',
  tooManyNewRows: (rows, most, round) =>
    `${countRows(rows)} ${choose(rows, 'serait évaluée', 'seraient évaluées')} pour la première fois, mais la planification en autorise ${formatNumber(most)} au plus. Vérifiez le tableau. Lancez ensuite vous-même cette campagne dans « Réévaluer », avec les jours de la planification et ${round} comme nom de la campagne, puis l’évaluation des nouvelles lignes.`,
  failed: `Le serveur a rencontré une erreur inattendue. ${askOperator} d’en chercher la cause dans la sortie du serveur.`,
  nothingDue: (olderThanDays) =>
    olderThanDays === 0
      ? 'La campagne planifiée n’a trouvé aucune évaluation à refaire.'
      : `La campagne planifiée n’a trouvé aucune évaluation de plus de ${formatNumber(olderThanDays)} ${choose(olderThanDays, 'jour', 'jours')}.`,
};
