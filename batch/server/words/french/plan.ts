import { toSentence } from '../../../../src/toSentence.js';
import { sanitize } from '../../../../src/sanitized.js';
import type { Plan, RoundPlan } from '../../../engine/run/events.js';
import { formatUtcMinute } from '../../../../src/formatUtcMinute.js';
import { capitalize } from '../../../wording/words.js';
import type { LikelyRejections, RowsElsewhere } from '../languagePack.js';
import { choose, countRows, formatNumber, listRows } from './phrases.js';

export function describePlan(plan: Plan, elsewhere: RowsElsewhere, isNamed: boolean): string[] {
  const { rowsToDo, rejectedToSend = 0, counts, round } = plan;
  const rowsToSend = plan.rowsToSend - elsewhere.assessed - elsewhere.unanswered;
  const isReassessment = plan.command === 'reassess';
  return [
    ...(rowsToDo === 0 ? ['Il n’y a rien à envoyer.'] : []),
    ...(isReassessment
      ? describeRows(rowsToSend, 'sera réévaluée.', 'seront réévaluées.')
      : describeRows(
          rowsToSend,
          'sera envoyée pour être évaluée.',
          'seront envoyées pour être évaluées.',
        )),
    ...describeRows(rejectedToSend, 'a déjà été refusée.', 'ont déjà été refusées.').map(
      (text) => `Parmi elles, ${text}`,
    ),
    ...describeRows(
      rowsToDo - plan.rowsToSend,
      'a déjà été envoyée : seuls les résultats seront récupérés.',
      'ont déjà été envoyées : seuls les résultats seront récupérés.',
    ),
    ...describeRows(
      elsewhere.assessed,
      'a déjà été évaluée depuis un autre tableau : seuls les résultats seront récupérés.',
      'ont déjà été évaluées depuis un autre tableau : seuls les résultats seront récupérés.',
    ),
    ...describeRows(
      elsewhere.unanswered,
      'a été envoyée depuis un autre tableau, jusqu’ici sans réponse, et ne sera pas renvoyée.',
      'ont été envoyées depuis un autre tableau, jusqu’ici sans réponse, et ne seront pas renvoyées.',
    ),
    ...describeHidden(plan),
    ...describeRows(
      counts.Duplicate,
      'est un doublon d’une autre ligne et ne sera pas envoyée.',
      'sont des doublons d’autres lignes et ne seront pas envoyées.',
    ),
    ...describeRows(
      counts.Invalid,
      'a un problème et ne sera pas envoyée.',
      'ont des problèmes et ne seront pas envoyées.',
    ),
    ...describeRows(
      counts.Rejected - rejectedToSend,
      'a été refusée par le service et ne sera pas renvoyée.',
      'ont été refusées par le service et ne seront pas renvoyées.',
    ),
    ...describeRows(
      counts.Unconfirmed,
      'a été envoyée, et personne ne sait si son évaluation existe. Elle ne sera pas renvoyée tant que personne n’a répondu à cette question dans « Résultats ».',
      'ont été envoyées, et personne ne sait si leurs évaluations existent. Elles ne seront pas renvoyées tant que personne n’a répondu à cette question dans « Résultats ».',
    ),
    ...(isReassessment
      ? []
      : describeRows(counts.Scored ?? 0, 'est déjà évaluée.', 'sont déjà évaluées.')),
    ...(round === undefined ? [] : describeRound(round, rowsToDo > 0)),
    ...(rowsToDo > 0 || isNamed || round === undefined ? [] : describeNextRound(round)),
  ];
}

function describeHidden({ hidden }: Plan): string[] {
  if (hidden === undefined) return [];
  return [
    ...describeRows(
      hidden.new,
      'masquée dans le tableau sera aussi envoyée.',
      'masquées dans le tableau seront aussi envoyées.',
    ),
    ...describeRows(
      hidden.skipped,
      'masquée dans le tableau sera laissée de côté.',
      'masquées dans le tableau seront laissées de côté.',
    ),
  ];
}

const skipReasons: Readonly<
  Partial<Record<keyof RoundPlan['unselected'], readonly [one: string, other: string]>>
