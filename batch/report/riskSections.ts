import type * as Drawing from './drawing.js';
import { html, type Markup } from '../../src/html.js';
import {
  type Destination,
  type Destinations,
  type OtherDestinations,
  getOverallMean,
  type ReportSummary,
} from '../engine/report/summary.js';
import { type RiskKind, riskKinds } from '../engine/report/risks.js';
import { bandColour } from './style.js';
import { getBandCounts, nameDestination, type ReportWords } from './words.js';

/** The service may return any number of levels. */
const maxLevels = 6;

export function renderHowRisky(
  summary: ReportSummary,
  drawing: typeof Drawing,
  words: ReportWords,
): Markup {
  const { scored, points, peLevels } = summary;
  const { howRisky, columns, formatNumber } = words;
  const bandCounts = getBandCounts(summary);
  const title = howRisky.chart(bandCounts);
  const levels = peLevels.slice(0, maxLevels);
  return html`<section class="whole" aria-labelledby="how-risky">
    <p class="topic">${howRisky.topic}</p>
    <h2 id="how-risky">${words.countBands(bandCounts)}</h2>
    <p class="lead">${howRisky.lead}</p>
    <dl class="bands">
      ${summary.bands.toReversed().map(
        ({ band, rows }) =>
          html`<div style="border-color:${bandColour(band)}">
            <dt>${words.bands[band.name]} <span>${words.bandLimits(band)}</span></dt>
            <dd>${formatNumber(rows)}</dd>
            <dd>${formatShare(rows, scored.length, words)}</dd>
          </div>`,
      )}
    </dl>
    <figure>
      ${renderInBothWidths((width) => drawing.drawPointsChart(points, width, title, words))}
      <figcaption>${howRisky.chartCaption}</figcaption>
    </figure>
    <details>
      <summary>${words.showTable}</summary>
      <table>
        <caption>
          ${howRisky.tableCaption}
        </caption>
        <thead>
          <tr>
            <th scope="col">${columns.overallRisk}</th>
            <th scope="col" class="number">${columns.rows}</th>
            <th scope="col" class="number">${columns.share}</th>
          </tr>
        </thead>
        <tbody>
          ${points.map(
            (rows, point) =>
              html`<tr>
                <th scope="row">${drawing.labelPoint(point, words)}</th>
                <td class="number">${formatNumber(rows)}</td>
                <td class="number">${formatShare(rows, scored.length, words)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </details>
    ${levels.length === 0 ? '' : html`<p class="lead">${howRisky.levels(levels, peLevels.length - levels.length)}</p>`}
  </section>`;
}

export function renderWhere(
  { destinations }: ReportSummary,
  drawing: typeof Drawing,
  words: ReportWords,
): Markup {
  const { where, columns } = words;
  const { listed, others } = destinations;
  const places: readonly (Destination | OtherDestinations)[] =
    others === undefined ? listed : [...listed, others];
  const kinds = riskKinds.filter((kind) => places.some(({ risks }) => risks.has(kind)));
  const rest = others === undefined ? '' : ` ${where.others(listed.length, others.destinations)}`;
  return html`<section class="whole" aria-labelledby="where">
    <p class="topic">${where.topic}</p>
    <h2 id="where">${describeDestinations(destinations, words)}</h2>
    <p class="lead">${where.lead}${rest}</p>
    <figure>
      ${renderInBothWidths((width) => drawing.drawHeatMap(places, kinds, width, words))}
    </figure>
    <details>
      <summary>${words.showTable}</summary>
      <div class="scroll" role="region" aria-label="${where.table}" tabindex="0">
        <table>
          <caption>
            ${where.tableCaption}
          </caption>
          <thead>
            <tr>
              <th scope="col">${columns.destination}</th>
              <th scope="col" class="number">${columns.rows}</th>
              ${kinds.map((kind) => html`<th scope="col" class="number">${words.risks[kind]}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${places.map((place) => renderDestinationRow(place, kinds, words))}
          </tbody>
        </table>
      </div>
    </details>
  </section>`;
}

function describeDestinations({ listed, others }: Destinations, words: ReportWords): string {
  const [first] = listed;
  if (first === undefined) return '';
  const { where } = words;
  const name = nameDestination(first, words);
  if (listed.length === 1) return where.oneDestination(name);
  const place = { name, mean: getOverallMean(first), rows: first.rows, compared: listed.length };
  return others === undefined ? where.highest(place) : where.highestOfBusiest(place);
}

function renderDestinationRow(
  place: Destination | OtherDestinations,
  kinds: readonly RiskKind[],
  words: ReportWords,
): Markup {
  const { formatNumber, formatScore, where } = words;
  const { rows, risks } = place;
  const cells = kinds.map((kind) => {
    const tally = risks.get(kind);
    const scores =
      tally === undefined
        ? where.noScore
        : `${formatScore(tally.mean)} (${formatScore(tally.worst)})`;
    return html`<td class="number">${scores}</td>`;
  });
  return html`<tr>
    <th scope="row">${nameDestination(place, words)}</th>
    <td class="number">${formatNumber(rows)}</td>
    ${cells}
  </tr>`;
}

function renderInBothWidths(draw: (width: Drawing.Width) => Markup): Markup {
  return html`<div class="wide">${draw('wide')}</div>
    <div class="narrow">${draw('narrow')}</div>`;
}

function formatShare(part: number, total: number, { howRisky }: ReportWords): string {
  const percent = (100 * part) / total;
  if (part > 0 && percent < 1) return howRisky.belowPercent(1);
  if (part < total && percent > 99) return howRisky.abovePercent(99);
  return howRisky.percent(Math.round(percent));
}
