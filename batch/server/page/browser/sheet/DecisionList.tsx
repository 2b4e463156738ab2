import type { Approver, DetailedRow } from '../../../contract/shapes.js';
import { nameDecision } from '../app/decisionNames.js';
import { t } from '../language/language.js';
import { getDecisionClass, Tag } from '../parts/Score.js';
import { Moment } from '../parts/Time.js';
import { joinNameAndId } from './Person.js';

export function DecisionList({
  decisions,
  approvers,
  canBeReplaced,
}: {
  decisions: DetailedRow['decisions'];
  approvers: readonly Approver[];
  canBeReplaced: boolean;
}) {
  if (decisions.length === 0) return null;
  const names = new Map(approvers.map(({ staffId, name }) => [staffId, name]));
  const current = decisions.find(({ state, isEarlier }) => state === 'recorded' && !isEarlier);
  const isUndecided = current === undefined || current.status === 'Pending';
  return (
    <section aria-labelledby="decisions">
      <h3 id="decisions">{t(($) => $.decide.list.title)}</h3>
      <ul class="decisions">
        {decisions.map(({ status, by, at, state, message, person, note, round, isEarlier }) => (
          <li key={at}>
            <Tag
              text={nameDecision(status)}
              kind={state === 'recorded' && !isEarlier ? getDecisionClass(status) : ''}
            />{' '}
            {isEarlier && (
              <span class="muted">
                {round === undefined
                  ? t(($) => $.decide.list.earlier)
                  : t(($) => $.decide.list.round, { round })}
              </span>
            )}{' '}
            {person !== '' && (
              <span>
                {t(($) => $.decide.list.person, {
                  person: joinNameAndId(names.get(person), person),
                })}
              </span>
            )}
            <small>
              {by}, <Moment of={at} />
            </small>
            {note !== '' && <p>{note}</p>}
            {state !== 'recorded' && (
              <p class={state === 'failed' ? 'bad' : 'muted'}>
                {t(($) => $.decide.list[state])} {message}
              </p>
            )}
          </li>
        ))}
      </ul>
      {canBeReplaced && !isUndecided && (
        <p class="muted">
          {t(($) => $.decide.list.undo, {
            decision: nameDecision(current.status),
            pending: nameDecision('Pending'),
          })}
        </p>
      )}
    </section>
  );
}
