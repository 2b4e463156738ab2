import { html, type Markup } from '../../src/html.js';
import type { ReportSummary } from '../engine/report/summary.js';
import type { Reason, Unfinished, UnfinishedStatus } from '../engine/report/unfinished.js';
import { count, firstRows, shortened, inFigures } from '../wording/words.js';

/** Why cases are unfinished, and what to do about them. */
const remedies: Readonly<Record<UnfinishedStatus, string>> = {
  Unconfirmed:
    'Sent, but without a usable answer. Run rwa resolve; nothing is sent again until you do.',
  Rejected:
    'Refused by the service. Follow its messages to correct the sheet, and run the same command again.',
  Invalid:
    'Something is missing or wrong, or the inputs have changed since the assessment. Follow the message of each row, then run the same command again.',
  Duplicate:
    'Not sent, because another row is identical. Delete one of them, or add --send-duplicates.',
  Forgotten:
    'Removed from the journal with rwa forget, and not sent again. Delete what is left in the sheet.',
  Pending: 'Still waiting for a result. Run the same command again later; nothing is sent twice.',
  'Not sent': 'The run ended too early. Run the same command again to continue.',
};

/** At most this many of each are listed. */
const mostReasons = 8;
const mostRows = 6;
/** At most this many characters of a reason. */
const longestReason = 400;

/** What is unfinished and why, with what to do about it. */
export function unfinishedSection(summary: ReportSummary): Markup {
  const { open, openWithScores, unfinished, cases } = summary;
  if (cases === 0) return html``;
  const title =
    open === 0
      ? 'Nothing: every case is scored'
      : `${count(open, 'case')} ${open === 1 ? 'is' : 'are'} not finished`;
  return html`<section aria-labelledby="unfinished">
    <p class="topic">What is unfinished</p>
    <h2 id="unfinished">${title}</h2>
    ${openWithScores === 0 ? '' : html`<p class="lead">${inFigures(openWithScores)} of them still ${openWithScores === 1 ? 'shows' : 'show'} the scores of an earlier assessment.</p>`}
    ${unfinished.map(statusPart)}
  </section>`;
}

function statusPart({ status, cases, reasons }: Unfinished): Markup {
  const rest = reasons.slice(mostReasons);
  const restCases = rest.reduce((sum, { rows }) => sum + rows.length, 0);
  return html`<h3>${status}: ${count(cases, 'case')}</h3>
    <p class="muted">${remedies[status]}</p>
    <ul class="reasons">
      ${reasons.slice(0, mostReasons).map(reasonItem)}${
        rest.length === 0
          ? ''
          : html`<li>
              ${count(restCases, 'case')} for ${count(rest.length, 'other reason')}: rwa status
              lists them.
            </li>`
      }
    </ul>`;
}

function reasonItem({ message, rows, isSameForAll }: Reason): Markup {
  const words = message === '' ? '' : shortened(message, longestReason);
  const where = firstRows(rows, mostRows);
  return html`<li>${isSameForAll ? '' : 'For example: '}${words}<small>${where}</small></li>`;
}
