import { useEffect } from 'preact/hooks';
import type { Sheet, Unconfirmed } from '../../../contract/shapes.js';
import { useAnswer } from '../app/answer.js';
import { apiPath } from './sheetPaths.js';
import { SettleCase } from './SettleCase.js';

/** Rows that were sent and never answered, and are not in the sheet any more, as it is read now. */
export function LostRows({ sheet, changed }: { sheet: Sheet; changed: () => void }) {
  const hasLost = sheet.unconfirmed > (sheet.counts.Unconfirmed ?? 0);
  const path = hasLost ? `${apiPath(sheet)}/unconfirmed` : null;
  const { data, again } = useAnswer<{ unconfirmed: readonly Unconfirmed[] }>(path);
  useEffect(again, [sheet.unconfirmed]);
  const lost = data?.unconfirmed.filter(({ row }) => row === null) ?? [];
  return (
    <>
      {lost.map((unconfirmed) => (
        <SettleCase
          key={unconfirmed.key}
          sheet={sheet}
          unconfirmed={unconfirmed}
          acted={() => {
            again();
            changed();
          }}
        />
      ))}
    </>
  );
}
