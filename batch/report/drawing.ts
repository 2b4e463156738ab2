// Apache ECharts (Apache-2.0) creates SVG text without a browser. It is slow to load, so import
// this file lazily.
import { BarChart, CustomChart, type CustomSeriesOption } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { shorten } from '../wording/words.js';
import { html, type Markup, trustMarkup } from '../../src/html.js';
import type { Destination, OtherDestinations } from '../engine/report/summary.js';
import { findBand, type RiskKind } from '../engine/report/risks.js';
import { bandColour, scoreColour } from './style.js';
import { nameDestination, type ReportWords } from './words.js';

use([BarChart, CustomChart, GridComponent, SVGRenderer]);

/** Each chart is drawn in both widths, because the wide chart would be unreadable on a phone. */
export type Width = 'wide' | 'narrow';
const widthPixels: Readonly<Record<Width, number>> = { wide: 880, narrow: 358 };
const fontPixels: Readonly<Record<Width, number>> = { wide: 14, narrow: 12 };

const rowPixels: Readonly<Record<Width, number>> = { wide: 46, narrow: 42 };
const namesPixels: Readonly<Record<Width, number>> = { wide: 190, narrow: 104 };

export function drawPointsChart(
  points: readonly number[],
  width: Width,
  title: string,
  words: ReportWords,
): Markup {
  const size = { width: widthPixels[width], height: width === 'wide' ? 250 : 210 };
  const label = { fontSize: fontPixels[width], color: 'var(--ink)' };
  return draw(`points-${width}`, size, title, {
    grid: { left: 0, right: 0, top: 26, bottom: 28, outerBoundsMode: 'none' },
    xAxis: {
      type: 'category',
      data: points.map((_, point) => labelPoint(point, words)),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: 'var(--edge)' } },
      axisLabel: {
        ...label,
        interval: 0,
        fontSize: width === 'wide' ? 14 : 11,
        color: 'var(--muted)',
        // Ten labels such as "0–0.9" do not fit on a phone.
        ...(width === 'wide' ? {} : { formatter: (_: string, point: number) => String(point) }),
      },
    },
    yAxis: { type: 'value', show: false },
    series: [
      {
        type: 'bar',
        silent: true,
        barCategoryGap: '18%',
        barMinHeight: 2,
        data: points.map((rows, point) => ({
          value: rows,
          itemStyle: {
            color: rows === 0 ? 'none' : bandColour(findBand(point)),
            borderRadius: [3, 3, 0, 0],
          },
        })),
        label: {
          ...label,
          show: true,
          position: 'top',
          formatter: ({ value }: { value: number }) => words.formatNumber(value),
        },
      },
    ],
  });
}

/** The label for the bar of a whole point: `4–4.9`. */
export function labelPoint(point: number, { formatScore }: ReportWords): string {
  return point === 9 ? '9–10' : `${point}–${formatScore(point + 0.9)}`;
}

export function drawHeatMap(
  places: readonly (Destination | OtherDestinations)[],
  kinds: readonly RiskKind[],
  width: Width,
  words: ReportWords,
): Markup {
  const headPixels = width === 'wide' ? 44 : 126;
  const size = { width: widthPixels[width], height: headPixels + places.length * rowPixels[width] };
  const label = { fontSize: fontPixels[width], color: 'var(--ink)', lineHeight: 17 };
  const axis = { type: 'category', axisLine: { show: false }, axisTick: { show: false } };
  return draw(`places-${width}`, size, words.where.chart, {
    grid: {
      left: namesPixels[width],
      right: 0,
      top: headPixels,
      bottom: 0,
      outerBoundsMode: 'none',
    },
    xAxis: {
      ...axis,
      position: 'top',
      data: kinds.map((kind) => breakLabel(words.risks[kind])),
      axisLabel: {
        ...label,
        fontSize: 12,
        lineHeight: 15,
        interval: 0,
        rotate: width === 'wide' ? 0 : -90,
      },
    },
    yAxis: {
      ...axis,
      inverse: true,
      data: places.map(
        (place) =>
          `${shorten(nameDestination(place, words), width === 'wide' ? 26 : 15)}\n${words.countRows(place.rows)}`,
      ),
      axisLabel: { ...label, align: 'left', margin: namesPixels[width], interval: 0 },
    },
    series: [
      {
        type: 'custom',
        silent: true,
        renderItem: (_, api) => drawCell(api, places, kinds, width, words),
        data: places.flatMap((_, y) => kinds.map((_, x) => [x, y])),
      } satisfies CustomSeriesOption,
    ],
  });
}

