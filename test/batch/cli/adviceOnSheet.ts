import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { buildZip, unzip } from '../../sheets/xlsx/zipFixture.js';
import { headings, hireRow } from '../run/testRun.js';
import { type AdviceByCode, type FollowedAdvice, writeThenRun } from './advice.js';
import type { Entry } from './sheets.js';
import { SheetStory } from './sheetStory.js';

const everybody = ['E-1', 'E-2', 'E-3'];

/** Changes the sheet, and may return options for the next run. */
type Change = (story: SheetStory) => unknown;
const toOptions = (returned: unknown) =>
  Array.isArray(returned) ? returned.map(String) : ([] as string[]);

/** Creates advice about a sheet from which no row is sent before the remedy. */
function createSheetAdvice(
  advice: FollowedAdvice['advice'],
  cause: Change,
  remedy: Change,
  sentPeople: readonly string[] = everybody,
): FollowedAdvice {
  return {
    advice,
    async causeMessage() {
      const story = await SheetStory.begin();
      await story.run('assess', '--max-new', '0', ...toOptions(await cause(story)));
      return story;
    },
    follow: async (story) => story.run('assess', ...toOptions(await remedy(story))),
    sentPeople,
  };
}

/** Creates advice about a value in row 3, which is not sent before the remedy. */
const createValueAdvice = (
  advice: FollowedAdvice['advice'],
  wrong: Entry,
  remedy: Entry | readonly string[],
  inAllRows: Entry = {},
): FollowedAdvice => ({
  advice,
  async causeMessage() {
    const story = await SheetStory.begin();
    story.save(story.rows.map((entry) => ({ ...entry, ...inAllRows })));
    story.write(3, wrong);
    await story.run('assess');
    return story;
  },
  async follow(story) {
    const options = Array.isArray(remedy) ? remedy.map(String) : [];
    if (options.length === 0) story.write(3, remedy as Entry);
    await story.run('assess', ...options);
    story.expectAllScored();
  },
  sentPeople: ['E-2'],
});

async function saveWorkbook(
  story: SheetStory,
  change: (workbook: ExcelJS.Workbook, rows: readonly Entry[]) => unknown,
): Promise<void> {
  const rows = story.rows;
  const workbook = new ExcelJS.Workbook();
  addSheet(workbook, 'Hires', rows);
  change(workbook, rows);
  story.path = join(story.folder, 'hires.xlsx');
  await workbook.xlsx.writeFile(story.path);
}
function addSheet(workbook: ExcelJS.Workbook, name: string, rows: readonly Entry[]) {
  const sheet = workbook.addWorksheet(name);
  sheet.addRow(Object.keys(rows[0] ?? {}));
  for (const row of rows) sheet.addRow(Object.values(row));
  return sheet;
}
async function editWorkbook(
  story: SheetStory,
  edit: (sheet: ExcelJS.Worksheet, workbook: ExcelJS.Workbook) => unknown,
): Promise<void> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(story.path);
  const [sheet] = workbook.worksheets;
  if (sheet !== undefined) edit(sheet, workbook);
  await workbook.xlsx.writeFile(story.path);
}
const useWorkbook =
  (change: (workbook: ExcelJS.Workbook, rows: readonly Entry[]) => unknown, ...options: string[]) =>
  async (story: SheetStory) => {
    await saveWorkbook(story, change);
    return options;
  };
const useOptions =
  (...all: string[]): Change =>
  () =>
    all;

/** Creates advice about the value in a cell of row 3 of a workbook. */
const createCellAdvice = (
  advice: FollowedAdvice['advice'],
  cell: string,
  wrong: ExcelJS.CellValue,
  right: ExcelJS.CellValue,
  numFmt = 'General',
): FollowedAdvice => ({
  advice,
  async causeMessage() {
    const story = await SheetStory.begin();
    await saveWorkbook(story, ({ worksheets: [sheet] }) => {
      Object.assign(sheet?.getCell(cell) ?? {}, { value: wrong, numFmt });
    });
    await story.run('assess');
    await story.type('check', story.path);
    return story;
  },
  async follow(story) {
    await editWorkbook(story, (sheet) => {
      Object.assign(sheet.getCell(cell), { value: right, numFmt: '@' });
    });
    await story.run('assess');
  },
  sentPeople: ['E-2'],
});

