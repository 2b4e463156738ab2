import type { ReportAdvice } from './advice.js';
import { escaped } from '../../src/sanitized.js';
import { renderChanges, renderHighestRisks } from './rowSections.js';
import { renderUnfinished } from './unfinishedSection.js';
import { html, type Markup, trusted } from '../../src/html.js';
import type { ReportData } from '../engine/report/reportData.js';
import { renderHowRisky, renderWhere } from './riskSections.js';
import { style } from './style.js';
import { type ReportSummary, summarise } from '../engine/report/summary.js';
import { formatNumber } from '../wording/words.js';
import { headline, scoreText, timeWords } from './words.js';

/**
 * Renders the report as one HTML file. It contains no script and loads no other file; it only links to
 * the reports of the service. Long lists are shortened and count what they omit, so the file stays
 * small for any number of rows.
 */
export async function renderReport(data: ReportData, advice: ReportAdvice): Promise<string> {
  const summary = summarise(data);
  const isScored = summary.scored.length > 0;
  const drawing = isScored ? await import('./drawing.js') : undefined;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'"
        />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>Remote work risks: ${data.file}</title>
        <style>
          ${trusted(style)}
        </style>
      </head>
      <body>
        <main>
          ${data.isSandboxRun ? renderSandboxNote() : ''} ${renderHeader(data, summary)}
          ${drawing === undefined ? '' : [renderHowRisky(summary, drawing), renderWhere(summary, drawing)]}
          ${isScored ? [renderHighestRisks(summary), renderChanges(summary, data, advice)] : renderNothingScored(summary, advice)}
          ${renderUnfinished(summary, advice)} ${isScored ? renderHowToRead() : ''}
        </main>
      </body>
    </html> `;
  // The charts contain names from the sheet too.
  return escaped(page.text);
}

function renderSandboxNote(): Markup {
  return html`<p class="note" role="note">
    <strong>Sandbox run: all scores are made up.</strong> They come from a sandbox on one computer
    and say nothing about real people, places or risks.
  </p>`;
}

function renderRoundName(name: string | undefined): Markup | '' {
  return name === undefined ? '' : html` (${name})`;
}

function renderHeader(data: ReportData, summary: ReportSummary): Markup {
  const { rows, scored, open, mean, changes } = summary;
  const { round } = data;
  const roundWords =
    round === undefined
      ? ''
      : html`<br />Round ${formatNumber(round.number)}${renderRoundName(round.name)}, started
          ${timeWords(round.startedAt)}`;
  const service = data.service === '' ? '' : html`<br />Service: ${data.service}`;
  const numbers: (readonly [string, string])[] = [
    [rows === 1 ? 'row' : 'rows', formatNumber(rows)],
    ['with scores', formatNumber(scored.length)],
    ['unfinished', formatNumber(open)],
  ];
  if (scored.length > 0) numbers.push(['mean overall risk', scoreText(mean)]);
  if (changes.compared > 0)
    numbers.push(['higher than last time', formatNumber(changes.risen.length)]);
  return html`<header>
    <p class="topic">Remote work risks</p>
    <h1>${headline(summary)}</h1>
    <p class="about">
      ${data.file}, sheet "${data.sheet}", ${timeWords(data.generatedAt)}${roundWords}${service}
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
  { nothingScored, command }: ReportAdvice,
): Markup {
  return html`<section>
    <p class="topic">What to do</p>
    <h2>Assess the sheet first</h2>
    <p class="lead">${nothingScored(rows)}</p>
    ${command === undefined ? '' : html`<p><code>${command}</code></p>`}
  </section>`;
}

function renderHowToRead(): Markup {
  return html`<footer>
    <p>
      The service scores each risk from 0 to 10; a higher number is a higher risk. Scores are
      rounded to one decimal before they are compared and sorted into bands. Means include only rows
      that have the score.
    </p>
  </footer>`;
}
