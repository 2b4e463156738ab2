import type { RestoreHold } from '../../../contract/shapes.js';
import { ask } from '../app/api.js';
import { may } from '../app/session.js';
import { Act } from './Act.js';

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
      <p>{hold.said}</p>
      {mayConfirm && <Act act={confirm(path)}>I have checked the service</Act>}
      {hold.isNewSheet === true && may('administer') && (
        <Act act={confirm('/api/sheets/restore-check')}>Let new sheets run</Act>
      )}
    </div>
  );
}
