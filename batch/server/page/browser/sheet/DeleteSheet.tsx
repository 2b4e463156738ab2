import type { Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { go } from '../app/location.js';
import { may } from '../app/session.js';
import { ConfirmButton } from '../parts/ConfirmButton.js';
import { getApiPath } from './sheetPaths.js';

/** A button that deletes a sheet after a confirmation. */
export function DeleteSheet({ sheet }: { sheet: Sheet }) {
  if (!may('edit')) return null;
  const remove = async () => {
    await ask('DELETE', getApiPath(sheet));
    announce(`${sheet.name} has been deleted.`);
    go('/');
  };
  return (
    <ConfirmButton
      text="Delete…"
      title={`Delete ${sheet.name}?`}
      button="Delete the sheet"
      act={remove}
    >
      The file, its rows and decisions are deleted here. Assessments that were created stay in the
      service. A record of what was sent stays here, with IDs and scores but without names and
      inputs, so that nothing is sent twice.
    </ConfirmButton>
  );
}
