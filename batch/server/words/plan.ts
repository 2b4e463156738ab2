import { toSentence } from '../../../src/toSentence.js';
import { sanitize } from '../../../src/sanitized.js';
import type { Plan, RoundPlan } from '../../engine/run/events.js';
import type { LikelyRejections, RowsElsewhere } from './languagePack.js';
import { formatUtcMinute } from '../../../src/formatUtcMinute.js';
import { capitalize, count, formatNumber, listRows } from '../../wording/words.js';

/** `isNamed` is true if the request for the run names the round. */
export function describePlan(plan: Plan, elsewhere: RowsElsewhere, isNamed: boolean): string[] {
  const { rowsToDo, rejectedToSend = 0, counts, round } = plan;
  const rowsToSend = plan.rowsToSend - elsewhere.assessed - elsewhere.unanswered;
  const isReassessment = plan.command === 'reassess';
  const toFetch = rowsToDo - plan.rowsToSend;
  return [
    ...(rowsToDo === 0 ? ['There is nothing to send.'] : []),
    ...describeRows(rowsToSend, (rows, isOne) =>
      isReassessment
        ? `${rows} ${isOne ? 'is' : 'are'} assessed again.`
        : `${rows} ${isOne ? 'is' : 'are'} sent to be assessed.`,
    ),
    ...describeRows(
      rejectedToSend,
      (rows, isOne) => `Of these, ${rows} ${isOne ? 'was' : 'were'} rejected before.`,
    ),
    ...describeRows(
      toFetch,
      (rows, isOne) =>
        `${rows} ${isOne ? 'was' : 'were'} sent before: only the results are fetched.`,
    ),
    ...describeRows(
      elsewhere.assessed,
      (rows, isOne) =>
        `${rows} ${isOne ? 'was' : 'were'} assessed from another sheet before: only the results are fetched.`,
    ),
    ...describeRows(
      elsewhere.unanswered,
      (rows, isOne) =>
        `${rows} ${isOne ? 'was' : 'were'} sent from another sheet without an answer so far, and ${isOne ? 'is' : 'are'} not sent again.`,
    ),
    ...describeHidden(plan),
    ...describeRows(
      counts.Duplicate,
      (rows, isOne) =>
        `${rows} ${isOne ? 'is a duplicate of another row' : 'are duplicates of other rows'}, and ${isOne ? 'is' : 'are'} not sent.`,
    ),
    ...describeRows(
      counts.Invalid,
      (rows, isOne) =>
        `${rows} ${isOne ? 'has a problem' : 'have problems'}, and ${isOne ? 'is' : 'are'} not sent.`,
    ),
    ...describeRows(
      counts.Rejected - rejectedToSend,
      (rows, isOne) =>
        `${rows} ${isOne ? 'was' : 'were'} rejected by the service, and ${isOne ? 'is' : 'are'} not sent again.`,
    ),
    ...describeRows(
      counts.Unconfirmed,
      (rows, isOne) =>
        `${rows} ${isOne ? 'was' : 'were'} sent, and nobody knows whether ${isOne ? 'its assessment exists. It is' : 'their assessments exist. They are'} not sent again until somebody answers this under Results.`,
    ),
    ...(isReassessment
      ? []
      : describeRows(
          counts.Scored ?? 0,
          (rows, isOne) => `${rows} ${isOne ? 'is' : 'are'} already scored.`,
        )),
    ...(round === undefined ? [] : describeRound(round, rowsToDo > 0)),
    ...(rowsToDo > 0 || isNamed || round === undefined ? [] : describeNextRound(round)),
  ];
}

function describeHidden({ hidden }: Plan): string[] {
  if (hidden === undefined) return [];
  return [
    ...describeRows(
      hidden.new,
      (rows, isOne) =>
        `${rows} that ${isOne ? 'is' : 'are'} hidden in the sheet ${isOne ? 'is' : 'are'} also sent.`,
    ),
    ...describeRows(
      hidden.skipped,
      (rows, isOne) =>
        `${rows} that ${isOne ? 'is' : 'are'} hidden in the sheet ${isOne ? 'is' : 'are'} left out.`,
    ),
  ];
}

const skipReasons: Readonly<Partial<Record<keyof RoundPlan['unselected'], string>>> = {
  done: 'already assessed in this round',
  recent: 'assessed too recently',
  unchanged: 'with unchanged inputs',
  unknown: 'with no record of the last inputs',
};

function describeRound(
  { number, begunAt, endedAt, inFuture, selected, unselected }: RoundPlan,
  hasRowsToDo: boolean,
): string[] {
  const skippedRows = Object.entries(skipReasons).flatMap(([reason, words]) => {
    const rows = unselected[reason as keyof RoundPlan['unselected']];
    return rows === 0 ? [] : [`${formatNumber(rows)} ${words}`];
  });
  return [
    ...(begunAt === undefined
      ? hasRowsToDo
        ? [`This begins round ${number}.`]
        : []
      : [
          endedAt === undefined
            ? `This continues round ${number}, which began ${formatUtcMinute(begunAt)}.`
            : selected > 0
              ? `Round ${number} ended ${formatUtcMinute(endedAt)}, and continues with ${count(selected, 'row')} that ${selected === 1 ? 'was' : 'were'} not assessed in it.`
              : `Round ${number} ended ${formatUtcMinute(endedAt)}.`,
        ]),
    ...(inFuture === undefined
      ? []
      : [
          `The time ${formatUtcMinute(inFuture)} of this round is in the future: the server’s clock is wrong now, or was wrong then. Until that day is over, no new round begins.`,
        ]),
    ...(skippedRows.length === 0 ? [] : [`Left out: ${skippedRows.join(', ')}.`]),
  ];
}

/** Assumes that the latest round has ended today without remaining rows. */
function describeNextRound({ endedAt, inFuture, unselected: { done } }: RoundPlan): string[] {
  if (endedAt === undefined || inFuture !== undefined || done === 0) return [];
  return ['You can begin the next round tomorrow, or today with "Begin a new one" under "Round".'];
}

function describeRows(rows: number, words: (rows: string, isOne: boolean) => string): string[] {
  return rows <= 0 ? [] : [words(count(rows, 'row'), rows === 1)];
}

export function describeDecidedRows(rows: number): string[] {
  if (rows === 0) return [];
  const [have, their, need] =
    rows === 1
      ? ['1 row has', 'its', 'It needs']
      : [`${formatNumber(rows)} rows have`, 'their', 'They need'];
  return [
    `${have} a decision, which stays with ${their} present assessment. ${need} a new decision after this round.`,
  ];
}

export function describeLikelyRejections({ rows, values, more }: LikelyRejections): string[] {
  if (rows === 0) return [];
  const [have, are] =
    rows === 1
      ? ['has a value', 'It is sent as it is, unless you correct it']
      : ['have values', 'They are sent as they are, unless you correct them'];
  return [
    `${count(rows, 'row')} ${have} that the service is likely to reject. ${are} under Check first.`,
    ...values.map(({ message, firstRows, count: allRows }) =>
      sanitize(`${capitalize(listRows(firstRows, allRows))}: ${toSentence(message)}`),
    ),
    ...(more > 0 ? [`Check lists ${count(more, 'other value')} like these.`] : []),
  ];
}
