import { useEffect, useState } from 'preact/hooks';
import type { SheetSummary } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { listen } from '../app/live.js';
import { may } from '../app/session.js';
import { describeCounts, findRunOutcome, findNextScreen, describeStage } from '../app/words.js';
import { t } from '../language/language.js';
import { Empty, QueryPlaceholder } from '../parts/Notes.js';
import { Score } from '../parts/Score.js';
import { StatusBar } from '../parts/StatusBar.js';
import { Title } from '../parts/Title.js';
import { Day, Moment } from '../parts/Time.js';
import { DropZone } from './DropZone.js';

export function Sheets() {
  const query = useQuery<{ sheets: SheetSummary[] }>('/api/sheets');
  const [latestSheets, setLatestSheets] = useState<SheetSummary[]>();
  useEffect(
    () =>
      listen('all', (event) => {
        if (event.type === 'sheets') setLatestSheets(event.sheets);
      }),
    [],
  );
  const sheets = latestSheets ?? query.data?.sheets;
  return (
    <>
      <Title title={t(($) => $.frame.screens.sheets)} lead={t(($) => $.sheets.lead)}>
        <a class="button" href="/api/template" download>
          {t(($) => $.sheets.template)}
        </a>
      </Title>
      {may('edit') ? <DropZone /> : <p class="muted">{t(($) => $.sheets.viewOnly)}</p>}
      {sheets === undefined ? (
        <QueryPlaceholder query={query} text={t(($) => $.sheets.loading)} />
      ) : (
        <SheetTable sheets={sheets} />
      )}
    </>
  );
}

function SheetTable({ sheets }: { sheets: readonly SheetSummary[] }) {
  if (sheets.length === 0) {
    return (
      <Empty title={t(($) => $.sheets.empty.title)}>
        <p>{t(($) => $.sheets.empty.hint)}</p>
      </Empty>
    );
  }
  return (
    <div class="card scroll">
      <table class="sheets">
        <caption class="unseen">{t(($) => $.sheets.table.caption)}</caption>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.sheets.table.sheet)}</th>
            <th scope="col">{t(($) => $.sheets.table.state)}</th>
            <th scope="col" class="number">
              {t(($) => $.sheets.table.highestRisk)}
            </th>
            <th scope="col">{t(($) => $.sheets.table.uploaded)}</th>
            <th scope="col">{t(($) => $.sheets.table.nextAssessment)}</th>
          </tr>
        </thead>
        <tbody>
          {sheets.map((sheet) => (
            <SheetRow key={sheet.id} sheet={sheet} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SheetRow({ sheet }: { sheet: SheetSummary }) {
  const { counts, highest, schedule } = sheet;
  return (
    <tr>
      <th scope="row">
        <a href={`/sheets/${encodeURIComponent(sheet.id)}/${findNextScreen(sheet)}`}>
          {sheet.name}
        </a>
        <small>{sheet.rows > 0 ? t(($) => $.terms.rows, { count: sheet.rows }) : ''}</small>
      </th>
      <td data-label={t(($) => $.sheets.table.state)}>
        <span class={`stage is-${sheet.stage} run-${findRunOutcome(sheet) ?? 'open'}`}>
          {describeStage(sheet)}
        </span>
        {sheet.rows > 0 && <StatusBar counts={counts} />}
        <small>
          {(sheet.stage === 'unreadable' ? sheet.refused : undefined) ?? describeCounts(counts)}
        </small>
      </td>
      <td class="number" data-label={t(($) => $.sheets.table.highestRisk)}>
        {highest === undefined ? <span class="muted">–</span> : <Score score={highest} />}
      </td>
      <td data-label={t(($) => $.sheets.table.uploaded)}>
        {sheet.uploadedBy}
        <small>
          <Moment of={sheet.uploadedAt} />
        </small>
      </td>
      <td data-label={t(($) => $.sheets.table.nextAssessment)}>
        {schedule === undefined ? (
          <span class="muted">{t(($) => $.sheets.table.notPlanned)}</span>
        ) : (
          <Day of={schedule.nextAt} />
        )}
      </td>
    </tr>
  );
}
