import type { RestoreHold } from '../../../contract/shapes.js';
import { ask } from '../app/api.js';
import { may } from '../app/session.js';
import { ActionButton } from './ActionButton.js';

/** Shows the necessary checks after a restore of the server, and the button that confirms them. */
export function Restored({
  hold,
  path,
  mayConfirm,
  confirmed,
}: {
  hold: RestoreHold;
  path: string;
  mayConfirm: boolean;
  confirmed: () => void;
}) {
  const confirm = (to: string) => async () => {
    await ask('POST', to, { noticedAt: hold.noticedAt });
    confirmed();
  };
  return (
    <div class="note wrong" role="alert">
      <p>{hold.message}</p>
      {mayConfirm && <ActionButton act={confirm(path)}>I have checked the service</ActionButton>}
      {hold.isNewSheet === true && may('administer') && (
        <ActionButton act={confirm('/api/sheets/restore-check')}>Let new sheets run</ActionButton>
      )}
    </div>
  );
}
