import type { Row } from '../../../contract/shapes.js';
import { buildAddress } from '../app/location.js';
import { nameDecision } from '../app/decisionNames.js';
import { nameRowStatus } from '../app/rowStatusNames.js';
import { formatScore } from '../app/words.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { Change, getDecisionClass, Score, ScoreCell, getStatusClass, Tag } from '../parts/Score.js';
import { Person, describePerson } from './Person.js';
import type { Risks } from './resultColumns.js';

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
  hidden: readonly string[];
  isShown: boolean;
  isSelected: boolean;
  /** `isRange` (Shift) includes all rows from the row that was clicked last. */
  select: (isOn: boolean, isRange: boolean) => void;
}) {
  const { department = '', purpose, destination, status, overall, scores } = row;
  const { decision, unrecorded, earlierDecision: earlier } = row;
  const details = [department, purpose, destination].filter((part) => part !== '').join(', ');
  const getHiddenClass = (column: string) => (hidden.includes(column) ? 'not-chosen' : '');
  return (
    <tr class={isShown ? 'shown' : ''}>
      <td class="pick">
        <input
          type="checkbox"
          aria-label={t(($) => $.row.result.select, { person: describePerson(row) })}
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
        <small>{row.isCorrected ? t(($) => $.row.result.corrected, { details }) : details}</small>
        <HighestRisk risks={risks} scores={scores} />
      </th>
      <td class="number">
        {overall === undefined || status !== 'Scored' ? (
          <Tag text={nameRowStatus(status)} kind={getStatusClass(status)} />
        ) : (
          <Score score={overall} />
        )}
      </td>
      <td class={`number ${row.change === undefined ? 'none' : ''} ${getHiddenClass('change')}`}>
        <Change change={row.change} />
      </td>
      {risks
        .filter(([risk]) => !hidden.includes(risk))
        .map(([risk]) => (
          <ScoreCell key={risk} score={scores[risk]} />
        ))}
      <td
        class={`decision ${getHiddenClass('decision')}`}
        data-label={t(($) => $.row.result.decision)}
      >
        {decision === undefined || decision.status === 'Pending' ? (
          <span class="muted">
            {earlier === undefined ? t(($) => $.row.result.undecided) : describeEarlier(earlier)}
          </span>
        ) : (
          <Tag text={nameDecision(decision.status)} kind={getDecisionClass(decision.status)} />
        )}
        {unrecorded?.state === 'failed' && (
          <small class="bad">
            {t(($) => $.row.result.failed, { decision: nameDecision(unrecorded.status) })}
          </small>
        )}
        {unrecorded?.state === 'sending' && (
          <small>
            {t(($) => $.row.result.sending, { decision: nameDecision(unrecorded.status) })}
          </small>
        )}
      </td>
    </tr>
  );
}

/** On a phone, the highest risk is shown instead of the risk columns. */
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
      <Text
        text={t(($) => $.row.result.highest, { risk: highest.label })}
        elements={{ score: <b>{formatScore(highest.score)}</b> }}
      />
    </small>
  );
}

function describeEarlier({ status, round }: NonNullable<Row['earlierDecision']>): string {
  const decision = nameDecision(status);
  return round === undefined
    ? t(($) => $.row.result.earlier, { decision })
    : t(($) => $.row.result.round, { decision, round });
}
