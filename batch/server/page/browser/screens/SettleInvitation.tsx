import { useState } from 'preact/hooks';
import type { PersonAction } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { Dialog } from '../parts/Dialog.js';
import { Facts } from '../parts/Facts.js';
import { TextField } from '../parts/Field.js';

type Question = 'exists' | 'send';

/** Buttons for an invitation that waits for a decision: it exists, it does not, or it is to be sent anyway. */
export function SettleInvitation({
  action,
  settled,
}: {
  action: PersonAction;
  settled: (actions: { readonly actions: readonly PersonAction[] }) => void;
}) {
  const [question, setQuestion] = useState<Question>();
  const [userId, setUserId] = useState('');
  const { id, person, waitsFor, sent = [] } = action;
  const isUnconfirmed = waitsFor === 'settle';
  const settle = async (answer: object) => {
    settled(await ask('POST', `/api/people/${encodeURIComponent(id)}/settlement`, answer));
    announce(`${person}: recorded.`);
  };
  const button = (which: Question, words: string) => (
    <button
      type="button"
      class="button small"
      aria-label={`${person}: ${words}`}
      onClick={() => {
        setQuestion(which);
      }}
    >
      {words}
    </button>
  );
  const close = () => {
    setQuestion(undefined);
  };
  return (
    <div class="actions">
      {isUnconfirmed && button('exists', 'It exists…')}
      {button('send', isUnconfirmed ? 'It does not exist…' : 'Invite anyway…')}
      {question === 'exists' && (
        <Dialog
          title="The invitation exists in the service"
          button="It exists"
          act={() => settle({ exists: true, userId: userId.trim() })}
          close={close}
        >
          <Facts facts={sent} />
          <TextField label="User ID, if the service shows it" value={userId} change={setUserId} />
        </Dialog>
      )}
      {question === 'send' && (
        <Dialog
          title={isUnconfirmed ? 'It does not exist in the service' : `Invite ${person} once more?`}
          button={isUnconfirmed ? 'It does not exist: send it again' : 'Invite anyway'}
          isDestructive
          act={() => settle({ exists: false })}
          close={close}
        >
          <Facts facts={sent} />
          <p>
            {isUnconfirmed
              ? 'It is sent again at once. If the invitation does exist after all, the person gets another email, and may have two accounts.'
              : 'The same Staff ID was invited with another email before: the person may then have two accounts.'}
          </p>
        </Dialog>
      )}
    </div>
  );
}
