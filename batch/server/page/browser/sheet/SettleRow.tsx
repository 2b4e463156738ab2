import { useId, useState } from 'preact/hooks';
import type { Sheet, Unconfirmed } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { may } from '../app/session.js';
import { Dialog } from '../parts/Dialog.js';
import { Facts } from '../parts/Facts.js';
import { TextField, Checkbox } from '../parts/Field.js';
import { Moment } from '../parts/Time.js';
import { getApiPath, describeNextRun } from './sheetPaths.js';

type Question = 'exists' | 'doesNot';

/** The texts for a request that was sent without an answer. */
const textsAboutRequest = {
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

/** The texts for an Assessment ID in the sheet of which nothing proves that it belongs to the row. */
const textsAboutId: typeof textsAboutRequest = {
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

/** The texts for a request to which somebody has already entered an Assessment ID. */
const textsAboutEnteredId: typeof textsAboutRequest = {
  ...textsAboutRequest,
  heading: 'The Assessment ID was entered',
  task: 'If the ID is wrong, answer again.',
  exists: 'Another ID…',
};

/** An unconfirmed request with its inputs, and buttons to answer whether its assessment exists. */
export function SettleRow({
  sheet,
  unconfirmed,
  onActed,
}: {
  sheet: Sheet;
  unconfirmed: Unconfirmed;
  onActed: () => void;
}) {
  const [question, setQuestion] = useState<Question>();
  const { key, sentAt, reason, sent, assessmentId, isUnproven = false } = unconfirmed;
  const [id, setId] = useState(isUnproven ? (assessmentId ?? '') : '');
  const [alsoOthers, setAlsoOthers] = useState(false);
  const headingId = useId();
  const isRowGone = unconfirmed.row === null;
  const person = sent.find(({ field }) => field === 'employeeId')?.value;
  const texts = isUnproven
    ? textsAboutId
    : assessmentId === undefined
      ? textsAboutRequest
      : textsAboutEnteredId;
  const settle = async (answer: object) => {
    await ask('POST', `${getApiPath(sheet)}/settlements`, {
      key,
      sentAt,
      insteadOf: assessmentId,
      ...answer,
    });
    announce('Recorded.');
    onActed();
  };
  const close = () => {
    setQuestion(undefined);
  };
  return (
    <section class="note" aria-labelledby={headingId}>
      <h3 id={headingId}>{texts.heading}</h3>
      {isRowGone && (
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
        {texts.task}
      </p>
      {sent.length > 0 && (
        <details>
          <summary>{texts.inputs}</summary>
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
            {texts.exists}
          </button>
          <button
            type="button"
            class="button small"
            onClick={() => {
              setQuestion('doesNot');
            }}
          >
            {texts.doesNot}
          </button>
        </div>
      ) : (
        <p>Only editors and administrators can answer.</p>
      )}
      {question === 'exists' && (
        <Dialog
          title={texts.existsTitle}
          button="Use this assessment"
          act={() => settle({ exists: true, assessmentId: id.trim(), alsoOthers })}
          close={close}
        >
          <p>
            {texts.find} Its scores are fetched with {describeNextRun(sheet)}.
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
          title={texts.doesNotTitle}
          button={texts.send}
          isDestructive
          act={() => settle({ exists: false })}
          close={close}
        >
          <p>
            {isRowGone ? 'If the sheet has the row with other inputs, it is sent' : texts.sent} with{' '}
            {describeNextRun(sheet)}. If the assessment does exist after all, there will be two for
            the same person.
          </p>
        </Dialog>
      )}
    </section>
  );
}