/** Advice to type text into a cell with a linked data type of Excel. */
const linkedDataType: FollowedAdvice = {
  ...createCellAdvice('Or type the value', 'G3', { error: '#VALUE!' }, 'Germany'),
  async causeMessage() {
    const story = await SheetStory.begin();
    await saveWorkbook(story, ({ worksheets: [sheet] }) => {
      Object.assign(sheet?.getCell('G3') ?? {}, { value: { error: '#VALUE!' } });
    });
    const parts = [...unzip(readFileSync(story.path))].map(([name, { content }]) => {
      return [name, content.toString().replace('t="e"', 't="e" vm="1"')] as const;
    });
    writeFileSync(story.path, buildZip(Object.fromEntries(parts)));
    await story.run('assess');
    await story.type('check', story.path);
    return story;
  },
};

const writeColumns = (story: SheetStory, map: Entry) => {
  const file = join(story.folder, 'columns.json');
  writeFileSync(file, JSON.stringify(map));
  return ['--columns', file];
};
const useColumns =
  (map: Entry): Change =>
  (story) =>
    writeColumns(story, map);
const rename = (before: string, after: string) => (story: SheetStory) => {
  const [headings = '', ...lines] = readFileSync(story.path, 'utf8').split('\r\n');
  writeFileSync(story.path, [headings.replace(before, after), ...lines].join('\r\n'));
};
const translateHeadings = (story: SheetStory) => {
  rename('Employee ID', 'Personalnr.')(story);
  rename('Destination country', '"„Zielland"" (Pflicht)"')(story);
};
const addColumn = (heading: string) => (story: SheetStory) => {
  story.save(story.rows.map((entry) => ({ ...entry, [heading]: entry['Employee ID'] ?? '' })));
};
const addNoteAbove = (story: SheetStory) => {
  writeFileSync(story.path, `Hires\r\nOf this year\r\n${readFileSync(story.path, 'utf8')}`);
};
const readLines = ({ path }: SheetStory) => readFileSync(path, 'utf8').split('\r\n');
/** Writes `Employee ID` into a row above the headings, and `Nummer` below it. */
const splitHeadings = (story: SheetStory) => {
  const [, ...people] = readLines(story);
  const lower = headings.replace('Employee ID', 'Nummer');
  writeFileSync(story.path, ['Employee ID', lower, ...people].join('\r\n'));
};
const hideRow = ({ worksheets: [sheet] }: ExcelJS.Workbook, number: number) => {
  const row = sheet?.getRow(number);
  if (row !== undefined) row.hidden = true;
};
const hideAllRows = (workbook: ExcelJS.Workbook) => {
  for (const row of [2, 3, 4]) hideRow(workbook, row);
};
const addOtherSheet = (workbook: ExcelJS.Workbook, rows: readonly Entry[]) => {
  addSheet(workbook, 'Trips', [{ ...rows[0], 'Employee ID': 'E-9' }]);
};
const addNotesAndHideData = (workbook: ExcelJS.Workbook, rows: readonly Entry[]) => {
  workbook.removeWorksheet('Hires');
  workbook.addWorksheet('Notes').addRow(['Fill in the other sheet.']);
  addSheet(workbook, 'Data', rows).state = 'hidden';
};

/** Runs assess with --columns, and then decide without this option. */
const decideWithoutOption: FollowedAdvice['causeMessage'] = async () => {
  const story = await SheetStory.begin();
  rename('Employee ID', 'Nummer')(story);
  await story.run('assess', ...writeColumns(story, { employeeId: 'Nummer' }));
  story.save(story.rows.map((entry) => ({ ...entry, Decision: 'Pending' })));
  await story.run('decide');
  story.command = 'decide';
  return story;
};
const decideUnassessed: FollowedAdvice['causeMessage'] = async () => {
  const story = await SheetStory.beginScored();
  story.save([...story.rows, { ...story.rows[0], 'Employee ID': 'E-4' }]);
  story.clear(5);
  story.save(story.rows.map((entry) => ({ ...entry, Decision: 'Pending' })));
  await story.run('decide');
  story.command = 'decide';
  return story;
};
/** Creates advice about the invitation of S-2; row 3 is edited before the first run. */
const createInvitationAdvice = (
  advice: FollowedAdvice['advice'],
  wrong: Entry,
  right: Entry,
  to: string,
): FollowedAdvice => ({
  advice,
  async causeMessage() {
    const story = await SheetStory.beginInvitations();
    story.write(3, wrong);
    await story.run('invite');
    return story;
  },
  async follow(story) {
    story.write(3, right);
    await story.run('invite');
  },
  sentPeople: [to],
});

