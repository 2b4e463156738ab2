import { expect, test } from 'vitest';
import type { UnfinishedStatus } from '../../../batch/engine/report/summary.js';
import type { ReportRow, ReportData } from '../../../batch/engine/report/reportData.js';
import { reportInNumbers, reportInWords } from '../../../batch/report/inWords.js';
import { commandAdvice } from '../../../batch/report/advice.js';
import { englishReport } from '../../../batch/report/english.js';
import { renderReport } from '../../../batch/report/renderReport.js';
import { wordsIn } from '../../../batch/server/words/wording.js';
import { createReport, createScoredRow, createUnfinishedRow } from './testReport.js';

/** The number of different reasons for unfinished rows, by status. */
const reasons: Readonly<Record<UnfinishedStatus, number>> = {
  Unconfirmed: 1,
  Rejected: 10,
  Invalid: 1,
  Duplicate: 1,
  Forgotten: 1,
  Pending: 1,
  'Not sent': 1,
};

/** Returns scored rows with many destinations and levels, some decreases and more increases. */
function createScoredRows(count: number): ReportRow[] {
  return Array.from({ length: count }, (_, index) => {
    const score = (index % 11) * 0.9;
    const row = createScoredRow(index + 2, score, { destination: `Country ${index % 20}` });
    const before = index % 3 === 0 ? score + 1 : score - 1;
    return {
      ...row,
      scores: { ...row.scores, cumulativePeRiskLevel: `Level ${index % 8}` },
      ...(index % 4 === 0 ? {} : { previous: { overallTrip: before } }),
      ...(index === 9 ? { redirectUrl: '', employeeId: '' } : {}),
    };
  });
}

const letters = 'ABCDEFGHIJ';

const unfinished = Object.entries(reasons).flatMap(([status, count], statusIndex) =>
  Array.from({ length: count }, (_, index) =>
    createUnfinishedRow(
      1_000 + 20 * statusIndex + index,
      status as UnfinishedStatus,
      `Reason ${letters[index] ?? ''}.`,
    ),
  ),
);

const reports: Readonly<Record<string, ReportData>> = {
  'every section': createReport(
    [
      ...createScoredRows(120),
      ...unfinished,
      createUnfinishedRow(1_900, 'Invalid', 'End date (K11) is before the start date.'),
      createUnfinishedRow(1_901, 'Invalid', 'End date (K12) is before the start date.'),
      createUnfinishedRow(2_000, 'Unconfirmed', '', { scores: createScoredRow(1, 5).scores ?? {} }),
    ],
    {
      isSandboxRun: true,
      round: { number: 2, name: '2027-Q1', startedAt: '2027-01-05T09:00:00.000Z' },
    },
  ),
  'two rows, assessed once': createReport([createScoredRow(2, 1), createScoredRow(3, 2)]),
  'nothing scored': createReport([createUnfinishedRow(2, 'Pending', '')]),
  'no rows': createReport([]),
};

/**
 * Returns the text of a page, with one line for each block of text. Keeps only the headings and the
 * first row of each table.
 */
function toText(page: string): string {
  return page
    .replace(/<style>[^]*?<\/style>/, '')
    .replaceAll(/<svg[^]*?(<title[^]*?<\/title>)[^]*?<\/svg>/g, '$1')
    .replaceAll(/(<tbody>[^]*?<\/tr>)[^]*?<\/tbody>/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<\/t[dh]>/g, ' | ')
    .replaceAll(/<small>/g, ' / ')
    .replaceAll(/<\/(?:p|h\d|tr|li|dd|title|figcaption|caption|summary)>|<br \/>/g, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

// wording.txt, wording.de.txt and wording.fr.txt contain the texts of these reports. `npx vitest run
// FILE --update` updates them.
test('the report matches wording.txt', async () => {
  const texts: string[] = [];
  for (const [name, data] of Object.entries(reports)) {
    const page = await renderReport(data, englishReport, commandAdvice(`rwa assess ${data.file}`));
    const terminal = [...reportInWords(data), '', ...reportInNumbers(data)].join('\n');
    texts.push(`# ${name}\n\n${toText(page)}\n\n## On a terminal, and in a log\n${terminal}`);
  }
  await expect(`${texts.join('\n\n\n').trimEnd()}\n`).toMatchFileSnapshot('wording.txt');
});

test.each([
  ['de', '„[^“]*“'],
  ['fr', '«[^»]*»'],
] as const)(
  'the report matches wording.%s.txt, and contains no English words outside quotation marks',
  async (language, quotation) => {
    const { reportWords, reportAdvice } = wordsIn(language);
    const texts: string[] = [];
    for (const [name, data] of Object.entries(reports)) {
      const page = await renderReport(data, reportWords, reportAdvice);
      expect(page).toContain(`<html lang="${language}">`);
      texts.push(`# ${name}\n\n${toText(page)}`);
    }
    await expect(`${texts.join('\n\n\n')}\n`).toMatchFileSnapshot(`wording.${language}.txt`);
    const ownTexts = texts.map((text) =>
      text.replaceAll(new RegExp(`^# .*|${quotation}|Work From Anywhere|End date .*`, 'gm'), ''),
    );
    expect(ownTexts.flatMap((text) => text.match(englishWord) ?? [])).toEqual([]);
  },
);

test.each([
  ['de', 'Dienst: die eingebaute Sandbox'],
  ['fr', 'Service : le bac à sable intégré'],
] as const)(
  'the report names the embedded sandbox in the language of the report: %s',
  (language, line) => {
    const { header } = wordsIn(language).reportWords;
    expect(header.service('the embedded sandbox').replaceAll('\u00A0', ' ')).toBe(line);
  },
);

const englishWord =
  /\b(?:the|and|is|are|of|with|rows?|sheets?|scores? (?:of|from)|highest|assess\w*|other|show)\b/gi;
