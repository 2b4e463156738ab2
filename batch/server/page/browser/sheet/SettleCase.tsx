import { useId, useState } from 'preact/hooks';
import type { Sheet, Unconfirmed } from '../../../api/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { may } from '../app/session.js';
import { moment } from '../app/time.js';
import { Ask } from '../parts/Ask.js';
import { Facts } from '../parts/Facts.js';
import { TextField } from '../parts/Field.js';
import { apiOf, nextRun } from './ofSheet.js';

type Question = 'exists' | 'does not';

/** A row of which nobody knows whether it arrived: what was sent, and the two answers. */
export function SettleCase({
  sheet,
  unconfirmed,
  acted,
}: {
  sheet: Sheet;
  unconfirmed: Unconfirmed;
  acted: () => void;
}) {
  const [question, setQuestion] = useState<Question>();
  const [id, setId] = useState('');
  const heading = useId();
  const { key, sentAt, reason, sent, assessmentId } = unconfirmed;
  const settle = async (answer: object) => {
    await ask('POST', `${apiOf(sheet)}/settlements`, {
      ...{ key, sentAt, insteadOf: assessmentId },
      ...answer,
    });
    announce('Settled.');
    acted();
  };
  const close = () => {
    setQuestion(undefined);
  };
  return (
    <section class="note" aria-labelledby={heading}>
      <h3 id={heading}>Was this assessment created?</h3>
      {unconfirmed.row === null && <p>This row is no longer in the sheet.</p>}
      <p>
        {reason} {sentAt !== null && `It was sent ${moment(sentAt)}.`} Look for it in the service,
        then say whether it exists. It is not sent again until you do.
      </p>
      {sent.length > 0 && (
        <details>
          <summary>What was sent</summary>
          <Facts of={sent} />
        </details>
      )}
      {may('edit') ? (
        <div class="actions">
          <button
            type="button"
            class="button small"
            onClick={() => {
              setQuestion('exists');
            }}
          >
            It exists…
          </button>
          <button
            type="button"
            class="button small"
            onClick={() => {
              setQuestion('does not');
            }}
          >
            It does not exist…
          </button>
        </div>
      ) : (
        <p>Only editors and administrators can say so.</p>
      )}
      {question === 'exists' && (
        <Ask
          title="It exists in the service"
          button="Use this assessment"
          act={() => settle({ exists: true, assessmentId: id.trim() })}
          close={close}
        >
          <p>Copy its ID from the service. Its scores are fetched with {nextRun(sheet)}.</p>
          <TextField label="Assessment ID" value={id} change={setId} isRequired />
        </Ask>
      )}
      {question === 'does not' && (
        <Ask
          title="It does not exist in the service"
          button="It does not exist: send it again"
          isGrave
          act={() => settle({ exists: false })}
          close={close}
        >
          <p>
            The row is sent again with {nextRun(sheet)}. If the assessment does exist after all,
            there will be two for the same person.
          </p>
        </Ask>
      )}
    </section>
  );
}