const headingAdvice = 'Add or rename the headings in a separate row above the first person';
const checkTemplate: FollowedAdvice['causeMessage'] = async () => {
  const story = await SheetStory.begin(['E-1']);
  await story.type('template', join(story.folder, 'template.xlsx'));
  await story.type('check', join(story.folder, 'template.xlsx'));
  return story;
};
/** Replaces the examples of the template with the first row of the sheet, and assesses the template. */
const fillInTemplate = async (story: SheetStory) => {
  const [filledRow = {}] = story.rows;
  story.path = join(story.folder, 'template.xlsx');
  await editWorkbook(story, (sheet) => {
    const headings = sheet.getRow(1).values as readonly unknown[];
    sheet.spliceRows(3, 1);
    headings.forEach((heading, column) => {
      if (column > 0) sheet.getRow(2).getCell(column).value = filledRow[String(heading)] ?? null;
    });
  });
  await story.run('assess');
};

/** Messages about how a sheet is read, and about values because of which a row is not sent. */
export const adviceOnSheet: AdviceByCode = {
  mappedToResults: [
    {
      advice: "Map it to a column of the sheet's own",
      async causeMessage() {
        const story = await SheetStory.beginScored();
        story.save([...story.rows, { ...story.rows[0], 'Employee ID': 'E-4' }]);
        story.clear(5);
        await story.run('assess', ...writeColumns(story, { employeeId: 'Assessment ID' }));
        return story;
      },
      async follow(story) {
        await story.run('assess', ...writeColumns(story, { employeeId: 'Employee ID' }));
        story.expectAllScored();
      },
      sentPeople: ['E-4'],
    },
  ],
  mappedHeadingMissing: [
    createSheetAdvice(
      'Its headings are:',
      useColumns({ destination: 'Ziel' }),
      useColumns({ destination: 'Destination country' }),
    ),
  ],
  columnsAlike: [
    createSheetAdvice(
      'Rename one of them',
      addColumn('Employee no'),
      rename('Employee no', 'Remark'),
    ),
    createSheetAdvice(
      'or choose one with --columns',
      addColumn('Employee no'),
      useColumns({ employeeId: 'Employee ID' }),
    ),
  ],
  headerRowEmpty: [
    createSheetAdvice(
      'the row given with --header-row',
      useOptions('--header-row', '40'),
      () => undefined,
    ),
  ],
  allSheetsHidden: [
    createSheetAdvice(
      'Choose one with --sheet',
      useWorkbook(({ worksheets }) => {
        for (const sheet of worksheets) sheet.state = 'hidden';
      }),
      useOptions('--sheet', 'Hires'),
    ),
  ],
  headingsDoNotFit: [
    createSheetAdvice(/did you mean "/, rename('Destination country', 'Destnation'), (story) => {
      rename('Destnation', 'Destination country')(story);
    }),
    createSheetAdvice(
      'If the lines below are right, save them as columns.json and add --columns columns.json',
      translateHeadings,
      (story) => {
        const file = join(story.folder, 'columns.json');
        writeFileSync(file, /^\{$.*^\}$/ms.exec(story.message)?.[0] ?? '');
        return ['--columns', file];
      },
    ),
    createSheetAdvice(
      'if you use such a file already, add its entries to them',
      (story) => {
        rename('Employee ID', 'Nummer')(story);
        rename('Destination country', 'Zielland')(story);
        return writeColumns(story, { employeeId: 'Nummer' });
      },
      useColumns({ employeeId: 'Nummer', destination: 'Zielland' }),
    ),
    createSheetAdvice(
      /The hidden sheet "\w+" has them: use it with --sheet/,
      useWorkbook(addNotesAndHideData),
      () => ['--sheet', 'Data'],
    ),
    createSheetAdvice(
      headingAdvice,
      rename('Employee ID', 'Nummer'),
      rename('Nummer', 'Employee ID'),
    ),
    createSheetAdvice(
      'map them with --columns',
      rename('Employee ID', 'Nummer'),
      useColumns({ employeeId: 'Nummer' }),
    ),
    createSheetAdvice(
      'choose the heading row with --header-row',
      (story) => {
        addNoteAbove(story);
        return ['--header-row', '2'];
      },
      useOptions('--header-row', '3'),
    ),
    createSheetAdvice(
      /Insert a new row above the first person, write all headings into it, and choose it with --hea/,
      splitHeadings,
      (story) => {
        const [upper = '', lower = '', ...people] = readLines(story);
        writeFileSync(story.path, [upper, lower, headings, ...people].join('\r\n'));
        return ['--header-row', '3'];
      },
    ),
    createSheetAdvice(
      /If the lines below are right, save them as columns\.json and add --columns columns\.json/,
      rename('Destination country', 'Zielland'),
      (story) => {
        const [lines = ''] = /\{[^}]+\}/.exec(story.message) ?? [];
        return writeColumns(story, JSON.parse(lines) as Entry);
      },
    ),
    createSheetAdvice(
      'rwa template creates a sheet with the right headings',
      rename('Employee ID', 'Nummer'),
      async (story) => {
        rename('Nummer', 'Employee ID')(story);
        await story.type('template', join(story.folder, 'template.xlsx'));
        await fillInTemplate(story);
      },
      ['E-1'],
    ),
    createSheetAdvice(
      'or set one value for all rows with --set',
      rename('Purpose', 'Zweck'),
      useOptions('--set', 'purpose=Hire From Anywhere'),
    ),
  ],
  assessmentsUnreadable: [
    {
      advice: 'If rwa assess was run with --columns or --set, add the same to this command',
      causeMessage: decideWithoutOption,
      follow: (story) => story.run('decide', ...writeColumns(story, { employeeId: 'Nummer' })),
      requests: 3,
    },
  ],
  allRowsHidden: [
    createSheetAdvice(
      'Unhide the rows to send',
      useWorkbook(hideAllRows, '--visible-only'),
      async (story) => {
        await editWorkbook(story, (sheet) => {
          sheet.getRow(3).hidden = false;
        });
        return ['--visible-only'];
      },
      ['E-2'],
    ),
    createSheetAdvice(
      'or run without --visible-only',
      useWorkbook(hideAllRows, '--visible-only'),
      () => undefined,
    ),
  ],
  hiddenRowsCount: [
    createSheetAdvice(
      '--visible-only skips them',
      useWorkbook((workbook) => {
        hideRow(workbook, 3);
      }),
      useOptions('--visible-only'),
      ['E-1', 'E-3'],
    ),
  ],
  otherSheetsFit: [
    createSheetAdvice(
      'use --sheet to choose it',
      useWorkbook(addOtherSheet),
      useOptions('--sheet', 'Trips'),
      ['E-9'],
    ),
  ],
  onlyExamples: [
    {
      advice: 'Replace them with your own rows',
      causeMessage: checkTemplate,
      follow: fillInTemplate,
      sentPeople: ['E-1'],
    },
  ],
  sheetEmpty: [
    createSheetAdvice(
      'rwa template creates a sheet to start from',
      (story) => {
        writeFileSync(join(story.folder, 'empty.csv'), ' \r\n');
        story.path = join(story.folder, 'empty.csv');
      },
      async (story) => {
        await story.type('template', join(story.folder, 'template.xlsx'));
        story.path = join(story.folder, 'hires.csv');
        await fillInTemplate(story);
      },
      ['E-1'],
    ),
  ],
  assessFirst: [
    {
      advice: 'Assess the row first, with rwa assess',
      causeMessage: decideUnassessed,
      async follow(story) {
        await story.run('assess');
        await story.run('decide');
      },
      requests: 1,
    },
  ],
  rowsOfIdentityDiffer: [
    {
      advice: 'Keep one row',
      async causeMessage() {
        const story = await SheetStory.beginInvitations();
        story.save([...story.rows, { ...story.rows[1], 'First name': 'Zara' }]);
        await story.run('invite');
        return story;
      },
      async follow(story) {
        story.save(story.rows.slice(0, -1));
        await story.run('invite');
      },
      sentPeople: ['s-2@company-1.example'],
    },
  ],
  valuesSuggested: [
    createValueAdvice('add --accept-suggestions', { 'Sales contracts': 'Nein' }, [
      '--accept-suggestions',
    ]),
  ],
  typeDate: [
    createValueAdvice(
      'Type a date such as 2026-11-03',
      { 'Start date': '' },
      { 'Start date': '2026-11-03' },
    ),
  ],
  sayDateOrder: [
    createValueAdvice('Use --date-format dmy', { 'Start date': '03/11/2026' }, [
      '--date-format',
      'dmy',
    ]),
    createValueAdvice('or --date-format mdy', { 'Start date': '11/03/2026' }, [
      '--date-format',
      'mdy',
    ]),
  ],
  datesOfColumn: [
    createValueAdvice(
      /The other dates in this column are day first: add --date-format dmy/,
      { 'Start date': '03/11/2026' },
      ['--date-format', 'dmy'],
      { 'Start date': '23/11/2026' },
    ),
  ],
  datesOfOtherColumns: [
    createValueAdvice(
      /The dates of other columns are \w+ first: if this one is too, add --date-format/,
      { 'Start date': '03/11/2026' },
      ['--date-format', 'mdy'],
      { 'End date': '11/23/2027' },
    ),
    createValueAdvice(
      'Write the date like 2026-11-30 or 30 November 2026',
      { 'Start date': '03/11/2026' },
      { 'Start date': '3 November 2026' },
      { 'End date': '11/23/2027' },
    ),
  ],
  fillInOthers: [
    createValueAdvice('Fill in the others', createOtherInputs(''), createOtherInputs('filled in')),
    {
      advice: 'or clear the cell if the row is only a note',
      async causeMessage() {
        const story = await SheetStory.begin();
        story.write(3, createOtherInputs(''));
        await story.run('assess');
        return story;
      },
      follow: writeThenRun(3, { 'Employee ID': '' }),
    },
  ],
  removeSpaces: [
    createInvitationAdvice(
      'Remove the spaces inside the address',
      { Email: 's 2@company-1.example' },
      { Email: 's2@company-1.example' },
      's2@company-1.example',
    ),
  ],
  writeDomain: [
    createInvitationAdvice(
      /Write the domain as \S+; it is equivalent/,
      { Email: 's-2@bücher.example' },
      { Email: 's-2@xn--bcher-kva.example' },
      's-2@xn--bcher-kva.example',
    ),
  ],
  calculateFormula: [
    createCellAdvice(
      'Open the file in Excel, save it, and run again',
      'G3',
      { formula: '"Ger"&"many"' },
      { formula: '"Ger"&"many"', result: 'Germany' },
    ),
  ],
  correctFormula: [
    createCellAdvice('or type a value', 'G3', { error: '#N/A' }, 'Germany'),
    createCellAdvice(
      'Correct its formula',
      'G3',
      { formula: 'NA()', result: { error: '#N/A' } },
      { formula: '"Germany"', result: 'Germany' },
    ),
  ],
  cellOnlyInExcel: [{ ...linkedDataType, advice: 'a value that only Excel can show' }],
  convertToText: [linkedDataType],
  cellNumberFormatted: [
    createCellAdvice(/rwa cannot tell which ID Excel shows/, 'A3', 42, 'E-2', '[>9]"E-"0;;;@'),
  ],
  typeIdAsText: [
    createCellAdvice(
      'Format the column as text and type the ID as it should be',
      'A3',
      42,
      'E-2',
      '[>9]"E-"0;;;@',
    ),
  ],
};

/** Returns all inputs except the Employee ID, filled in or empty. */
function createOtherInputs(filled: '' | 'filled in'): Entry {
  const cells = hireRow('').split(',');
  const all = headings.split(',').map((heading, at) => [heading, cells[at] ?? ''] as const);
  const inputs = Object.fromEntries(all.slice(1));
  if (filled !== '') return inputs;
  return Object.fromEntries(Object.keys(inputs).map((heading) => [heading, '']));
}