> = {
  done: ['déjà évaluée dans cette campagne', 'déjà évaluées dans cette campagne'],
  recent: ['évaluée trop récemment', 'évaluées trop récemment'],
  unchanged: ['aux données inchangées', 'aux données inchangées'],
  unknown: [
    'dont les dernières données ne sont pas connues',
    'dont les dernières données ne sont pas connues',
  ],
};

function describeRound(round: RoundPlan, hasRowsToDo: boolean): string[] {
  const { inFuture, unselected } = round;
  const skippedRows = Object.entries(skipReasons).flatMap(([reason, [one, other]]) => {
    const rows = unselected[reason as keyof RoundPlan['unselected']];
    return rows === 0 ? [] : [`${formatNumber(rows)} ${choose(rows, one, other)}`];
  });
  return [
    ...describeTimes(round, hasRowsToDo),
    ...(inFuture === undefined
      ? []
      : [
          `Une heure de cette campagne (${formatUtcMinute(inFuture)}) est dans le futur : l’horloge du serveur est fausse maintenant, ou l’était alors. Tant que ce jour n’est pas passé, aucune nouvelle campagne ne commence.`,
        ]),
    ...(skippedRows.length === 0 ? [] : [`Laissées de côté : ${skippedRows.join(', ')}.`]),
  ];
}

function describeTimes(
  { number, begunAt, endedAt, selected }: RoundPlan,
  hasRowsToDo: boolean,
): string[] {
  if (begunAt === undefined) return hasRowsToDo ? [`La campagne ${number} commence.`] : [];
  if (endedAt === undefined) {
    return [`La campagne ${number} continue ; début : ${formatUtcMinute(begunAt)}.`];
  }
  return [
    selected > 0
      ? `La campagne ${number} (fin : ${formatUtcMinute(endedAt)}) continue avec ${countRows(selected)} qui n’y ${choose(selected, 'a pas encore été évaluée', 'ont pas encore été évaluées')}.`
      : `La campagne ${number} est terminée ; fin : ${formatUtcMinute(endedAt)}.`,
  ];
}

/** Without a name, an ended round is planned again only on the day on which it ended. */
function describeNextRound({ endedAt, inFuture, unselected: { done } }: RoundPlan): string[] {
  if (endedAt === undefined || inFuture !== undefined || done === 0) return [];
  return [
    'Vous pouvez commencer la prochaine campagne demain, ou aujourd’hui avec « En commencer une nouvelle » dans « Campagne ».',
  ];
}

function describeRows(rows: number, one: string, other: string): string[] {
  return rows <= 0 ? [] : [`${countRows(rows)} ${choose(rows, one, other)}`];
}

export function describeDecidedRows(rows: number): string[] {
  if (rows === 0) return [];
  return [
    choose(
      rows,
      '1 ligne a une décision, qui reste liée à son évaluation actuelle. Il lui en faudra une nouvelle après cette campagne.',
      `${countRows(rows)} ont une décision, qui reste liée à leur évaluation actuelle. Il leur en faudra une nouvelle après cette campagne.`,
    ),
  ];
}

export function describeLikelyRejections({ rows, values, more }: LikelyRejections): string[] {
  if (rows === 0) return [];
  return [
    choose(
      rows,
      '1 ligne a une valeur que le service refusera probablement. Elle sera envoyée telle quelle, sauf si vous la corrigez d’abord dans « Vérification ».',
      `${countRows(rows)} ont des valeurs que le service refusera probablement. Elles seront envoyées telles quelles, sauf si vous les corrigez d’abord dans « Vérification ».`,
    ),
    ...values.map(({ message, firstRows, count }) =>
      sanitize(`${capitalize(listRows(firstRows, count))} : ${toSentence(message)}`),
    ),
    ...(more > 0
      ? [
          choose(
            more,
            '« Vérification » affiche 1 autre valeur de ce type.',
            `« Vérification » affiche ${formatNumber(more)} autres valeurs de ce type.`,
          ),
        ]
      : []),
  ];
}
