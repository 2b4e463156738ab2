import { useState } from 'preact/hooks';
import type { PersonAction } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { Dialog } from '../parts/Dialog.js';
import { Facts } from '../parts/Facts.js';
import { TextField } from '../parts/Field.js';

type Question = 'exists' | 'send';

/** Buttons to settle an invitation: it exists in the service, it does not exist, or it is sent once more anyway. */
export function SettleInvitation({
  action,
  onSettled,
}: {
  action: PersonAction;
  onSettled: (actions: { readonly actions: readonly PersonAction[] }) => void;
}) {
  const [question, setQuestion] = useState<Question>();
  const [userId, setUserId] = useState('');
  const { id, person, waitsFor, sent = [] } = action;
  const isUnconfirmed = waitsFor === 'settle';
  const settle = async (answer: object) => {
    onSettled(await ask('POST', `/api/people/${encodeURIComponent(id)}/settlement`, answer));
    announce(`${person}: recorded.`);
  };
  const questionButton = (next: Question, text: string) => (
    <button
      type="button"
      class="button small"
      aria-label={`${person}: ${text}`}
      onClick={() => {
        setQuestion(next);
      }}
    >
      {text}
    </button>
  );
  const close = () => {
    setQuestion(undefined);
  };
  return (
    <div class="actions">
      {isUnconfirmed && questionButton('exists', 'It exists…')}
      {questionButton('send', isUnconfirmed ? 'It does not exist…' : 'Invite anyway…')}
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
