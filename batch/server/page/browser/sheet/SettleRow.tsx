import { useId, useState } from 'preact/hooks';
import type { Sheet, Unconfirmed } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { may } from '../app/session.js';
import { Dialog } from '../parts/Dialog.js';
import { Facts } from '../parts/Facts.js';
import { TextField, Checkbox } from '../parts/Field.js';
import { Moment } from '../parts/Time.js';
import { apiPath, nextRun } from './sheetPaths.js';

type Question = 'exists' | 'doesNot';

const wordsAboutRequest = {
  heading: 'Was this assessment created?',
  task: 'Look for it in the service, then say whether it exists. It is not sent again until you do.',
  inputs: 'What was sent',
  exists: 'It exists…',
  existsTitle: 'It exists in the service',
  find: 'Copy its ID from the service.',
  doesNot: 'It does not exist…',
  doesNotTitle: 'It does not exist in the service',
  send: 'It does not exist: send it again',
  sent: 'The row is sent again',
};

const wordsAboutId: typeof wordsAboutRequest = {
  heading: 'Is this the assessment of this row?',
  task: 'Compare its inputs in the service with those of this row, then answer. The row is not sent until you do.',
  inputs: 'The inputs of this row',
  exists: 'It has an assessment…',
  existsTitle: 'The assessment of this row',
  find: 'Its inputs in the service must be those of this row.',
  doesNot: 'It has none…',
  doesNotTitle: 'This row has no assessment',
  send: 'It has none: send it',
  sent: 'The row is sent',
};

const wordsAboutEnteredId: typeof wordsAboutRequest = {
  ...wordsAboutRequest,
  heading: 'The Assessment ID was entered',
  task: 'If the ID is wrong, answer again.',
  exists: 'Another ID…',
};

/** An unconfirmed request: its inputs, and buttons for the two answers about it. */
export function SettleRow({
  sheet,
  unconfirmed,
  acted,
}: {
  sheet: Sheet;
  unconfirmed: Unconfirmed;
  acted: () => void;
}) {
  const [question, setQuestion] = useState<Question>();
  const { key, sentAt, reason, sent, assessmentId, isUnproven = false } = unconfirmed;
  const [id, setId] = useState(isUnproven ? (assessmentId ?? '') : '');
  const [alsoOthers, setAlsoOthers] = useState(false);
  const heading = useId();
  const isLost = unconfirmed.row === null;
  const person = sent.find(({ label }) => label === 'Employee ID')?.value;
  const words = isUnproven
    ? wordsAboutId
    : assessmentId === undefined
      ? wordsAboutRequest
      : wordsAboutEnteredId;
  const settle = async (answer: object) => {
    await ask('POST', `${apiPath(sheet)}/settlements`, {
      key,
      sentAt,
      insteadOf: assessmentId,
      ...answer,
    });
    announce('Recorded.');
    acted();
  };
  const close = () => {
    setQuestion(undefined);
  };
  return (
    <section class="note" aria-labelledby={heading}>
      <h3 id={heading}>{words.heading}</h3>
      {isLost && (
        <p>
          The row{person === undefined ? '' : ` of ${person}`} is no longer in the sheet, or its
          inputs have changed since it was sent.
        </p>
      )}
      <p>
        {reason}{' '}
        {sentAt !== null && (
          <>
            It was sent <Moment of={sentAt} />.{' '}
          </>
        )}
        {words.task}
      </p>
      {sent.length > 0 && (
        <details>
          <summary>{words.inputs}</summary>
          <Facts facts={sent} />
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
            {words.exists}
          </button>
          <button
            type="button"
            class="button small"
            onClick={() => {
              setQuestion('doesNot');
            }}
          >
            {words.doesNot}
          </button>
        </div>
      ) : (
        <p>Only editors and administrators can answer.</p>
      )}
      {question === 'exists' && (
        <Dialog
          title={words.existsTitle}
          button="Use this assessment"
          act={() => settle({ exists: true, assessmentId: id.trim(), alsoOthers })}
          close={close}
        >
          <p>
            {words.find} Its scores are fetched with {nextRun(sheet)}.
          </p>
          <TextField label="Assessment ID" value={id} change={setId} isRequired />
          {isUnproven && (
            <Checkbox
              label="Also accept the IDs that the other rows of this sheet show and nothing proves"
              isOn={alsoOthers}
              change={setAlsoOthers}
            />
          )}
        </Dialog>
      )}
      {question === 'doesNot' && (
        <Dialog
          title={words.doesNotTitle}
          button={words.send}
          isDestructive
          act={() => settle({ exists: false })}
          close={close}
        >
          <p>
            {isLost ? 'If the sheet has the row with other inputs, it is sent' : words.sent} with{' '}
            {nextRun(sheet)}. If the assessment does exist after all, there will be two for the same
            person.
          </p>
        </Dialog>
      )}
    </section>
  );
}
