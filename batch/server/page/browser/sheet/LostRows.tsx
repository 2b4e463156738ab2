import type { Sheet, Unconfirmed } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { getApiPath } from './sheetPaths.js';
import { SettleRow } from './SettleRow.js';

/** Lists unconfirmed requests whose rows were removed from the sheet, hidden or changed. */
export function LostRows({ sheet, onChanged }: { sheet: Sheet; onChanged: () => void }) {
  const hasLostRows = sheet.unconfirmed > (sheet.counts.Unconfirmed ?? 0);
  const path = hasLostRows ? `${getApiPath(sheet)}/unconfirmed` : null;
  const { data, refetch } = useQuery<{ unconfirmed: readonly Unconfirmed[] }>(path, {
    dependsOn: [sheet.unconfirmed],
  });
  const lostRequests = data?.unconfirmed.filter(({ row }) => row === null) ?? [];
  return (
    <>
      {lostRequests.map((unconfirmed) => (
        <SettleRow
          key={`${unconfirmed.key} ${unconfirmed.sentAt ?? ''}`}
          sheet={sheet}
          unconfirmed={unconfirmed}
          onActed={() => {
            refetch();
            onChanged();
          }}
        />
      ))}
    </>
  );
}
