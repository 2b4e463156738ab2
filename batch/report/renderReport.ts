import type { ReportAdvice } from './advice.js';
import { escapeUnsafe } from '../../src/sanitized.js';
import { renderChanges, renderHighestRisks } from './rowSections.js';
import { renderUnfinished } from './unfinishedSection.js';
import { html, type Markup, trustMarkup } from '../../src/html.js';
import { type ReportData, sheetMark } from '../engine/report/reportData.js';
import { renderHowRisky, renderWhere } from './riskSections.js';
import { style } from './style.js';
import { type ReportSummary, summarise } from '../engine/report/summary.js';
import { getBandCounts, type ReportWords } from './words.js';

/**
 * The file contains no script and loads no other file. Long lists are shortened, so it stays small
 * for any number of rows.
 */
export async function renderReport(
  data: ReportData,
  words: ReportWords,
  advice: ReportAdvice,
): Promise<string> {
  const summary = summarise(data);
  const isScored = summary.scored.length > 0;
  const drawing = isScored ? await import('./drawing.js') : undefined;
  const page = html`<!doctype html>
    <html lang="${words.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'"
        />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <meta name="${sheetMark}" content="${data.file}" />
        <title>${words.header.title(data.file)}</title>
        <style>
          ${trustMarkup(style)}
        </style>
      </head>
      <body>
        <main>
          ${data.isSandboxRun ? renderSandboxNote(words) : ''} ${renderHeader(data, summary, words)}
          ${drawing === undefined ? '' : [renderHowRisky(summary, drawing, words), renderWhere(summary, drawing, words)]}
          ${isScored ? [renderHighestRisks(summary, words), renderChanges(summary, data, words, advice)] : renderNothingScored(summary, words, advice)}
          ${renderUnfinished(summary, words, advice)} ${isScored ? renderHowToRead(words) : ''}
        </main>
      </body>
    </html> `;
  // Escape the whole page, because the SVG of the charts contains names from the sheet, too.
  return escapeUnsafe(page.text);
}

function renderSandboxNote({ header }: ReportWords): Markup {
  return html`<p class="note" role="note">
    <strong>${header.sandbox}</strong> ${header.sandboxHint}
  </p>`;
}

function renderHeader(data: ReportData, summary: ReportSummary, words: ReportWords): Markup {
  const { rows, scored, open, mean, changes } = summary;
  const { round, service } = data;
  const { header, formatNumber } = words;
  const { higher } = getBandCounts(summary);
  const numbers: (readonly [string, string])[] = [
    [header.rows(rows), formatNumber(rows)],
    [header.scored, formatNumber(scored.length)],
    [header.unfinished, formatNumber(open)],
  ];
  if (scored.length > 0) numbers.push([header.mean, words.formatScore(mean)]);
  if (changes.compared > 0) numbers.push([header.risen, formatNumber(changes.risen.length)]);
  return html`<header>
    <p class="topic">${header.topic}</p>
    <h1>${header.headline({ rows, scored: scored.length, higher })}</h1>
    <p class="about">
      ${header.source(data)}${round === undefined ? '' : html`<br />${header.round(round)}`}${service === '' ? '' : html`<br />${header.service(service)}`}
    </p>
    <dl class="figures">
      ${numbers.map(
        ([label, number]) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${number}</dd>
          </div>`,
      )}
    </dl>
  </header>`;
}

function renderNothingScored(
  { rows }: ReportSummary,
  { nothingScored }: ReportWords,
  { howToScore, command }: ReportAdvice,
): Markup {
  return html`<section>
    <p class="topic">${nothingScored.topic}</p>
    <h2>${nothingScored.title}</h2>
    <p class="lead">${howToScore(rows)}</p>
    ${command === undefined ? '' : html`<p><code>${command}</code></p>`}
  </section>`;
}

function renderHowToRead({ howToRead }: ReportWords): Markup {
  return html`<footer>
    <p>${howToRead}</p>
  </footer>`;
}
