import { useState } from 'preact/hooks';
import type { ApproverList, RiskMap } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { addressWith, place } from '../app/location.js';
import { RowPanel } from './RowPanel.js';
import { DecideDialog } from './DecideDialog.js';
import { LostRows } from './LostRows.js';
import { apiPath, type SheetProps } from './sheetPaths.js';
import { readSelection } from './resultSelection.js';
import { ResultTable, type Selection } from './ResultTable.js';
import { RiskPictures } from './RiskPictures.js';

/** The rows by risk, one row with its details beside them, and the charts of all rows. */
export function Results({ sheet, rows }: SheetProps) {
  const { query } = place.value;
  const shownRow = Number(query.get('row') ?? 0);
  const isPictures = query.get('view') === 'pictures';
  const {
    data: risks,
    error,
    refetch,
  } = useQuery<RiskMap>(`${apiPath(sheet)}/risks`, {
    dependsOn: [sheet.counts.Scored, sheet.lastRunAt],
  });
  const [selected, setSelected] = useState<Selection>(new Map());
  const [isDeciding, setDeciding] = useState(false);
  // Increases after each action here; the stream of events reports those of others.
  const [version, setVersion] = useState(0);
  const changed = () => {
    setVersion((before) => before + 1);
  };
  const isPersonAsked = shownRow > 0 || isDeciding;
  const { data: known } = useQuery<ApproverList>(
    isPersonAsked ? `${apiPath(sheet)}/approvers` : null,
    { dependsOn: [version] },
  );
  const approvers = known?.approvers ?? [];
  return (
    <>
      <div class="step-head">
        <div class="views" role="group" aria-label="View">
          <a
            class="pill-link"
            href={addressWith({ view: null })}
            aria-current={isPictures ? undefined : 'true'}
          >
            Rows
          </a>
          <a
            class="pill-link"
            href={addressWith({ view: 'pictures', row: null })}
            aria-current={isPictures ? 'true' : undefined}
          >
            Charts
          </a>
        </div>
        <Downloads sheet={apiPath(sheet)} isDeleted={sheet.deletedDataAt !== undefined} />
      </div>
      <LostRows sheet={sheet} changed={changed} />
      {isPictures ? (
        <RiskPictures risks={risks} error={error} refetch={refetch} />
      ) : (
        <div class={`split ${shownRow > 0 ? 'with-row-panel' : ''}`}>
          <div>
            <ResultTable
              sheet={sheet}
              rows={rows}
              version={version}
              selected={selected}
              shownRow={shownRow}
              labels={risks?.labels ?? {}}
              destinations={risks?.allDestinations ?? []}
              select={setSelected}
              decide={() => {
                setDeciding(true);
              }}
            />
          </div>
          {shownRow > 0 && (
            <RowPanel
              key={shownRow}
              sheet={sheet}
              rows={rows}
              changed={changed}
              row={shownRow}
              approvers={approvers}
              labels={risks?.labels ?? {}}
            />
          )}
        </div>
      )}
      {isDeciding && (
        <DecideDialog
          sheet={sheet}
          changed={changed}
          rows={[...selected.values()]}
          approvers={approvers}
          close={() => {
            setDeciding(false);
            setSelected(new Map());
          }}
        />
      )}
    </>
  );
}

function Downloads({ sheet, isDeleted }: { sheet: string; isDeleted: boolean }) {
  const selection = readSelection();
  const isSelection = selection.size > 0;
  return (
    <div class="actions">
      <a class="button" href={`${sheet}/downloads/report`} download>
        Report
      </a>
      <a
        class="button"
        href={`${sheet}/downloads/results.csv${isSelection ? `?${selection.toString()}` : ''}`}
        download
      >
        {isSelection ? 'CSV of these rows' : 'CSV'}
      </a>
      {!isDeleted && (
        <a class="button primary" href={`${sheet}/downloads/workbook`} download>
          Download the sheet with scores
        </a>
      )}
    </div>
  );
}
