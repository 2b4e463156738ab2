import type { Row } from '../../../contract/shapes.js';
import { addressWith } from '../app/location.js';
import { formatScore } from '../app/words.js';
import { Change, decisionKind, Score, scoreClass, statusKind, Tag } from '../parts/Score.js';
import { Person, personText } from './Person.js';
import type { Risks } from './resultColumns.js';

/** One row among the others. On a phone it is a block, which a tap opens. */
export function ResultLine({
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
  isShown: boolean;
  isSelected: boolean;
  /** `isRange` with Shift, for all rows between this one and the one that was clicked last. */
  select: (isOn: boolean, isRange: boolean) => void;
}) {
  const { department = '', purpose, destination, status, overall, scores } = row;
  const { decision, unrecorded, earlierDecision: earlier } = row;
  const chosen = (column: string) => (hidden.includes(column) ? 'not-chosen' : '');
  return (
    <tr class={isShown ? 'shown' : ''}>
      <td class="pick">
        <input
          type="checkbox"
          aria-label={`Select ${personText(row)}`}
          checked={isSelected}
          onClick={({ currentTarget, shiftKey }) => {
            select(currentTarget.checked, shiftKey);
          }}
        />
      </td>
      <th scope="row">
        <a
          href={addressWith({ row: String(row.row) })}
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
          <Tag words={status} kind={statusKind(status)} />
        ) : (
          <Score score={overall} />
        )}
      </td>
      <td class={`number ${row.change === undefined ? 'none' : ''} ${chosen('change')}`}>
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
            <td key={risk} class={`heat ${scoreClass(score)}`}>
              {formatScore(score)}
            </td>
          );
        })}
      <td class={`decision ${chosen('decision')}`} data-label="Decision:">
        {decision === undefined || decision.status === 'Pending' ? (
          <span class="muted">
            {earlier === undefined ? 'none\u00A0yet' : describeEarlier(earlier)}
          </span>
        ) : (
          <Tag words={decision.status} kind={decisionKind(decision.status)} />
        )}
        {unrecorded?.state === 'failed' && (
          <small class="bad">{unrecorded.status}: not recorded</small>
        )}
        {unrecorded?.state === 'sending' && <small>{unrecorded.status}: being recorded…</small>}
      </td>
    </tr>
  );
}

/** The highest risk of a row. A phone shows it in place of the columns of all risks. */
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
  return `${status} (${round === undefined ? 'earlier' : `round ${round}`})`;
}
