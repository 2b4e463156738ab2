import type { DetailedRow } from '../../../contract/shapes.js';
import { formatShortDay, formatMonth } from '../app/time.js';
import { formatScore } from '../app/words.js';
import { getLocales, t } from '../language/language.js';
import { Change } from '../parts/Score.js';
import { Day } from '../parts/Time.js';

/** The size is in the units of the `viewBox`. */
const width = 340;
const height = 130;
const margin = { left: 26, right: 18, top: 16, bottom: 24 };
const inset = 18;

interface Point {
  readonly x: number;
  readonly y: number;
  readonly overall: number;
  /** The date, or the round if the date is unknown. */
  readonly name: string;
}

export function RowHistory({ history }: { history: DetailedRow['history'] }) {
  if (history.length < 2) return null;
  const earliestFirst = history.toSorted((a, b) => a.round - b.round);
  return (
    <section aria-labelledby="history">
      <h3 id="history">{t(($) => $.row.history.title)}</h3>
      <LineChart points={toPoints(earliestFirst)} />
      <details>
        <summary>{t(($) => $.row.history.asTable)}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(($) => $.row.history.assessed)}</th>
              <th scope="col" class="number">
                {t(($) => $.row.history.overall)}
              </th>
              <th scope="col" class="number">
                {t(($) => $.row.history.change)}
              </th>
            </tr>
          </thead>
          <tbody>
            {earliestFirst.toReversed().map(({ round, assessedAt, overall, change }) => (
              <tr key={round}>
                <th scope="row">
                  {assessedAt === undefined ? (
                    t(($) => $.row.history.round, { round })
                  ) : (
                    <Day of={assessedAt} />
                  )}
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

/** The points are spaced evenly, not by date. */
function toPoints(history: DetailedRow['history']): readonly Point[] {
  const scored = history.filter((assessment) => assessment.overall !== undefined);
  const from = margin.left + inset;
  const step = (width - from - margin.right) / Math.max(1, scored.length - 1);
  const dates = scored.flatMap(({ assessedAt }) => assessedAt ?? []);
  // If two assessments are in the same month, the labels are days, not months.
  const months = new Set(dates.map((date) => formatMonth(date)));
  const formatDate = months.size === dates.length ? formatMonth : formatShortDay;
  return scored.map(({ overall = 0, assessedAt, round }, index) => ({
    x: from + index * step,
    y: toY(overall),
    overall,
    name:
      assessedAt === undefined ? t(($) => $.row.history.round, { round }) : formatDate(assessedAt),
  }));
}

function toY(score: number): number {
  return margin.top + (1 - score / 10) * (height - margin.top - margin.bottom);
}

function LineChart({ points }: { points: readonly Point[] }) {
  const labels = points.map(({ name, overall }) =>
    t(($) => $.row.history.point, { date: name, score: formatScore(overall) }),
  );
  const list = new Intl.ListFormat([...getLocales()], { type: 'unit' });
  return (
    <svg
      class="line"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t(($) => $.row.history.chart, { points: list.format(labels) })}
    >
      {[0, 5, 10].map((score) => (
        <g key={score}>
          <path class="grid-line" d={`M${margin.left} ${toY(score)}H${width}`} />
          <text x={margin.left - 8} y={toY(score) + 4} text-anchor="end">
            {score}
          </text>
        </g>
      ))}
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.map(({ x, y, overall, name }, index) => (
        <g key={index}>
          <circle cx={x} cy={y} r="4" />
          {isLabelled(index, points.length) && (
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

/** There is room for five labels: of more points, only the first and the last are labelled. */
function isLabelled(index: number, count: number): boolean {
  return count <= 5 || index === 0 || index === count - 1;
}
