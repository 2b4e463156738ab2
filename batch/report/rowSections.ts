import type { ReportAdvice } from './advice.js';
import { count, shortened, formatNumber } from '../wording/words.js';
import type { Change, ReportSummary } from '../engine/report/summary.js';
import { html, type Markup } from '../../src/html.js';
import { webAddress } from './webAddress.js';
import type { ReportRow, ReportData, ScoredRow } from '../engine/report/reportData.js';
import { scoreColour } from './style.js';
import { rowName, changeWords, riskLabel, scoreText } from './words.js';

/** The longest lists that a person still reads. */
const maxFirst = 20;
const maxRisen = 20;
const maxFallen = 10;
/** The most characters of a destination or an ID: longer text would break the table. */
const maxNameLength = 80;

/** Renders the rows with the highest risk, with links to their reports. */
export function firstSection({ scored }: ReportSummary): Markup {
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
        ${first.map(firstRow)}
      </tbody>
    </table>
    ${rest === 0 ? '' : html`<p class="lead">The sheet has ${count(rest, 'more scored row')}.</p>`}
  </section>`;
}

function firstRow(scored: ScoredRow): Markup {
  const { highestRisk } = scored;
  const risk =
    highestRisk === undefined
      ? ''
      : html`${scoreText(highestRisk.score)}<small>${riskLabel(highestRisk.kind)}</small>`;
  return html`<tr>
    <td class="number">${scoreChip(scored.overall)}</td>
    ${rowCell(scored)}
    <td>${risk}</td>
    <td>${reportLink(scored)}</td>
  </tr>`;
}

/** Renders the changes since the previous assessment, increases first. */
export function changedSection(
  { changes, scored }: ReportSummary,
  { round }: ReportData,
  { assessAgain }: ReportAdvice,
): Markup {
  const { compared, risen, fallen, bandUp } = changes;
  const title = compared === 0 ? 'Nothing to compare yet' : changeWords(changes);
  const others = scored.length - compared;
  const othersWords =
    others === 0
      ? ''
      : ` ${count(others, 'other row')} cannot be compared: they were assessed only once.`;
  const lead =
    compared === 0
      ? `No row has been assessed twice yet. ${assessAgain}`
      : `${count(compared, 'row')} assessed again${round === undefined ? '' : ` in round ${round.number}`}; ${formatNumber(bandUp)} rose into a higher band.${othersWords}`;
  const moved = risen.length + fallen.length > 0;
  return html`<section aria-labelledby="changed">
    <p class="topic">What changed</p>
    <h2 id="changed">${title}</h2>
    <p class="lead">${lead}</p>
    ${moved ? changeTable(risen, fallen) : ''}
  </section>`;
}

function changeTable(risen: readonly Change[], fallen: readonly Change[]): Markup {
  const left = [
    [risen.length - maxRisen, 'rose'] as const,
    [fallen.length - maxFallen, 'fell'] as const,
  ].filter(([more]) => more > 0);
  const leftOut =
    left.length === 0
      ? ''
      : html`<p class="lead">
          Not listed:
          ${left.map(([more, verb]) => `${formatNumber(more)} more that ${verb}`).join(', ')}.
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
        ${risen.slice(0, maxRisen).map(changeRow)}
      </tbody>
      <tbody>
        ${fallen.slice(0, maxFallen).map(changeRow)}
      </tbody>
    </table>
    ${leftOut}`;
}

function changeRow({ row: scored, before, now, difference }: Change): Markup {
  const change =
    difference > 0
      ? html`<b>▲&nbsp;+${scoreText(difference)}</b>`
      : html`▼&nbsp;−${scoreText(-difference)}`;
  return html`<tr>
    <td class="number">${change}</td>
    ${rowCell(scored)}
    <td class="number">${scoreText(before)}</td>
    <td class="number">${scoreChip(now)}</td>
    <td>${reportLink(scored)}</td>
  </tr>`;
}

/** Renders the heading of a row: the person, purpose and destination. */
function rowCell(shown: ReportRow): Markup {
  const { department = '', purpose, destination, row, employeeId, name } = shown;
  const trip = [purpose, destination].filter((part) => part !== '').join(' to ');
  const isNamed = employeeId !== '' || name !== undefined;
  const where = isNamed ? [`row\u00a0${formatNumber(row)}`] : [];
  const words = [department, shortened(trip, maxNameLength), ...where].filter(
    (part) => part !== '',
  );
  return html`<th scope="row">
    ${shortened(rowName(shown), maxNameLength)}<small>${words.join(', ')}</small>
  </th>`;
}

function scoreChip(score: number): Markup {
  return html`<span class="score" style="background:${scoreColour(score)}"
    >${scoreText(score)}</span
  >`;
}

function reportLink({ redirectUrl = '', row }: ReportRow): Markup {
  const address = webAddress(redirectUrl);
  if (address === undefined) return html`<span class="muted">no link</span>`;
  const name = `Report of row ${formatNumber(row)}`;
  return html`<a href="${address}" rel="noopener noreferrer" aria-label="${name}">Report</a>`;
}
