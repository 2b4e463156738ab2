import type { DetailedRow } from '../../../contract/shapes.js';
import { shortDay, shortMonth } from '../app/time.js';
import { formatScore } from '../app/words.js';
import { Change } from '../parts/Score.js';
import { Day } from '../parts/Time.js';

const width = 340;
const height = 130;
const edge = { left: 26, right: 18, top: 16, bottom: 24 };
/** Keeps the first value off the axis. */
const inset = 18;

interface Point {
  readonly x: number;
  readonly y: number;
  readonly overall: number;
  readonly name: string;
}

/** The overall risk over all rounds, as a line and as a table. */
export function RowHistory({ history }: { history: DetailedRow['history'] }) {
  if (history.length < 2) return null;
  const earliestFirst = history.toSorted((a, b) => a.round - b.round);
  return (
    <section aria-labelledby="history">
      <h3 id="history">Over time</h3>
      <Line points={toPoints(earliestFirst)} />
      <details>
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Assessed</th>
              <th scope="col" class="number">
                Overall
              </th>
              <th scope="col" class="number">
                Change
              </th>
            </tr>
          </thead>
          <tbody>
            {earliestFirst.toReversed().map(({ round, assessedAt, overall, change }) => (
              <tr key={round}>
                <th scope="row">
                  {assessedAt === undefined ? `Round ${round}` : <Day of={assessedAt} />}
                </th>
                <td class="number">{overall === undefined ? '–' : formatScore(overall)}</td>
                <td class="number">
                  <Change change={change} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

/** Returns a point for each assessment with a score, evenly spaced: each is labelled with its date. */
function toPoints(history: DetailedRow['history']): readonly Point[] {
  const scored = history.filter((each) => each.overall !== undefined);
  const from = edge.left + inset;
  const step = (width - from - edge.right) / Math.max(1, scored.length - 1);
  const months = scored.map(({ assessedAt }) => assessedAt && shortMonth(assessedAt));
  const short = new Set(months).size === months.length ? shortMonth : shortDay;
  return scored.map(({ overall = 0, assessedAt, round }, at) => ({
    x: from + at * step,
    y: yForScore(overall),
    overall,
    name: assessedAt === undefined ? `Round ${round}` : short(assessedAt),
  }));
}

function yForScore(score: number): number {
  return edge.top + (1 - score / 10) * (height - edge.top - edge.bottom);
}

function Line({ points }: { points: readonly Point[] }) {
  const description = points
    .map(({ name, overall }) => `${name} ${formatScore(overall)}`)
    .join(', ');
  return (
    <svg
      class="line"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Overall risk: ${description}`}
    >
      {[0, 5, 10].map((score) => (
        <g key={score}>
          <path class="grid-line" d={`M${edge.left} ${yForScore(score)}H${width}`} />
          <text x={edge.left - 8} y={yForScore(score) + 4} text-anchor="end">
            {score}
          </text>
        </g>
      ))}
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.map(({ x, y, overall, name }, at) => (
        <g key={at}>
          <circle cx={x} cy={y} r="4" />
          {isLabelled(at, points.length) && (
            <>
              <text x={x} y={y - 8} text-anchor="middle" class="value">
                {formatScore(overall)}
              </text>
              <text x={x} y={height - 6} text-anchor="middle">
                {name}
              </text>
            </>
          )}
        </g>
      ))}
    </svg>
  );
}

/** Labels only the first and the last of more than five points: the labels would overlap. */
function isLabelled(at: number, count: number): boolean {
  return count <= 5 || at === 0 || at === count - 1;
}