/** Breaks at the soft hyphen or else at the first space. */
function breakLabel(label: string): string {
  return label.includes('\u00ad') ? label.replace('\u00ad', '-\n') : label.replace(' ', '\n');
}

type RenderItem = NonNullable<CustomSeriesOption['renderItem']>;

function drawCell(
  api: Parameters<RenderItem>[1],
  places: readonly (Destination | OtherDestinations)[],
  kinds: readonly RiskKind[],
  width: Width,
  { formatScore, where }: ReportWords,
): ReturnType<RenderItem> {
  const [column, row] = [Number(api.value(0)), Number(api.value(1))];
  const kind = kinds[column];
  const tally = kind === undefined ? undefined : places[row]?.risks.get(kind);
  const [x = 0, y = 0] = api.coord([column, row]);
  const [cellWidth = 0, cellHeight = 0] = api.size?.([1, 1]) as number[];
  const gap = kind === 'overallTrip' ? 5 : 1;
  const shape = {
    x: x - cellWidth / 2 + 1,
    y: y - cellHeight / 2 + 1,
    width: cellWidth - 1 - gap,
    height: cellHeight - 2,
    r: 3,
  };
  const middle = shape.x + shape.width / 2;
  const createText = (text: string, offset: number, fontSize: number, fontWeight: number) => ({
    type: 'text' as const,
    style: {
      text,
      x: middle,
      y: y + offset,
      fontSize,
      fontWeight,
      fontFamily: 'inherit',
      fill: tally === undefined ? 'var(--muted)' : 'var(--on-score)',
      align: 'center' as const,
      verticalAlign: 'middle' as const,
    },
  });
  if (tally === undefined) return { type: 'group', children: [createText('–', 0, 14, 400)] };
  return {
    type: 'group',
    children: [
      { type: 'rect', shape, style: { fill: scoreColour(tally.mean) } },
      createText(formatScore(tally.mean), -8, width === 'wide' ? 16 : 14, 600),
      createText(
        width === 'wide' ? where.worst(tally.worst) : formatScore(tally.worst),
        11,
        width === 'wide' ? 12 : 11,
        400,
      ),
    ],
  };
}

/** Colours are custom properties of the page, so that they follow light and dark mode. */
function draw(
  id: string,
  size: { readonly width: number; readonly height: number },
  title: string,
  option: EChartsCoreOption,
): Markup {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size });
  try {
    chart.setOption({ animation: false, textStyle: { fontFamily: 'inherit' }, ...option });
    const drawing = chart
      .renderToSVGString()
      // Pointer styles, attributes for scripts and namespaces are not needed inside a page.
      .replaceAll(/<style[^>]*>[^]*?<\/style>/g, '')
      .replaceAll(/ (?:ecmeta_\w+|class|pointer-events)="[^"]*"/g, '')
      .replace(/^<svg[^>]*>/, '')
      .replace(/<\/svg>\s*$/, '');
    return html`<svg
      role="img"
      aria-labelledby="${id}"
      width="${size.width}"
      height="${size.height}"
      viewBox="0 0 ${size.width} ${size.height}"
    >
      <title id="${id}">${title}</title>
      ${trustMarkup(drawing)}
    </svg>`;
  } finally {
    chart.dispose();
  }
}
