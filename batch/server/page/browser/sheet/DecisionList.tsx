import type { Approver, DetailedRow } from '../../../contract/shapes.js';
import { getDecisionClass, Tag } from '../parts/Score.js';
import { Moment } from '../parts/Time.js';
import { joinNameAndId } from './Person.js';

const stateNames = { recorded: '', sending: 'being recorded…', failed: 'not recorded' };

/** The decisions on a row, the latest first. */
export function DecisionList({
  decisions,
  approvers,
  canBeReplaced,
}: {
  decisions: DetailedRow['decisions'];
  approvers: readonly Approver[];
  /** True if the member can record another decision. */
  canBeReplaced: boolean;
}) {
  if (decisions.length === 0) return null;
  const names = new Map(approvers.map(({ staffId, name }) => [staffId, name]));
  const current = decisions.find(({ state, isEarlier }) => state === 'recorded' && !isEarlier);
  const isUndecided = current === undefined || current.status === 'Pending';
  return (
    <section aria-labelledby="decisions">
      <h3 id="decisions">Decisions</h3>
      <ul class="decisions">
        {decisions.map(({ status, by, at, state, message, person, note, round, isEarlier }) => (
          <li key={at}>
            <Tag
              text={status}
              kind={state === 'recorded' && !isEarlier ? getDecisionClass(status) : ''}
            />{' '}
            {isEarlier && (
              <span class="muted">
                {round === undefined
                  ? 'on an earlier assessment'
                  : `on the assessment of round ${round}`}
              </span>
            )}{' '}
            {person !== '' && (
              <span>in the name of {joinNameAndId(names.get(person), person)}</span>
            )}
            <small>
              {by}, <Moment of={at} />
            </small>
            {note !== '' && <p>{note}</p>}
            {state !== 'recorded' && (
              <p class={state === 'failed' ? 'bad' : 'muted'}>
                {stateNames[state]} {message}
              </p>
            )}
          </li>
        ))}
      </ul>
      {canBeReplaced && !isUndecided && (
        <p class="muted">
          To undo {current.status}, record another decision: the latest counts. “Pending” leaves the
          row without a decision.
        </p>
      )}
    </section>
  );
}
