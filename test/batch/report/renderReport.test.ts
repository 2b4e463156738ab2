import type { ReportData } from '../../../batch/engine/report/reportData.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandAdvice } from '../../../batch/report/advice.js';
import { englishReport } from '../../../batch/report/english.js';
import { renderReport } from '../../../batch/report/renderReport.js';
import { createReport, createScoredRow, createUnfinishedRow } from './testReport.js';
import { serviceMessages } from '../../serviceMessages.js';

const render = (data: ReportData) =>
  renderReport(data, englishReport, commandAdvice(`rwa assess ${data.file}`));

function readTexts(page: string, tag: string): string[] {
  return [...page.matchAll(new RegExp(`<${tag}[\\s>][^]*?</${tag}>`, 'g'))].map(([element]) =>
    element
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

/** Returns the rows of a section's table, without the headings. */
function readTable(page: string, section: string): string[] {
  const part = new RegExp(`<section[^>]*"${section}"[^]*?</section>`).exec(page)?.[0] ?? '';
  return readTexts(part, 'tbody').length === 0 ? [] : readTexts(part, 'tr').slice(1);
}

function expectSelfContained(page: string): void {
  expect(page).not.toMatch(/<(?:script|link|iframe|img|object|embed|image|use|base|form)\b/i);
  expect(page).not.toMatch(/\son\w+\s*=|url\(|@import|\ssrc(?:set)?\s*=/i);
  const addresses = page.match(/[a-z]+:\/\/[^\s"'<]+/gi) ?? [];
  const links = [...page.matchAll(/ href="([^"]*)"/g)].map(([, address]) => address);
  expect(addresses.filter((address) => !links.includes(address))).toEqual([
    'https://service.example.com/api/1.1/wf',
  ]);
  for (const link of links) expect(link).toMatch(/^https?:\/\//);
}

describe('a report on a few rows', () => {
  let page: string;
  const rows = [
    createScoredRow(4, 2.04, { destination: 'Spain' }),
    createScoredRow(5, 8.26, { destination: 'Brazil', previous: { overallTrip: 6.9 } }),
    createScoredRow(6, 6.96, { destination: 'Brazil', previous: { overallTrip: 9 } }),
    createScoredRow(7, 3.94, { destination: 'Spain', previous: { overallTrip: 3.9 } }),
    createScoredRow(8, 5, { destination: 'Kenya', previous: { overallTrip: 1 } }),
    createUnfinishedRow(9, 'Rejected', serviceMessages.incorrectCountry),
    createUnfinishedRow(10, 'Rejected', serviceMessages.incorrectCountry),
    createUnfinishedRow(11, 'Invalid', 'End date (K11) is before the start date.'),
    createUnfinishedRow(12, 'Invalid', 'End date (K12) is before the start date.'),
  ];
  beforeAll(async () => {
    page = await render(createReport(rows));
  });

  it('counts the rows, and the rows in the higher band', () => {
    expect(readTexts(page, 'h1')).toEqual(['2 of 5 scored rows are in the higher band']);
    expect(readTexts(page, 'dl')[0]).toBe(
      'rows 9 with scores 5 unfinished 4 mean overall risk 5.2 higher than last time 2',
    );
  });

  it('counts a score in the band of its rounded value, and shows the limits of the bands', () => {
    expect(readTexts(page, 'dl')[1]).toBe(
      'Lower 0 to 3.9 2 40% Middle 4 to 6.9 1 20% Higher 7 to 10 2 40%',
    );
  });

  it('repeats the numbers of the chart in a table', () => {
    const rows = readTable(page, 'how-risky');
    expect(rows.map((row) => row.split(' ')[1])).toEqual('0 0 1 1 0 1 0 1 1 0'.split(' '));
    expect(rows[7]).toBe('7–7.9 1 20%');
  });

  it('repeats the numbers of the heat map in a table, the highest mean first', () => {
    const rows = readTable(page, 'where');
    expect(rows.map((row) => row.split(' ').slice(0, 4).join(' '))).toEqual([
      'Brazil 2 7.6 (8.3)',
      'Kenya 1 5.0 (5.0)',
      'Spain 2 3.0 (3.9)',
    ]);
    expect(page).not.toContain('Contractor');
  });

  it('lists the highest overall risk first, with links to the reports of the service', () => {
    const rows = readTable(page, 'first');
    expect(rows.map((row) => row.slice(0, 3))).toEqual(['8.3', '7.0', '5.0', '3.9', '2.0']);
    expect(rows[0]).toBe('8.3 00005 Work From Anywhere to Brazil, row 5 8.3 Working rights Report');
    expect(page).toContain('href="https://reports.example.com/redirect/a-5"');
  });

  it('lists increases first, then decreases, and no unchanged scores', () => {
    expect(readTexts(page, 'h2')).toContain('2 rose, 1 fell, 1 stayed the same');
    const changes = readTable(page, 'changed').map((row) => row.replace('&nbsp;', ' '));
    expect(changes.map((row) => row.slice(0, 6))).toEqual(['▲ +4.0', '▲ +1.4', '▼ −2.0']);
    expect(page).toContain('2 rose into a higher band.');
  });

  it('groups unfinished rows by reason', () => {
    const part = page.slice(page.indexOf('id="unfinished"'));
    expect(readTexts(part, 'h3')).toEqual(['Rejected: 2 rows', 'Invalid: 2 rows']);
    expect(readTexts(part, 'li')).toEqual([
      'Incorrect Country please review documentation rows 9 and 10',
      'For example: End date (K11) is before the start date. rows 11 and 12',
    ]);
  });

  it('labels every drawing, and contains no id twice', () => {
    const drawings = readTexts(page, 'svg');
    expect(drawings).toHaveLength(4);
    expect(
      page.match(/<svg\s+role="img"\s+aria-labelledby="[a-z]+-(?:wide|narrow)"/g),
    ).toHaveLength(4);
    expect(drawings[0]).toMatch(
      /^Number of rows by overall trip risk: 2 higher, 1 middle, 2 lower/,
    );
    const labels = page.matchAll(/aria-labelledby="([^"]*)"/g).map(([, label]) => label);
    const ids = page
      .matchAll(/ id="([^"]*)"/g)
      .map(([, id]) => id)
      .toArray();
    expect(new Set(ids).size).toBe(ids.length);
    expect(labels.filter((label) => !ids.includes(label)).toArray()).toEqual([]);
  });

  it('loads no other file and runs no script', () => {
    expectSelfContained(page);
  });

  it('shows a note above its title if the run used the sandbox', async () => {
    const sandboxRun = await render(createReport(rows, { isSandboxRun: true }));
    expect(sandboxRun.indexOf('all scores are made up')).toBeLessThan(sandboxRun.indexOf('<h1'));
    expect(page).not.toContain('made up');
  });
});

const hostile = '<script>alert(1)</script>" onload="alert(2)';
it.each(['destination', 'employeeId', 'purpose', 'redirectUrl', 'message'] as const)(
  'shows markup in the field %s as text',
  async (field) => {
    const rows = [
      createScoredRow(4, 9, { [field]: hostile }),
      createUnfinishedRow(5, 'Invalid', 'Wrong.', { [field]: hostile }),
    ];
    const page = await render(createReport(rows));
    expect(page).not.toContain('<script');
    expect(page).not.toContain('" onload');
    if (field !== 'redirectUrl') expect(page).toContain('&lt;script&gt;');
  },
);

it('contains no markup from names, times or levels', async () => {
  const scores = { overallTrip: 5, cumulativePeRiskLevel: hostile };
  const names = { file: hostile, sheet: hostile, service: hostile, generatedAt: hostile };
  const round = { number: 2, startedAt: hostile };
  const page = await render(createReport([createScoredRow(4, 5, { scores })], { ...names, round }));
  expect(page).not.toContain('<script');
  expect(page).not.toContain('" onload');
});

const findLink = (page: string) => / href="([^"]*)"/.exec(page)?.[1];

it.each([
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  '/redirect/1',
  '',
])('shows "no link" instead of a link to %j', async (redirectUrl) => {
  const page = await render(createReport([createScoredRow(4, 9, { redirectUrl })]));
  expect(findLink(page)).toBeUndefined();
  expect(page).toContain('no link');
});

it.each([
  ['https://example.com/a b"c', 'https://example.com/a%20b%22c'],
  ['http://127.0.0.1:8080/r?a=1&b=2', 'http://127.0.0.1:8080/r?a=1&amp;b=2'],
])('escapes the report link %j as %s', async (redirectUrl, link) => {
  const page = await render(createReport([createScoredRow(4, 9, { redirectUrl })]));
  expect(findLink(page)).toBe(link);
  expect(page).not.toContain('no link');
});

it('shows advice instead of drawings if no row is scored', async () => {
  const page = await render(
    createReport([createUnfinishedRow(4, 'Not sent', ''), createUnfinishedRow(5, 'Pending', '')]),
  );
  expect(readTexts(page, 'h1')).toEqual(['None of the 2 rows has scores yet']);
  expect(page).not.toContain('<svg');
  expect(readTexts(page, 'code')).toEqual(['rwa assess hires-2026-q4.xlsx']);
  expect(readTexts(page, 'h3')).toEqual(['Pending: 1 row', 'Not sent: 1 row']);
  expectSelfContained(page);
});

it('shortens its lists if there are 100,000 rows, and counts the omitted entries', async () => {
  const statuses = ['Invalid', 'Pending', 'Rejected'] as const;
  const rows = Array.from({ length: 100_000 }, (_, index) => {
    const row = index + 2;
    // A large prime spreads the scores evenly.
    const score = ((index * 7_919) % 1_000) / 100;
    return index % 20 === 0
      ? createUnfinishedRow(
          row,
          statuses[index % 3] ?? 'Invalid',
          `Reason ${'abcdefghijklmnop'[index % 16] ?? ''}, row ${row}`,
        )
      : createScoredRow(row, score, {
          destination: `Country ${index % 150}`,
          previous: { overallTrip: (score * 1.7) % 10 },
        });
  });
  const page = await render(createReport(rows));
  expect(page.length).toBeLessThan(400_000);
  expect(readTable(page, 'first')).toHaveLength(20);
  expect(page).toContain('The sheet has 94,980 more scored rows.');
  expect(readTable(page, 'where')).toHaveLength(16);
  expect(page).toMatch(/the last line combines the other \d+/);
  expect(readTable(page, 'changed')).toHaveLength(30);
  expect(page).toMatch(/Not listed:\s+[\d,]+ more that rose, [\d,]+ more that fell\./);
});
