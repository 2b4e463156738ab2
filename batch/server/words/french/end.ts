import type { EndedRun } from '../languagePack.js';
import { runAgain, answerWhetherItExists } from './advice.js';
import { choose, countRows, formatNumber } from './phrases.js';

export function describeEnd({ unconfirmed, waiting, notSent, isOfRound }: EndedRun): string[] {
  // After a round, "Assess" would be wrong: it also sends the rows that were never assessed.
  const fetchAdvice = isOfRound
    ? 'Pour les obtenir plus tard, ouvrez « Réévaluation », saisissez les numéros de ces lignes dans « Seulement ces lignes » et lancez l’exécution.'
    : `Pour les obtenir plus tard, ${runAgain}.`;
  return [
    ...(unconfirmed === 0
      ? []
      : [
          choose(
            unconfirmed,
            `1 ligne a été envoyée sans réponse exploitable : ${answerWhetherItExists}.`,
            `${countRows(unconfirmed)} ont été envoyées sans réponse exploitable. Ouvrez « À vérifier » dans « Résultats » et indiquez pour chacune si l’évaluation existe.`,
          ),
        ]),
    ...(waiting === 0
      ? []
      : [
          choose(
            waiting,
            `Les résultats de 1 ligne ne sont pas encore prêts. ${fetchAdvice}`,
            `Les résultats de ${formatNumber(waiting)} lignes ne sont pas encore prêts. ${fetchAdvice}`,
          ),
        ]),
    ...(notSent === 0
      ? []
      : [
          choose(
            notSent,
            '1 ligne n’a pas été envoyée ; son message en indique la raison.',
            `${countRows(notSent)} n’ont pas été envoyées ; le message de chacune en indique la raison.`,
          ),
        ]),
  ];
}
