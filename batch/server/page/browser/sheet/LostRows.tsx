import type { Sheet, Unconfirmed } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { apiPath } from './sheetPaths.js';
import { SettleRow } from './SettleRow.js';

/** Requests that were sent and never answered, and whose rows are no longer in the sheet. */
export function LostRows({ sheet, changed }: { sheet: Sheet; changed: () => void }) {
  const hasLost = sheet.unconfirmed > (sheet.counts.Unconfirmed ?? 0);
  const path = hasLost ? `${apiPath(sheet)}/unconfirmed` : null;
  const { data, refetch } = useQuery<{ unconfirmed: readonly Unconfirmed[] }>(path, {
    dependsOn: [sheet.unconfirmed],
  });
  const lost = data?.unconfirmed.filter(({ row }) => row === null) ?? [];
  return (
    <>
      {lost.map((unconfirmed) => (
        <SettleRow
          key={unconfirmed.key}
          sheet={sheet}
          unconfirmed={unconfirmed}
          acted={() => {
            refetch();
            changed();
          }}
        />
      ))}
    </>
  );
}
