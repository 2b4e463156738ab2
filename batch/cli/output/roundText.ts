import { count, utcMinute } from '../../engine/wording/words.js';
import type { RoundPlan } from '../../engine/run/roundPlan.js';
import type { Unselected } from '../../engine/run/selection.js';

/** Why rows are left out of a round: "3 assessed in it already". */
const reasons: Readonly<Record<Unselected, string>> = {
  done: 'assessed in it already',
  rows: 'not named by --rows',
  where: 'not of --where',
  recent: 'assessed too recently for --older-than',
  unchanged: 'with the inputs that were last assessed',
  unknown: 'with no record of their last inputs',
};

/** `Round:    3, begins now.` and `Selected: 20 rows; left out: 4 assessed in it already.` */
export function roundText({ number, begunAt, endedAt, selected, unselected }: RoundPlan): string {
  const left = (Object.keys(reasons) as Unselected[])
    .filter((reason) => unselected[reason] > 0)
    .map((reason) => `${unselected[reason].toLocaleString('en')} ${reasons[reason]}`);
  const sentences = [
    `Round:    ${number}, ${when({ begunAt, endedAt, selected })}.`,
    `Selected: ${selected === 0 ? 'none' : count(selected, 'row')}${left.length === 0 ? '' : `; left out: ${left.join(', ')}`}.`,
    ...(endedAt !== undefined && selected === 0 ? ['--new-round begins another one now.'] : []),
  ];
  return sentences.join('\n');
}

function when({
  begunAt,
  endedAt,
  selected,
}: {
  begunAt: string | undefined;
  endedAt: string | undefined;
  selected: number;
}): string {
  if (begunAt === undefined) return selected === 0 ? 'not begun' : 'begins now';
  if (endedAt === undefined) return `begun ${utcMinute(begunAt)} and not finished, goes on`;
  return `finished ${utcMinute(endedAt)}${selected === 0 ? '' : ', goes on'}`;
}
