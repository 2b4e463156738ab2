import { count, formatNumber } from '../wording/words.js';
import type * as Drawing from './drawing.js';
import { html, type Markup } from '../../src/html.js';
import type { Destination, OtherDestinations, ReportSummary } from '../engine/report/summary.js';
import { type RiskKind, riskKinds } from '../engine/report/risks.js';
import { bandColour } from './style.js';
import {
  bandLimits,
  bandName,
  bandWords,
  destinationName,
  destinationWords,
  riskLabel,
  scoreText,
} from './words.js';

/** The most levels that are listed: the service names them, and there should be few. */
const maxLevels = 6;

/** Renders the number of rows in each band, and the overall scores. */
export function renderHowRisky(summary: ReportSummary, drawing: typeof Drawing): Markup {
  const { scored, points, peLevels } = summary;
  const title = `Number of rows by overall trip risk: ${bandWords(summary)}`;
  const levels = peLevels
    .slice(0, maxLevels)
    .map(([level, rows]) => `${level} for ${count(rows, 'row')}`);
  const more =
    peLevels.length > maxLevels ? `, and ${peLevels.length - maxLevels} more levels` : '';
  return html`<section class="whole" aria-labelledby="how-risky">
    <p class="topic">How risky</p>
    <h2 id="how-risky">${bandWords(summary)}</h2>
    <p class="lead">
      The service does not define which scores are high. This report sorts the rows into three bands
      of its own.
    </p>
    <dl class="bands">
      ${summary.bands.toReversed().map(
        ({ band, rows }) =>
          html`<div style="border-color:${bandColour(band)}">
            <dt>${bandName(band)} <span>${bandLimits(band)}</span></dt>
            <dd>${formatNumber(rows)}</dd>
            <dd>${formatShare(rows, scored.length)}</dd>
          </div>`,
      )}
    </dl>
    <figure>
      ${renderInBothWidths((width) => drawing.drawPointsChart(points, width, title))}
      <figcaption>
        Rows by overall trip risk. The bar at 4 counts the scores from 4 to 4.9, and so on.
      </figcaption>
    </figure>
    <details>
      <summary>Show as a table</summary>
      <table>
        <caption>
          Rows by overall trip risk
        </caption>
        <thead>
          <tr>
            <th scope="col">Overall trip risk</th>
            <th scope="col" class="number">Rows</th>
            <th scope="col" class="number">Share</th>
          </tr>
        </thead>
        <tbody>
          ${points.map(
            (rows, point) =>
              html`<tr>
                <th scope="row">${drawing.pointsLabel(point)}</th>
                <td class="number">${formatNumber(rows)}</td>
                <td class="number">${formatShare(rows, scored.length)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </details>
    ${levels.length === 0 ? '' : html`<p class="lead">Cumulative PE risk level of the work trips, in the service’s own words: ${levels.join(', ')}${more}.</p>`}
  </section>`;
}

/** Renders the mean and worst risks by destination and kind of risk. */
export function renderWhere({ destinations }: ReportSummary, drawing: typeof Drawing): Markup {
  const { listed, others } = destinations;
  const places: readonly (Destination | OtherDestinations)[] =
    others === undefined ? listed : [...listed, others];
  const kinds = riskKinds.filter((kind) => places.some(({ risks }) => risks.has(kind)));
  const rest =
    others === undefined
      ? ''
      : ` The ${listed.length} destinations with the most rows have a line each; the last line combines the other ${formatNumber(others.destinations)}.`;
  return html`<section class="whole" aria-labelledby="where">
    <p class="topic">Where</p>
    <h2 id="where">${destinationWords(destinations)}</h2>
    <p class="lead">
      The large number is the mean score of the rows; its colour goes from green for 0 to red for
      10. The small number below it is the worst single score.${rest}
    </p>
    <figure>
      ${renderInBothWidths((width) => drawing.drawHeatMap(places, kinds, width, 'Mean and worst score by destination and kind of risk'))}
    </figure>
    <details>
      <summary>Show as a table</summary>
      <div class="scroll" role="region" aria-label="Scores by destination" tabindex="0">
        <table>
          <caption>
            Mean score by destination and kind of risk, with the worst score in brackets
          </caption>
          <thead>
            <tr>
              <th scope="col">Destination</th>
              <th scope="col" class="number">Rows</th>
              ${kinds.map((kind) => html`<th scope="col" class="number">${riskLabel(kind)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${places.map((place) => renderDestinationRow(place, kinds))}
          </tbody>
        </table>
      </div>
    </details>
  </section>`;
}

function renderDestinationRow(
  place: Destination | OtherDestinations,
  kinds: readonly RiskKind[],
): Markup {
  const { rows, risks } = place;
  const cells = kinds.map((kind) => {
    const tally = risks.get(kind);
    const words =
      tally === undefined ? 'none' : `${scoreText(tally.mean)} (${scoreText(tally.worst)})`;
    return html`<td class="number">${words}</td>`;
  });
  return html`<tr>
    <th scope="row">${destinationName(place)}</th>
    <td class="number">${formatNumber(rows)}</td>
    ${cells}
  </tr>`;
}

function renderInBothWidths(draw: (width: Drawing.Width) => Markup): Markup {
  return html`<div class="wide">${draw('wide')}</div>
    <div class="narrow">${draw('narrow')}</div>`;
}

function formatShare(part: number, total: number): string {
  const share = (100 * part) / total;
  if (part > 0 && share < 1) return 'below 1%';
  return part < total && share > 99 ? 'above 99%' : `${Math.round(share)}%`;
}
