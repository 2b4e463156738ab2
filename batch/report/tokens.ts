import type { ColourStop } from '../../sheets/sheet.js';

/** More colours would not be distinguishable. */
export const stepsPerPoint = 2;

/** These colours are lighter than in the workbook, so that the numbers stay readable. */
const scoreColours = [
  { value: 0, colour: 'BFE5CA' },
  { value: 5, colour: 'FFF7D1' },
  { value: 10, colour: 'F9B9B7' },
];

/** The middle is grey, because a dark yellow looks brown. */
const darkScoreColours = [
  { value: 0, colour: '1C4A39' },
  { value: 5, colour: '2B323B' },
  { value: 10, colour: '7F303B' },
];

/**
 * The report and the web app share these. Printed pages are always light. `higher`, `middle` and
 * `lower` are the colours for bars and marks; the same names with `-ink` are the colours for text.
 */
export const tokens = `
:root{color-scheme:light;--paper:#fff;--ground:#f6f7f9;--soft:#f1f3f6;--ink:#1b2430;--muted:#55606d;--edge:#8b95a1;--line:#e2e6eb;--accent:#1d5f8a;--accent-ink:#fff;--accent-soft:#e7f0f7;--higher:#c0444c;--middle:#b98200;--lower:#2f9160;--higher-ink:#a82f38;--middle-ink:#7a5600;--lower-ink:#1a6b43;--note:#fff4d6;--note-edge:#b98200;--wrong:#fdecec;--on-score:#1b2430;--shadow:0 1px 2px rgb(20 30 45/.06),0 4px 16px rgb(20 30 45/.05);${createScoreProperties(scoreColours)}
--font:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;--text-tiny:.8125rem;--text-small:.875rem;--text-large:1.375rem;--strong:620;
--space-1:.25rem;--space-2:.5rem;--space-3:.75rem;--space-4:1rem;--space-5:1.25rem;--space-6:1.75rem;--space-7:3rem;--corner:.5rem}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;--paper:#161c23;--ground:#0f141a;--soft:#1d252e;--ink:#e8ecf0;--muted:#a4afbb;--edge:#66727f;--line:#2a333d;--accent:#86bfe6;--accent-ink:#0f141a;--accent-soft:#1b2d3c;--higher:#ec737a;--middle:#d9a93c;--lower:#52b183;--higher-ink:#f5979d;--middle-ink:#e6bb5c;--lower-ink:#6ccb9d;--note:#2e2813;--note-edge:#d9a93c;--wrong:#351d20;--on-score:#fff;--shadow:none;${createScoreProperties(darkScoreColours)}}}
`.trim();

function createScoreProperties(stops: readonly ColourStop[]): string {
  return Array.from({ length: 10 * stepsPerPoint + 1 }, (_, step) => {
    const score = step / stepsPerPoint;
    const above = Math.max(
      1,
      stops.findIndex((stop) => stop.value >= score),
    );
    const [from, to] = [stops[above - 1], stops[above]];
    if (from === undefined || to === undefined) return '';
    const part = (score - from.value) / (to.value - from.value);
    return `--score-${step}:#${mixColours(from.colour, to.colour, part)};`;
  }).join('');
}

function mixColours(from: string, to: string, part: number): string {
  return [0, 2, 4]
    .map((at) => {
      const [a, b] = [from, to].map((colour) => parseInt(colour.slice(at, at + 2), 16));
      return Math.round((a ?? 0) + ((b ?? 0) - (a ?? 0)) * part)
        .toString(16)
        .padStart(2, '0');
    })
    .join('');
}
