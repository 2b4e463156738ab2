import type { DetailedRow } from '../../../contract/shapes.js';
import { moment } from '../app/time.js';
import { decisionKind, Tag } from '../parts/Score.js';

const states = { recorded: '', sending: 'being recorded…', failed: 'not recorded' };

/** The decisions on a row, the latest first. */
export function DecisionList({ decisions }: { decisions: DetailedRow['decisions'] }) {
  if (decisions.length === 0) return null;
  return (
    <section aria-labelledby="decisions">
      <h3 id="decisions">Decisions</h3>
      <ul class="decisions">
        {decisions.map(({ status, by, at, state, message, person, note, round, isEarlier }) => (
          <li key={at}>
            <Tag
              words={status}
              kind={state === 'recorded' && !isEarlier ? decisionKind(status) : ''}
            />{' '}
            {isEarlier && (
              <span class="muted">
                {round === undefined
                  ? 'on an earlier assessment'
                  : `on the assessment of round ${round}`}
              </span>
            )}{' '}
            {person !== '' && <span>in the name of {person}</span>}
            <small>
              {by}, {moment(at)}
            </small>
            {note !== '' && <p>{note}</p>}
            {state !== 'recorded' && (
              <p class={state === 'failed' ? 'bad' : 'muted'}>
                {states[state]} {message}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
