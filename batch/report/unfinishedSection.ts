import { html, type Markup } from '../../src/html.js';
import type { ReportSummary, Reason, Unfinished } from '../engine/report/summary.js';
import type { ReportAdvice } from './advice.js';
import { count, firstRows, shorten, formatNumber } from '../wording/words.js';

/** The most reasons, and rows with one reason, that are listed: longer lists are not read. */
const maxReasons = 8;
const maxRows = 6;
/** The most characters of a reason: it may quote a long text. */
const maxReasonLength = 400;

/** Renders the unfinished rows with the reasons and the advice. */
export function renderUnfinished(summary: ReportSummary, advice: ReportAdvice): Markup {
  const { open, openWithScores, unfinished, rows } = summary;
  if (rows === 0) return html``;
  const title =
    open === 0
      ? 'Nothing: every row is scored'
      : `${count(open, 'row')} ${open === 1 ? 'is' : 'are'} not finished`;
  return html`<section aria-labelledby="unfinished">
    <p class="topic">What is unfinished</p>
    <h2 id="unfinished">${title}</h2>
    ${openWithScores === 0 ? '' : html`<p class="lead">${formatNumber(openWithScores)} of them still ${openWithScores === 1 ? 'shows' : 'show'} the scores of an earlier assessment.</p>`}
    ${unfinished.map((part) => renderStatus(part, advice))}
  </section>`;
}

function renderStatus({ status, rows, reasons }: Unfinished, advice: ReportAdvice): Markup {
  const rest = reasons.slice(maxReasons);
  const restRows = rest.reduce((sum, { rows }) => sum + rows.length, 0);
  return html`<h3>${status}: ${count(rows, 'row')}</h3>
    <p class="muted">${advice.remedies[status]}</p>
    <ul class="reasons">
      ${reasons.slice(0, maxReasons).map(renderReason)}${
        rest.length === 0
          ? ''
          : html`<li>
              ${count(restRows, 'row')} for ${count(rest.length, 'other reason')}:
              ${advice.otherReasons}.
            </li>`
      }
    </ul>`;
}

function renderReason({ message, rows, isSameForAll }: Reason): Markup {
  const words = message === '' ? '' : shorten(message, maxReasonLength);
  const where = firstRows(rows, maxRows);
  return html`<li>${isSameForAll ? '' : 'For example: '}${words}<small>${where}</small></li>`;
}
