import type { RestoreHold } from '../../../contract/shapes.js';
import { ask } from '../app/api.js';
import { may } from '../app/session.js';
import { ActionButton } from './ActionButton.js';

/** A note after a restore of the server: the checks that a person must make, and a button that confirms them. */
export function RestoreNote({
  hold,
  path,
  mayConfirm,
  onConfirmed,
}: {
  hold: RestoreHold;
  path: string;
  mayConfirm: boolean;
  onConfirmed: () => void;
}) {
  const confirm = (confirmPath: string) => async () => {
    await ask('POST', confirmPath, { noticedAt: hold.noticedAt });
    onConfirmed();
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
