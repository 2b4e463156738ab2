import type { RestoreHold } from '../../../api/shapes.js';
import { ask } from '../app/api.js';
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
  return (
    <div class="note wrong" role="alert">
      <p>{hold.said}</p>
      {mayConfirm && (
        <Act
          act={async () => {
            await ask('POST', path, { noticedAt: hold.noticedAt });
            confirmed();
          }}
        >
          I have checked the service
        </Act>
      )}
    </div>
  );
}
