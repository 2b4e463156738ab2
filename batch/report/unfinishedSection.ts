import { html, type Markup } from '../../src/html.js';
import type { ReportSummary, Reason, Unfinished } from '../engine/report/summary.js';
import type { ReportAdvice } from './advice.js';
import { shorten } from '../wording/words.js';
import type { ReportWords } from './words.js';

/** People do not read longer lists. */
const maxReasons = 8;
const maxRows = 6;
/** A reason may quote a long text. */
const maxReasonLength = 400;

export function renderUnfinished(
  { open, openWithScores, unfinished, rows }: ReportSummary,
  words: ReportWords,
  advice: ReportAdvice,
): Markup {
  if (rows === 0) return html``;
  const title = open === 0 ? words.unfinished.none : words.unfinished.title(open);
  return html`<section aria-labelledby="unfinished">
    <p class="topic">${words.unfinished.topic}</p>
    <h2 id="unfinished">${title}</h2>
    ${openWithScores === 0 ? '' : html`<p class="lead">${words.unfinished.withScores(openWithScores)}</p>`}
    ${unfinished.map((part) => renderStatus(part, words, advice))}
  </section>`;
}

function renderStatus(
  { status, rows, reasons }: Unfinished,
  words: ReportWords,
  advice: ReportAdvice,
): Markup {
  const rest = reasons.slice(maxReasons);
  const restRows = rest.reduce((sum, { rows }) => sum + rows.length, 0);
  return html`<h3>${words.unfinished.status(status, rows)}</h3>
    <p class="muted">${advice.remedies[status]}</p>
    <ul class="reasons">
      ${reasons.slice(0, maxReasons).map((reason) => renderReason(reason, words))}${
        rest.length === 0
          ? ''
          : html`<li>
              ${words.unfinished.otherReasons(restRows, rest.length, advice.otherReasons)}
            </li>`
      }
    </ul>`;
}

function renderReason({ message, rows, isSameForAll }: Reason, words: ReportWords): Markup {
  const shown = shorten(message, maxReasonLength);
  const reason = isSameForAll ? shown : words.unfinished.example(shown);
  const where = words.listRows(rows.slice(0, maxRows), rows.length);
  return html`<li>${reason}<small>${where}</small></li>`;
}
