import type { RestoreHold } from '../../../contract/shapes.js';
import { localizeTimes } from '../app/time.js';
import { ask } from '../app/api.js';
import { may } from '../app/session.js';
import { t } from '../language/language.js';
import { ActionButton } from './ActionButton.js';

export function RestoreNote({
  hold,
  path,
  newSheetsPath,
  mayConfirm,
  onConfirmed,
}: {
  hold: RestoreHold;
  path: string;
  newSheetsPath?: string;
  mayConfirm: boolean;
  onConfirmed: () => void;
}) {
  const confirm = (confirmPath: string) => async () => {
    await ask('POST', confirmPath, { noticedAt: hold.noticedAt });
    onConfirmed();
  };
  return (
    <div class="note wrong" role="alert">
      <p>{localizeTimes(hold.message)}</p>
      <div class="actions">
        {mayConfirm && (
          <ActionButton act={confirm(path)}>{t(($) => $.parts.restore.confirm)}</ActionButton>
        )}
        {newSheetsPath !== undefined && hold.isNewSheet === true && may('administer') && (
          <ActionButton act={confirm(newSheetsPath)}>
            {t(($) => $.parts.restore.allowNewSheets)}
          </ActionButton>
        )}
      </div>
    </div>
  );
}
