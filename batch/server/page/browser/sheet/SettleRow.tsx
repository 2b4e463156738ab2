import { useId, useState } from 'preact/hooks';
import type { Sheet, Unconfirmed } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { localizeTimes } from '../app/time.js';
import { may } from '../app/session.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { Dialog } from '../parts/Dialog.js';
import { Facts } from '../parts/Facts.js';
import { TextField, Checkbox } from '../parts/Field.js';
import { Moment } from '../parts/Time.js';
import { findNextRun, getApiPath } from './sheetPaths.js';

type Question = 'exists' | 'doesNot';

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
  // Without `isUnproven`, a request got no response, and somebody may have entered an ID since.
  const subject = isUnproven ? 'settleId' : 'settleRequest';
  const isEntered = !isUnproven && assessmentId !== undefined;
  const sendingText = isRowGone ? 'sentChanged' : isUnproven ? 'sent' : 'sentAgain';
  const nextRun = findNextRun(sheet);
  const settle = async (answer: object) => {
    await ask('POST', `${getApiPath(sheet)}/settlements`, {
      key,
      sentAt,
      insteadOf: assessmentId,
      ...answer,
    });
    announce(t(($) => $.row.recorded));
    onActed();
  };
  const close = () => {
    setQuestion(undefined);
  };
  return (
    <section class="note" aria-labelledby={headingId}>
      <h3 id={headingId}>
        {t(($) => (isEntered ? $.row.settle.enteredHeading : $.row[subject].heading))}
      </h3>
      {isRowGone && (
        <p>
          {person === undefined
            ? t(($) => $.row.settle.gone)
            : t(($) => $.row.settle.personGone, { person })}
        </p>
      )}
      <p>
        {localizeTimes(reason)}{' '}
        {sentAt !== null && (
          <>
            <Text
              text={t(($) => $.row.settle.sentAt)}
              elements={{ time: <Moment of={sentAt} /> }}
            />{' '}
          </>
        )}
        {t(($) => (isEntered ? $.row.settle.enteredTask : $.row[subject].task))}
      </p>
      {sent.length > 0 && (
        <details>
          <summary>{t(($) => $.row[subject].inputs)}</summary>
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
            {t(($) => (isEntered ? $.row.settle.anotherId : $.row[subject].exists))}
          </button>
          <button
            type="button"
            class="button small"
            onClick={() => {
              setQuestion('doesNot');
            }}
          >
            {t(($) => $.row[subject].doesNot)}
          </button>
        </div>
      ) : (
        <p>{t(($) => $.row.settle.rights)}</p>
      )}
      {question === 'exists' && (
        <Dialog
          title={t(($) => $.row[subject].existsTitle)}
          button={t(($) => $.row.settle.use)}
          act={() => settle({ exists: true, assessmentId: id.trim(), alsoOthers })}
          close={close}
        >
          <p>
            {t(($) => $.row[subject].find)} {t(($) => $.row.fetched[nextRun])}
          </p>
          <TextField
            label={t(($) => $.row.panel.assessmentId)}
            value={id}
            change={setId}
            isRequired
          />
          {isUnproven && (
            <Checkbox
              label={t(($) => $.row.settle.alsoOthers)}
              isOn={alsoOthers}
              change={setAlsoOthers}
            />
          )}
        </Dialog>
      )}
      {question === 'doesNot' && (
        <Dialog
          title={t(($) => $.row[subject].doesNotTitle)}
          button={t(($) => $.row[subject].send)}
          isDestructive
          act={() => settle({ exists: false })}
          close={close}
        >
          <p>
            {t(($) => $.row[sendingText][nextRun])} {t(($) => $.row.settle.two)}
          </p>
        </Dialog>
      )}
    </section>
  );
}
