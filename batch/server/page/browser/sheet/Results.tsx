import { useState } from 'preact/hooks';
import type { ApproverList, RiskMap, Sheet } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { buildAddress, place } from '../app/location.js';
import { nameRisks } from '../app/riskNames.js';
import { may } from '../app/session.js';
import { t } from '../language/language.js';
import { RowPanel } from './RowPanel.js';
import { DecideDialog } from './DecideDialog.js';
import { LostRows } from './LostRows.js';
import { getApiPath, getStepPath, type SheetProps } from './sheetPaths.js';
import { readSelection } from './resultSelection.js';
import { ResultTable, type Selection } from './ResultTable.js';
import { RiskCharts } from './RiskCharts.js';

const noRows: Selection = new Map();

export function Results({ sheet, rows }: SheetProps) {
  const { query } = place.value;
  const shownRow = Number(query.get('row') ?? 0);
  const showsCharts = query.get('view') === 'pictures';
  const riskQuery = useQuery<RiskMap>(`${getApiPath(sheet)}/risks`, {
    dependsOn: [sheet.counts.Scored, sheet.lastRunAt],
  });
  const { data: risks } = riskQuery;
  const labels = nameRisks(risks?.labels ?? {});
  // A selection applies only while its filter is set, because a decision must not include hidden rows.
  const filter = readSelection().toString();
  const [selection, setSelection] = useState<{ filter: string; rows: Selection }>();
  const selected = selection?.filter === filter ? selection.rows : noRows;
  const select = (rows: Selection) => {
    setSelection({ filter, rows });
  };
  const [isDeciding, setDeciding] = useState(false);
  // Increases with each change in this tab. Events report the changes by other people.
  const [version, setVersion] = useState(0);
  const onChanged = () => {
    setVersion((previous) => previous + 1);
  };
  const needsApprovers = shownRow > 0 || isDeciding;
  const { data: approverList } = useQuery<ApproverList>(
    needsApprovers ? `${getApiPath(sheet)}/approvers` : null,
    { dependsOn: [version] },
  );
  const approvers = approverList?.approvers ?? [];
  return (
    <>
      <div class="step-head">
        <div class="views" role="group" aria-label={t(($) => $.results.view)}>
          <a
            class="pill-link"
            href={buildAddress({ view: null })}
            aria-current={showsCharts ? undefined : 'true'}
          >
            {t(($) => $.results.rows)}
          </a>
          <a
            class="pill-link"
            href={buildAddress({ view: 'pictures', row: null })}
            aria-current={showsCharts ? 'true' : undefined}
          >
            {t(($) => $.results.charts)}
          </a>
        </div>
        <Downloads sheet={sheet} />
      </div>
      <LostRows sheet={sheet} onChanged={onChanged} />
      {showsCharts ? (
        <RiskCharts query={riskQuery} />
      ) : (
        <div class={`split ${shownRow > 0 ? 'with-row-panel' : ''}`}>
          <div>
            <ResultTable
              sheet={sheet}
              rows={rows}
              version={version}
              selected={selected}
              shownRow={shownRow}
              labels={labels}
              destinations={risks?.allDestinations ?? []}
              deselected={(selection?.rows.size ?? 0) - selected.size}
              select={select}
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
              onChanged={onChanged}
              row={shownRow}
              approvers={approvers}
              labels={labels}
            />
          )}
        </div>
      )}
      {isDeciding && (
        <DecideDialog
          sheet={sheet}
          onChanged={onChanged}
          rows={[...selected.values()]}
          approvers={approvers}
          close={() => {
            setDeciding(false);
            select(noRows);
          }}
        />
      )}
    </>
  );
}

function Downloads({ sheet }: { sheet: Sheet }) {
  const sheetPath = getApiPath(sheet);
  const isUnassessed = may('edit') && sheet.stage === 'check' && (sheet.counts.Scored ?? 0) === 0;
  const selection = readSelection();
  const hasSelection = selection.size > 0;
  return (
    <div class="actions">
      <a class="button" href={`${sheetPath}/downloads/report`} download>
        {t(($) => $.results.report)}
      </a>
      <a
        class="button"
        href={`${sheetPath}/downloads/results.csv${hasSelection ? `?${selection.toString()}` : ''}`}
        download
      >
        {t(($) => (hasSelection ? $.results.csvOfShown : $.results.csv))}
      </a>
      {sheet.deletedDataAt === undefined && (
        <a
          class={`button ${isUnassessed ? '' : 'primary'}`}
          href={`${sheetPath}/downloads/workbook`}
          download
        >
          {t(($) => $.results.workbook)}
        </a>
      )}
      {isUnassessed && (
        <a class="button primary" href={getStepPath(sheet, 'start')}>
          {t(($) => $.results.plan)}
        </a>
      )}
    </div>
  );
}
