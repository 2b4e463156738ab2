import type { ReportAdvice } from './advice.js';
import { shorten } from '../wording/words.js';
import type { Change, ReportSummary } from '../engine/report/summary.js';
import { html, type Markup } from '../../src/html.js';
import { toWebAddress } from './webAddress.js';
import type { ReportRow, ReportData, ScoredRow } from '../engine/report/reportData.js';
import { scoreColour } from './style.js';
import { getChangeCounts, nameRow, type ReportWords } from './words.js';

/** People do not read longer lists. */
const maxFirst = 20;
const maxRisen = 20;
const maxFallen = 10;
/** A longer trip, or name with an ID, would break the table. */
const maxNameLength = 80;

export function renderHighestRisks({ scored }: ReportSummary, words: ReportWords): Markup {
  const { columns } = words;
  const first = scored.slice(0, maxFirst);
  const rest = scored.length - first.length;
  const title = rest === 0 ? words.first.allRows : words.first.firstRows(first.length);
  return html`<section aria-labelledby="first">
    <p class="topic">${words.first.topic}</p>
    <h2 id="first">${title}</h2>
    <table>
      <thead>
        <tr>
          <th scope="col" class="number">${columns.overall}</th>
          <th scope="col">${columns.person}</th>
          <th scope="col">${columns.highestRisk}</th>
          <th scope="col">${columns.report}</th>
        </tr>
      </thead>
      <tbody>
        ${first.map((row) => renderRow(row, words))}
      </tbody>
    </table>
    ${rest === 0 ? '' : html`<p class="lead">${words.first.more(rest)}</p>`}
  </section>`;
}

function renderRow(scored: ScoredRow, words: ReportWords): Markup {
  const { highestRisk } = scored;
  let risk: Markup | string = '';
  if (highestRisk !== undefined) {
    const { kind, score } = highestRisk;
    risk = html`${words.formatScore(score)}<small>${words.risks[kind]}</small>`;
  }
  return html`<tr>
    <td class="number">${renderScore(scored.overall, words)}</td>
    ${renderPersonCell(scored, words)}
    <td>${risk}</td>
    <td>${renderReportLink(scored, words)}</td>
  </tr>`;
}

export function renderChanges(
  { changes, scored }: ReportSummary,
  { round }: ReportData,
  words: ReportWords,
  { assessAgain }: ReportAdvice,
): Markup {
  const { compared, risen, fallen, bandUp } = changes;
  const notCompared = scored.length - compared;
  const lead =
    compared === 0
      ? [words.changes.noneHint, assessAgain]
      : [
          words.changes.compared({ rows: compared, bandUp, round: round?.number }),
          ...(notCompared === 0 ? [] : [words.changes.notCompared(notCompared)]),
        ];
  const hasChanges = risen.length + fallen.length > 0;
  return html`<section aria-labelledby="changed">
    <p class="topic">${words.changes.topic}</p>
    <h2 id="changed">
      ${compared === 0 ? words.changes.none : words.countChanges(getChangeCounts(changes))}
    </h2>
    <p class="lead">${lead.join(' ')}</p>
    ${hasChanges ? renderChangeTable(risen, fallen, words) : ''}
  </section>`;
}

function renderChangeTable(
  risen: readonly Change[],
  fallen: readonly Change[],
  words: ReportWords,
): Markup {
  const { columns, changes } = words;
  const omitted = {
    risen: Math.max(0, risen.length - maxRisen),
    fallen: Math.max(0, fallen.length - maxFallen),
  };
  const omissionNote =
    omitted.risen + omitted.fallen === 0
      ? ''
      : html`<p class="lead">${changes.omitted(omitted)}</p>`;
  return html`<table>
      <thead>
        <tr>
          <th scope="col" class="number">${columns.change}</th>
          <th scope="col">${columns.person}</th>
          <th scope="col" class="number">${columns.before}</th>
          <th scope="col" class="number">${columns.now}</th>
          <th scope="col">${columns.report}</th>
        </tr>
      </thead>
      <tbody>
        ${risen.slice(0, maxRisen).map((change) => renderChangeRow(change, words))}
      </tbody>
      <tbody>
        ${fallen.slice(0, maxFallen).map((change) => renderChangeRow(change, words))}
      </tbody>
    </table>
    ${omissionNote}`;
}

function renderChangeRow(
  { row: scored, before, now, difference }: Change,
  words: ReportWords,
): Markup {
  const { formatScore } = words;
  const change =
    difference > 0
      ? html`<b>▲&nbsp;+${formatScore(difference)}</b>`
      : html`▼&nbsp;−${formatScore(-difference)}`;
  return html`<tr>
    <td class="number">${change}</td>
    ${renderPersonCell(scored, words)}
    <td class="number">${formatScore(before)}</td>
    <td class="number">${renderScore(now, words)}</td>
    <td>${renderReportLink(scored, words)}</td>
  </tr>`;
}

function renderPersonCell(reportRow: ReportRow, words: ReportWords): Markup {
  const { department = '', purpose, destination, row, employeeId, name } = reportRow;
  const trip =
    purpose === '' || destination === ''
      ? `${purpose}${destination}`
      : words.first.trip(purpose, destination);
  const isNamed = employeeId !== '' || name !== undefined;
  const where = isNamed ? [words.row(row).replace(' ', '\u00a0')] : [];
  const about = [department, shorten(trip, maxNameLength), ...where].filter((part) => part !== '');
  return html`<th scope="row">
    ${shorten(nameRow(reportRow, words), maxNameLength)}<small>${about.join(', ')}</small>
  </th>`;
}

function renderScore(score: number, { formatScore }: ReportWords): Markup {
  return html`<span class="score" style="background:${scoreColour(score)}"
    >${formatScore(score)}</span
  >`;
}

function renderReportLink({ redirectUrl = '', row }: ReportRow, { first }: ReportWords): Markup {
  const address = toWebAddress(redirectUrl);
  if (address === undefined) return html`<span class="muted">${first.noLink}</span>`;
  const name = first.reportOnRow(row);
  return html`<a href="${address}" rel="noopener noreferrer" aria-label="${name}"
    >${first.report}</a
  >`;
}
