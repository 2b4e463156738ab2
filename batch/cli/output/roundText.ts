import { formatUtcMinute } from '../../../src/formatUtcMinute.js';
import { count } from '../../wording/words.js';
import type { RoundPlan } from '../../engine/run/events.js';
import type { SkipReason } from '../../engine/rows/selection.js';

/** Words that follow a count: `3 already assessed in this round`. */
const reasons: Readonly<Record<SkipReason, string>> = {
  done: 'already assessed in this round',
  rows: 'not named by --rows',
  where: 'not matched by --where',
  recent: 'assessed too recently',
  unchanged: 'with unchanged inputs',
  unknown: 'with no record of their last inputs',
};

/** Formats `3` or `3 (Q4)`. */
export function nameRound({ number, name }: Pick<RoundPlan, 'number' | 'name'>): string {
  return name === undefined ? `${number}` : `${number} (${name})`;
}

export function roundText(round: RoundPlan, rowsToDo: number): string {
  const { name, begunAt, endedAt, inFuture, selected, unselected } = round;
  const skipped = (Object.keys(reasons) as SkipReason[])
    .filter((reason) => unselected[reason] > 0)
    .map((reason) => `${unselected[reason].toLocaleString('en')} ${reasons[reason]}`);
  const isOver = endedAt !== undefined && rowsToDo === 0;
  const isNamed = name !== undefined;
  const sentences = [
    `Round:    ${nameRound(round)}, ${stateText({ begunAt, endedAt }, rowsToDo > 0)}.`,
    ...(inFuture === undefined ? [] : [inFutureText(inFuture, isNamed)]),
    `Selected: ${selected === 0 ? 'none' : count(selected, 'row')}${skipped.length === 0 ? '' : `; skipped: ${skipped.join(', ')}`}.`,
    ...(isOver && unselected.done > 0 ? [isNamed ? anotherName : anotherRound] : []),
  ];
  return sentences.join('\n');
}

const anotherRound = '--new-round starts another round now.';
const anotherName = 'To start another round, use another name after --round.';

function inFutureText(at: string, isNamed: boolean): string {
  const warning = `The time ${formatUtcMinute(at)} is in the future: the clock is wrong now, or was wrong then.`;
  return isNamed ? warning : `${warning} Until that day is over, no new round starts by itself.`;
}

function stateText(
  { begunAt, endedAt }: Record<'begunAt' | 'endedAt', string | undefined>,
  hasRowsToDo: boolean,
): string {
  if (begunAt === undefined) return hasRowsToDo ? 'starts now' : 'not started';
  if (endedAt === undefined) return `started ${formatUtcMinute(begunAt)}, not finished; continuing`;
  return `finished ${formatUtcMinute(endedAt)}${hasRowsToDo ? '; more rows are added to it' : ''}`;
}
