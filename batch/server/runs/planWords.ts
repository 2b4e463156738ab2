import { asSentence } from '../../../src/asSentence.js';
import { suggestEnglishName } from '../../../src/foreignCountries.js';
import { sanitized } from '../../../src/sanitized.js';
import { findWarnings } from '../../../src/warnings.js';
import { WarningGroups } from '../../engine/intake/columnFacts.js';
import type { PlannedRow } from '../../engine/rows/plannedRow.js';
import type { Plan, RoundPlan } from '../../engine/run/events.js';
import { capital, count, formatNumber, rowList, utcMinute } from '../../wording/words.js';

/**
 * Returns the plan of a run in sentences: the rows that are sent, fetched, and left out, with the reason. Rows that other
 * sheets have sent are not sent again. `isNamed` is true if the person named the round.
 */
export function describePlan(
  plan: Plan,
  elsewhere: { readonly assessed: number; readonly unanswered: number },
  isNamed: boolean,
): string[] {
  const { rowsToDo, rejectedToSend = 0, counts, round } = plan;
  const rowsToSend = plan.rowsToSend - elsewhere.assessed - elsewhere.unanswered;
  const isAgain = plan.command === 'reassess';
  const toFetch = rowsToDo - plan.rowsToSend;
  return [
    ...(rowsToDo === 0 ? ['There is nothing to send.'] : []),
    ...some(rowsToSend, (rows, one) =>
      isAgain
        ? `${rows} ${one ? 'is' : 'are'} assessed again.`
        : `${rows} ${one ? 'is' : 'are'} sent to be assessed.`,
    ),
    ...some(
      rejectedToSend,
      (rows, one) => `Of these, ${rows} ${one ? 'was' : 'were'} rejected before.`,
    ),
    ...some(
      toFetch,
      (rows, one) => `${rows} ${one ? 'was' : 'were'} sent before: only the results are fetched.`,
    ),
    ...some(
      elsewhere.assessed,
      (rows, one) =>
        `${rows} ${one ? 'was' : 'were'} assessed from another sheet before: only the results are fetched.`,
    ),
    ...some(
      elsewhere.unanswered,
      (rows, one) =>
        `${rows} ${one ? 'was' : 'were'} sent from another sheet without an answer so far, and ${one ? 'is' : 'are'} not sent again.`,
    ),
    ...describeHidden(plan),
    ...some(
      counts.Duplicate,
      (rows, one) =>
        `${rows} ${one ? 'is a duplicate of another row' : 'are duplicates of other rows'}, and ${one ? 'is' : 'are'} not sent.`,
    ),
    ...some(
      counts.Invalid,
      (rows, one) =>
        `${rows} ${one ? 'has a problem' : 'have problems'}, and ${one ? 'is' : 'are'} not sent.`,
    ),
    ...some(
      counts.Rejected - rejectedToSend,
      (rows, one) =>
        `${rows} ${one ? 'was' : 'were'} rejected by the service, and ${one ? 'is' : 'are'} not sent again.`,
    ),
    ...some(
      counts.Unconfirmed,
      (rows, one) =>
        `${rows} ${one ? 'is' : 'are'} unconfirmed, and ${one ? 'is' : 'are'} not sent again until somebody says what became of ${one ? 'it' : 'them'}.`,
    ),
    ...(isAgain
      ? []
      : some(counts.Scored ?? 0, (rows, one) => `${rows} ${one ? 'is' : 'are'} already scored.`)),
    ...(round === undefined ? [] : describeRound(round, rowsToDo > 0)),
    ...(rowsToDo > 0 || isNamed || round === undefined ? [] : describeNextRound(round)),
  ];
}

function describeHidden({ hidden }: Plan): string[] {
  if (hidden === undefined) return [];
  return [
    ...some(
      hidden.new,
      (rows, one) =>
        `${rows} that ${one ? 'is' : 'are'} hidden in the sheet ${one ? 'is' : 'are'} also sent.`,
    ),
    ...some(
      hidden.skipped,
      (rows, one) =>
        `${rows} that ${one ? 'is' : 'are'} hidden in the sheet ${one ? 'is' : 'are'} left out.`,
    ),
  ];
}

/** The reasons why a round skips rows. */
const skipped: Readonly<Partial<Record<keyof RoundPlan['unselected'], string>>> = {
  done: 'already assessed in this round',
  recent: 'assessed too recently',
  unchanged: 'with unchanged inputs',
  unknown: 'with no record of the last inputs',
};

function describeRound(
  { number, begunAt, endedAt, inFuture, unselected }: RoundPlan,
  isWork: boolean,
): string[] {
  const left = Object.entries(skipped).flatMap(([reason, words]) => {
    const rows = unselected[reason as keyof RoundPlan['unselected']];
    return rows === 0 ? [] : [`${formatNumber(rows)} ${words}`];
  });
  return [
    ...(begunAt === undefined
      ? isWork
        ? [`This begins round ${number}.`]
        : []
      : [
          endedAt === undefined
            ? `This continues round ${number}, which began ${utcMinute(begunAt)}.`
            : `Round ${number} ended ${utcMinute(endedAt)}.`,
        ]),
    ...(inFuture === undefined
      ? []
      : [
          `The time ${utcMinute(inFuture)} of this round is in the future: the server’s clock is wrong now, or was wrong then. Until that day is over, no new round begins.`,
        ]),
    ...(left.length === 0 ? [] : [`Left out: ${left.join(', ')}.`]),
  ];
}

/** Returns when the next round can begin, if the latest one has ended today and leaves nothing to do. */
function describeNextRound({ endedAt, inFuture, unselected: { done } }: RoundPlan): string[] {
  if (endedAt === undefined || inFuture !== undefined || done === 0) return [];
  return ['You can begin the next round tomorrow, or today with "Begin a new one" under "Round".'];
}

function some(rows: number, words: (rows: string, isOne: boolean) => string): string[] {
  return rows <= 0 ? [] : [words(count(rows, 'row'), rows === 1)];
}

/** Returns the note about the rows with a decision that are assessed again. */
export function describeDecidedRows(rows: number): string[] {
  if (rows === 0) return [];
  const [have, their, need] =
    rows === 1
      ? ['1 row has', 'its', 'It needs']
      : [`${formatNumber(rows)} rows have`, 'their', 'They need'];
  return [
    `${have} a decision, which stays with ${their} present assessment. ${need} a new one after this round.`,
  ];
}

/** The most values that a plan warns of. Check lists all. */
const maxWarnings = 10;

/** Returns notes about the values of rows to send that the service is likely to reject. */
export function describeLikelyRejections(rows: readonly PlannedRow[]): string[] {
  const groups = new WarningGroups();
  let warned = 0;
  for (const { number: row, inputs = {} } of rows) {
    const warnings = findWarnings(inputs, (name) => suggestEnglishName(name)?.name);
    if (warnings.length > 0) warned += 1;
    for (const each of warnings) groups.add({ ...each, row, value: '', remedy: '' });
  }
  if (warned === 0) return [];
  const [have, are] =
    warned === 1
      ? ['has a value', 'It is sent as it is, unless you correct it']
      : ['have values', 'They are sent as they are, unless you correct them'];
  const values = groups.all();
  const others = values.length - maxWarnings;
  return [
    `${count(warned, 'row')} ${have} that the service is likely to reject. ${are} under Check first.`,
    ...values
      .slice(0, maxWarnings)
      .map(({ message, rows: first, count: all }) =>
        sanitized(`${capital(rowList(first, all))}: ${asSentence(message)}`),
      ),
    ...(others > 0 ? [`Check lists ${count(others, 'other value')} like these.`] : []),
  ];
}
