import type { Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { go } from '../app/location.js';
import { may } from '../app/session.js';
import { t } from '../language/language.js';
import { ConfirmButton } from '../parts/ConfirmButton.js';
import { getApiPath } from './sheetPaths.js';

export function DeleteSheet({ sheet }: { sheet: Sheet }) {
  if (!may('edit')) return null;
  const { name } = sheet;
  const remove = async () => {
    await ask('DELETE', getApiPath(sheet));
    announce(t(($) => $.oneSheet.deleteSheet.done, { name }));
    go('/');
  };
  return (
    <ConfirmButton
      text={t(($) => $.oneSheet.deleteSheet.open)}
      title={t(($) => $.oneSheet.deleteSheet.title, { name })}
      button={t(($) => $.oneSheet.deleteSheet.button)}
      act={remove}
    >
      {t(($) => $.oneSheet.deleteSheet.consequences)}
    </ConfirmButton>
  );
}
