import { useState } from 'preact/hooks';
import type { PersonAction } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { t } from '../language/language.js';
import { Dialog } from '../parts/Dialog.js';
import { Facts } from '../parts/Facts.js';
import { TextField } from '../parts/Field.js';

type Question = 'exists' | 'send';

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
  const settle = async (settlement: object) => {
    onSettled(await ask('POST', `/api/people/${encodeURIComponent(id)}/settlement`, settlement));
    announce(t(($) => $.people.settle.recorded, { person }));
  };
  const renderQuestionButton = (next: Question, text: string) => (
    <button
      type="button"
      class="button small"
      aria-label={t(($) => $.people.settle.button, { person, text })}
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
      {isUnconfirmed &&
        renderQuestionButton(
          'exists',
          t(($) => $.people.settle.exists),
        )}
      {renderQuestionButton(
        'send',
        t(($) => (isUnconfirmed ? $.people.settle.missing : $.people.settle.anyway)),
      )}
      {question === 'exists' && (
        <Dialog
          title={t(($) => $.people.settle.existsTitle)}
          button={t(($) => $.people.settle.existsConfirm)}
          act={() => settle({ exists: true, userId: userId.trim() })}
          close={close}
        >
          <Facts facts={sent} />
          <TextField label={t(($) => $.people.settle.userId)} value={userId} change={setUserId} />
        </Dialog>
      )}
      {question === 'send' && (
        <Dialog
          title={t(
            ($) => (isUnconfirmed ? $.people.settle.missingTitle : $.people.settle.anywayTitle),
            { person },
          )}
          button={t(($) =>
            isUnconfirmed ? $.people.settle.missingConfirm : $.people.settle.anywayConfirm,
          )}
          isDestructive
          act={() => settle({ exists: false })}
          close={close}
        >
          <Facts facts={sent} />
          <p>
            {t(($) =>
              isUnconfirmed
                ? $.people.settle.missingConsequence
                : $.people.settle.anywayConsequence,
            )}
          </p>
        </Dialog>
      )}
    </div>
  );
}
