import type { ReportAdvice } from './advice.js';
import { count, shorten, formatNumber } from '../wording/words.js';
import type { Change, ReportSummary } from '../engine/report/summary.js';
import { html, type Markup } from '../../src/html.js';
import { toWebAddress } from './webAddress.js';
import type { ReportRow, ReportData, ScoredRow } from '../engine/report/reportData.js';
import { scoreColour } from './style.js';
import { rowName, changeWords, riskLabel, scoreText } from './words.js';

/** The most rows in each list: longer lists are not read. */
const maxFirst = 20;
const maxRisen = 20;
const maxFallen = 10;
/** The most characters of a trip, or of a name with an ID: longer text would break the table. */
const maxNameLength = 80;

/** Renders the rows with the highest risk, with links to their reports. */
export function renderHighestRisks({ scored }: ReportSummary): Markup {
  const first = scored.slice(0, maxFirst);
  const rest = scored.length - first.length;
  const title =
    rest === 0
      ? 'All scored rows, highest overall risk first'
      : `The ${first.length} rows with the highest overall risk`;
  return html`<section aria-labelledby="first">
    <p class="topic">Where to look first</p>
    <h2 id="first">${title}</h2>
    <table>
      <thead>
        <tr>
          <th scope="col" class="number">Overall</th>
          <th scope="col">Person</th>
          <th scope="col">Highest risk</th>
          <th scope="col">Report</th>
        </tr>
      </thead>
      <tbody>
        ${first.map(renderRow)}
      </tbody>
    </table>
    ${rest === 0 ? '' : html`<p class="lead">The sheet has ${count(rest, 'more scored row')}.</p>`}
  </section>`;
}

function renderRow(scored: ScoredRow): Markup {
  const { highestRisk } = scored;
  const risk =
    highestRisk === undefined
      ? ''
      : html`${scoreText(highestRisk.score)}<small>${riskLabel(highestRisk.kind)}</small>`;
  return html`<tr>
    <td class="number">${renderScore(scored.overall)}</td>
    ${renderPersonCell(scored)}
    <td>${risk}</td>
    <td>${renderReportLink(scored)}</td>
  </tr>`;
}

/** Renders the changes since the previous assessment, increases first. */
export function renderChanges(
  { changes, scored }: ReportSummary,
  { round }: ReportData,
  { assessAgain }: ReportAdvice,
): Markup {
  const { compared, risen, fallen, bandUp } = changes;
  const title = compared === 0 ? 'Nothing to compare yet' : changeWords(changes);
  const others = scored.length - compared;
  const othersWords =
    others === 0 ? '' : ` ${count(others, 'other row')} cannot be compared: two scores are needed.`;
  const lead =
    compared === 0
      ? `No row has two scores yet. ${assessAgain}`
      : `${count(compared, 'row')} assessed again${round === undefined ? '' : ` in round ${round.number}`}; ${formatNumber(bandUp)} rose into a higher band.${othersWords}`;
  const hasChanges = risen.length + fallen.length > 0;
  return html`<section aria-labelledby="changed">
    <p class="topic">What changed</p>
    <h2 id="changed">${title}</h2>
    <p class="lead">${lead}</p>
    ${hasChanges ? renderChangeTable(risen, fallen) : ''}
  </section>`;
}

function renderChangeTable(risen: readonly Change[], fallen: readonly Change[]): Markup {
  const omittedRows = [
    [risen.length - maxRisen, 'rose'] as const,
    [fallen.length - maxFallen, 'fell'] as const,
  ].filter(([more]) => more > 0);
  const omissionNote =
    omittedRows.length === 0
      ? ''
      : html`<p class="lead">
          Not listed:
          ${omittedRows.map(([more, verb]) => `${formatNumber(more)} more that ${verb}`).join(', ')}.
        </p>`;
  return html`<table>
      <thead>
        <tr>
          <th scope="col" class="number">Change</th>
          <th scope="col">Person</th>
          <th scope="col" class="number">Before</th>
          <th scope="col" class="number">Now</th>
          <th scope="col">Report</th>
        </tr>
      </thead>
      <tbody>
        ${risen.slice(0, maxRisen).map(renderChangeRow)}
      </tbody>
      <tbody>
        ${fallen.slice(0, maxFallen).map(renderChangeRow)}
      </tbody>
    </table>
    ${omissionNote}`;
}

function renderChangeRow({ row: scored, before, now, difference }: Change): Markup {
  const change =
    difference > 0
      ? html`<b>▲&nbsp;+${scoreText(difference)}</b>`
      : html`▼&nbsp;−${scoreText(-difference)}`;
  return html`<tr>
    <td class="number">${change}</td>
    ${renderPersonCell(scored)}
    <td class="number">${scoreText(before)}</td>
    <td class="number">${renderScore(now)}</td>
    <td>${renderReportLink(scored)}</td>
  </tr>`;
}

/** Renders the cell that names a row: the person, then the department, trip and row number. */
function renderPersonCell(reportRow: ReportRow): Markup {
  const { department = '', purpose, destination, row, employeeId, name } = reportRow;
  const trip = [purpose, destination].filter((part) => part !== '').join(' to ');
  const isNamed = employeeId !== '' || name !== undefined;
  const where = isNamed ? [`row\u00a0${formatNumber(row)}`] : [];
  const words = [department, shorten(trip, maxNameLength), ...where].filter((part) => part !== '');
  return html`<th scope="row">
    ${shorten(rowName(reportRow), maxNameLength)}<small>${words.join(', ')}</small>
  </th>`;
}

function renderScore(score: number): Markup {
  return html`<span class="score" style="background:${scoreColour(score)}"
    >${scoreText(score)}</span
  >`;
}

function renderReportLink({ redirectUrl = '', row }: ReportRow): Markup {
  const address = toWebAddress(redirectUrl);
  if (address === undefined) return html`<span class="muted">no link</span>`;
  const name = `Report of row ${formatNumber(row)}`;
  return html`<a href="${address}" rel="noopener noreferrer" aria-label="${name}">Report</a>`;
}
