import type { Row } from '../../../contract/shapes.js';
import { buildAddress } from '../app/location.js';
import { formatScore } from '../app/words.js';
import {
  Change,
  getDecisionClass,
  Score,
  getScoreClass,
  getStatusClass,
  Tag,
} from '../parts/Score.js';
import { Person, describePerson } from './Person.js';
import type { Risks } from './resultColumns.js';

/** One row of the table of results. On a phone it is a block, and a tap opens the row. */
export function ResultRow({
  row,
  risks,
  hidden,
  isShown,
  isSelected,
  select,
}: {
  row: Row;
  risks: Risks;
  /** The columns that the member has hidden. */
  hidden: readonly string[];
  /** True if the details of the row are open. */
  isShown: boolean;
  isSelected: boolean;
  /**
   * Selects or deselects the row, or with `isRange` (Shift) all rows from the one that was clicked last to this one.
   */
  select: (isOn: boolean, isRange: boolean) => void;
}) {
  const { department = '', purpose, destination, status, overall, scores } = row;
  const { decision, unrecorded, earlierDecision: earlier } = row;
  const getHiddenClass = (column: string) => (hidden.includes(column) ? 'not-chosen' : '');
  return (
    <tr class={isShown ? 'shown' : ''}>
      <td class="pick">
        <input
          type="checkbox"
          aria-label={`Select ${describePerson(row)}`}
          checked={isSelected}
          onClick={({ currentTarget, shiftKey }) => {
            select(currentTarget.checked, shiftKey);
          }}
        />
      </td>
      <th scope="row">
        <a
          href={buildAddress({ row: String(row.row) })}
          id={`row-${row.row}`}
          aria-current={isShown ? 'true' : undefined}
        >
          <Person of={row} />
        </a>
        <small>
          {[department, purpose, destination].filter((part) => part !== '').join(', ')}
          {row.isCorrected && ' (corrected)'}
        </small>
        <HighestRisk risks={risks} scores={scores} />
      </th>
      <td class="number">
        {overall === undefined || status !== 'Scored' ? (
          <Tag text={status} kind={getStatusClass(status)} />
        ) : (
          <Score score={overall} />
        )}
      </td>
      <td class={`number ${row.change === undefined ? 'none' : ''} ${getHiddenClass('change')}`}>
        <Change change={row.change} />
      </td>
      {risks
        .filter(([risk]) => !hidden.includes(risk))
        .map(([risk]) => {
          const score = scores[risk];
          return score === undefined ? (
            <td key={risk} class="heat none">
              –
            </td>
          ) : (
            <td key={risk} class={`heat ${getScoreClass(score)}`}>
              {formatScore(score)}
            </td>
          );
        })}
      <td class={`decision ${getHiddenClass('decision')}`} data-label="Decision:">
        {decision === undefined || decision.status === 'Pending' ? (
          <span class="muted">
            {earlier === undefined ? 'none\u00A0yet' : describeEarlier(earlier)}
          </span>
        ) : (
          <Tag text={decision.status} kind={getDecisionClass(decision.status)} />
        )}
        {unrecorded?.state === 'failed' && (
          <small class="bad">{unrecorded.status}: not recorded</small>
        )}
        {unrecorded?.state === 'sending' && <small>{unrecorded.status}: being recorded…</small>}
      </td>
    </tr>
  );
}

/** The highest risk of a row by kind. A phone shows it in place of the columns of these risks. */
function HighestRisk({ risks, scores }: { risks: Risks; scores: Row['scores'] }) {
  const [highest] = risks
    .flatMap(([name, label]) => {
      const score = scores[name];
      return score === undefined ? [] : [{ label, score }];
    })
    .toSorted((a, b) => b.score - a.score);
  if (highest === undefined) return null;
  return (
    <small class="highest">
      Highest: {highest.label} <b>{formatScore(highest.score)}</b>
    </small>
  );
}

function describeEarlier({ status, round }: NonNullable<Row['earlierDecision']>): string {
  return `${status} (${round === undefined ? 'earlier' : `round\u00A0${round}`})`;
}
