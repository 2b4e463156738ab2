import { useEffect, useState } from 'preact/hooks';
import type { SheetSummary } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { listen } from '../app/live.js';
import { may } from '../app/session.js';
import {
  describeCounts,
  plural,
  findRunOutcome,
  findNextScreen,
  describeStage,
} from '../app/words.js';
import { Empty, Loading, ErrorNote } from '../parts/Notes.js';
import { Score } from '../parts/Score.js';
import { StatusBar } from '../parts/StatusBar.js';
import { Title } from '../parts/Title.js';
import { Day, Moment } from '../parts/Time.js';
import { DropZone } from './DropZone.js';

/** All sheets, and an area to upload the next one. */
export function Sheets() {
  const answer = useQuery<{ sheets: SheetSummary[] }>('/api/sheets');
  const [latestSheets, setLatestSheets] = useState<SheetSummary[]>();
  useEffect(
    () =>
      listen('all', (event) => {
        if (event.type === 'sheets') setLatestSheets(event.sheets);
      }),
    [],
  );
  const sheets = latestSheets ?? answer.data?.sheets;
  return (
    <>
      <Title
        title="Sheets"
        lead="Upload a list of hires or trips, and get it back with the risk scores in it."
      >
        <a class="button" href="/api/template" download>
          Download the template
        </a>
      </Title>
      {may('edit') ? (
        <DropZone />
      ) : (
        <p class="muted">
          Your role is view-only here. Only editors and administrators can upload.
        </p>
      )}
      {sheets !== undefined ? (
        <SheetTable sheets={sheets} />
      ) : answer.error !== undefined ? (
        <ErrorNote error={answer.error} refetch={answer.refetch} />
      ) : (
        <Loading text="Loading the sheets…" />
      )}
    </>
  );
}

function SheetTable({ sheets }: { sheets: readonly SheetSummary[] }) {
  if (sheets.length === 0) {
    return (
      <Empty title="No sheets yet">
        <p>Upload your own list as it is: its columns are matched in the next step.</p>
      </Empty>
    );
  }
  return (
    <div class="card scroll">
      <table class="sheets">
        <caption class="unseen">Sheets, the latest first</caption>
        <thead>
          <tr>
            <th scope="col">Sheet</th>
            <th scope="col">State</th>
            <th scope="col" class="number">
              Highest risk
            </th>
            <th scope="col">Uploaded</th>
            <th scope="col">Next assessment</th>
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
        <small>{sheet.rows > 0 ? plural(sheet.rows, 'row') : ''}</small>
      </th>
      <td data-label="State">
        <span class={`stage is-${sheet.stage} run-${findRunOutcome(sheet) ?? 'open'}`}>
          {describeStage(sheet)}
        </span>
        {sheet.rows > 0 && <StatusBar counts={counts} />}
        <small>
          {(sheet.stage === 'unreadable' ? sheet.refused : undefined) ?? describeCounts(counts)}
        </small>
      </td>
      <td class="number" data-label="Highest risk">
        {highest === undefined ? <span class="muted">–</span> : <Score score={highest} />}
      </td>
      <td data-label="Uploaded">
        {sheet.uploadedBy}
        <small>
          <Moment of={sheet.uploadedAt} />
        </small>
      </td>
      <td data-label="Next assessment">
        {schedule === undefined ? (
          <span class="muted">not planned</span>
        ) : (
          <Day of={schedule.nextAt} />
        )}
      </td>
    </tr>
  );
}
