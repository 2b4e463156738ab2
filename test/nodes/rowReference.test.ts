import { ProcessedData } from './processedData.js';
import { describe, expect, test } from 'vitest';
import { startTestSandbox } from '../sandbox/sandboxUnderTest.js';
import {
  readColumn,
  createHires,
  runSheet,
  readShownCells,
  listStatuses,
  readTexts,
  replaceCell,
  createWorkbook,
} from './sheets.js';

describe('row references in another n8n', () => {
  const inputColumns = createHires([])[0]?.length ?? 0;
  const edits: [
    string,
    (rows: string[][], at: (heading: string) => number) => void,
    Record<number, string>,
  ][] = [
    [
      'other inputs',
      ([, row = []], at) => (row[at('Destination country')] = 'Spain'),
      { 0: 'Invalid' },
    ],
    ['another person', ([, row = []], at) => (row[at('Employee ID')] = 'E-9'), { 0: 'Invalid' }],
    ['no ID', ([, row = []], at) => (row[at('Assessment ID')] = ''), { 0: 'Unconfirmed' }],
    [
      'no ID, and another person',
      ([, row = []], at) => {
        row[at('Employee ID')] = 'E-9';
        row[at('Assessment ID')] = '';
      },
      { 0: 'Invalid' },
    ],
    [
      'exchanged inputs',
      ([, one = [], two = []], at) => {
        const moved = one.splice(0, inputColumns, ...two.slice(0, inputColumns));
        two.splice(0, inputColumns, ...moved);
        // The edited workbook would have the time as text, which is not valid.
        for (const row of [one, two]) row[at('Assessed at')] = '';
      },
      {},
    ],
    [
      'exchanged IDs',
      ([, one = [], two = []], at) => {
        const id = at('Assessment ID');
        [one[id], two[id]] = [two[id] ?? '', one[id] ?? ''];
      },
      { 0: 'Unconfirmed', 1: 'Unconfirmed' },
    ],
  ];

  test.each(edits)(
    'a row shows only the scores of its own employee after an edit, and nothing is sent (%s)',
    async (_what, edit, wanted) => {
      const service = await startTestSandbox();
      const first = await runSheet(service, createWorkbook(createHires(['E-1', 'E-2'])));
      const listScores = ({ rows }: typeof first) =>
        new Map(rows.map(({ employeeId, overallTrip }) => [employeeId, overallTrip]));
      const texts = await readTexts(first.file);
      edit(texts, (heading) => texts[0]?.indexOf(heading) ?? -1);
      let file = createWorkbook(texts);
      // These two n8n have no memory of the workbook.
      for (const workflowId of ['another n8n', 'a third one']) {
        const { rows, workbook, ...again } = await runSheet(service, file, { workflowId });
        expect([workflowId, workbook.json.notes]).toEqual([workflowId, []]);
        const toWanted = (_row: unknown, index: number) => wanted[index] ?? 'Scored';
        expect(listStatuses(rows)).toEqual(rows.map(toWanted));
        const shown = await readColumn(again.file, 'Overall trip risk');
        for (const [index, { employeeId, overallTrip, status }] of rows.entries()) {
          const firstScore = listScores(first).get(employeeId);
          if (status === 'Scored') expect(overallTrip).toBe(firstScore);
          if (shown[index] !== '') expect(Number(shown[index])).toBe(firstScore);
          if (status === 'Unconfirmed')
            expect(rows[index]?.message).toMatch(/ID is missing|no answer was received/);
        }
        file = again.file;
      }
      expect((await service.readLedger()).commits.rwa_create).toBe(2);
    },
  );

  test('a workbook that a second n8n has reassessed is not changed by a third n8n', async () => {
    const service = await startTestSandbox();
    const parameters = { operation: 'assessAgain' };
    const first = await runSheet(service, createWorkbook(createHires(['E-1', 'E-2'])));
    const texts = await readTexts(first.file);
    const column = texts[0]?.indexOf('Destination country') ?? -1;
    const spain = createWorkbook(
      texts.map((row, index) => (index === 1 ? replaceCell(row, column, 'Spain') : row)),
    );
    const round = await runSheet(service, spain, { workflowId: 'two', parameters });
    const later = await runSheet(service, round.file, { workflowId: 'three' });
    expect([listStatuses(later.rows), later.workbook.json.notes]).toEqual([
      ['Scored', 'Scored'],
      [],
    ]);
    expect(await readShownCells(later.file)).toEqual(await readShownCells(round.file));
  });

  test('a copied row with another Employee ID is assessed as a new row', async () => {
    const service = await startTestSandbox();
    const first = await runSheet(service, createWorkbook(createHires(['E-1', 'E-2'])));
    const texts = await readTexts(first.file);
    texts.splice(1, 0, ['E-9', ...(texts[1] ?? []).slice(1)]);
    const { rows } = await runSheet(service, createWorkbook(texts), { workflowId: 'another n8n' });
    expect(listStatuses(rows)).toEqual(['Scored', 'Scored', 'Scored']);
    const ids = rows.map(({ assessmentId }) => assessmentId);
    expect(ids.slice(1)).toEqual(first.rows.map(({ assessmentId }) => assessmentId));
    const { assessments } = await service.readLedger();
    expect(assessments.map(({ employeeId }) => employeeId).sort()).toEqual(['E-1', 'E-2', 'E-9']);
  });

  test('an Assessment ID without a reference is used only if this n8n has saved it, or if a person accepts it', async () => {
    const service = await startTestSandbox();
    const here = { workflowId: 'one', staticData: {}, processedData: new ProcessedData() };
    const first = await runSheet(service, createWorkbook(createHires(['E-1', 'E-2'])), here);
    const texts = await readTexts(first.file);
    const column = texts[0]?.indexOf('Row reference') ?? -1;
    const file = createWorkbook(
      texts.map((row, index) => (index === 1 ? replaceCell(row, column, '') : row)),
    );
    expect(listStatuses((await runSheet(service, file, here)).rows)).toEqual(['Scored', 'Scored']);
    const there = { workflowId: 'two' };
    const asked = await runSheet(service, file, there);
    expect(listStatuses(asked.rows)).toEqual(['Invalid', 'Scored']);
    expect(asked.rows[0]?.message).toContain('with Accept Assessment IDs turned on');
    const parameters = { options: { acceptIds: true } };
    const accepted = await runSheet(service, asked.file, { ...there, parameters });
    expect(listStatuses(accepted.rows)).toEqual(['Scored', 'Scored']);
    expect(accepted.rows[0]).toMatchObject({ assessmentId: first.rows[0]?.assessmentId });
    const later = await runSheet(service, accepted.file, { workflowId: 'three' });
    expect(listStatuses(later.rows)).toEqual(['Scored', 'Scored']);
    expect((await service.readLedger()).requests.rwa_create).toBe(2);
  });

  test('a list of Assessment IDs from elsewhere can be accepted, except IDs of other employees', async () => {
    const service = await startTestSandbox();
    const first = await runSheet(service, createWorkbook(createHires(['E-1', 'E-2'])));
    const [one, two] = first.rows.map(({ assessmentId }) => assessmentId as string);
    const [top = [], ...rows] = createHires(['E-1', 'E-3', 'E-4']);
    const ids = [one, two, two];
    const list = [[...top, 'Assessment ID'], ...rows.map((row, at) => [...row, ids[at] ?? ''])];
    const there = { workflowId: 'two' };
    const asked = await runSheet(service, createWorkbook(list), there);
    expect(listStatuses(asked.rows)).toEqual(['Invalid', 'Invalid', 'Invalid']);
    const parameters = { options: { acceptIds: true } };
    const accepted = await runSheet(service, asked.file, { ...there, parameters });
    expect(listStatuses(accepted.rows)).toEqual(['Scored', 'Invalid', 'Invalid']);
    const single = createWorkbook(list.slice(0, 3));
    const wrong = await runSheet(service, single, { ...there, parameters });
    expect(wrong.rows[1]?.message).toContain('belongs to another employee');
    expect(wrong.rows[1]).not.toHaveProperty('overallTrip');
    expect((await service.readLedger()).requests.rwa_create).toBe(2);
  });

  test('a row with an invalid input has its scores again after a correction', async () => {
    const service = await startTestSandbox();
    const first = await runSheet(service, createWorkbook(createHires(['E-1'])));
    const texts = await readTexts(first.file);
    const column = texts[0]?.indexOf('Seniority') ?? -1;
    const right = texts[1]?.[column];
    let file = first.file;
    for (const [seniority, status] of [
      ['Middling', 'Invalid'],
      [right, 'Scored'],
    ]) {
      const [headings = [], row = []] = await readTexts(file);
      const edited = createWorkbook([headings, replaceCell(row, column, seniority)]);
      const again = await runSheet(service, edited, { workflowId: `${status}` });
      expect(listStatuses(again.rows)).toEqual([status]);
      file = again.file;
    }
    expect((await service.readLedger()).requests.rwa_create).toBe(1);
  });

  test("a person's own column named Row reference is not changed, and the references get another column", async () => {
    const service = await startTestSandbox();
    const [top = [], one = [], two = []] = createHires(['E-1', 'E-2']);
    const input = createWorkbook([
      [...top, 'Row reference'],
      [...one, 'IC-7'],
      [...two, ''],
    ]);
    const first = await runSheet(service, input);
    expect(await readColumn(first.file, 'Row reference')).toEqual(['IC-7', '']);
    const codes = await readColumn(first.file, 'Row reference (assessment)');
    expect(codes.every((code) => /^r1[.][0-9a-z.-]+$/.test(code))).toBe(true);
    const later = await runSheet(service, first.file, { workflowId: 'two' });
    expect([later.workbook.json.notes, await readShownCells(later.file)]).toEqual([
      [],
      await readShownCells(first.file),
    ]);
  });

  test('an edited row shows no scores after a round without an answer or with a rejection', async () => {
    for (const fault of ['status-500-after-commit', 'rejected']) {
      const service = await startTestSandbox();
      const again = { parameters: { operation: 'assessAgain' } };
      const first = await runSheet(service, createWorkbook(createHires(['E-1'])));
      const [headings = [], row = []] = await readTexts(first.file);
      const column = headings.indexOf('Destination country');
      const country = fault === 'rejected' ? 'Nowhereland' : 'Spain';
      const spain = createWorkbook([headings, replaceCell(row, column, country)]);
      const edited = await runSheet(service, spain, { workflowId: 'two' });
      expect(listStatuses(edited.rows)).toEqual(['Invalid']);
      if (fault !== 'rejected')
        await service.control('POST faults', { operation: 'rwa_create', fault });
      let { file, rows } = await runSheet(service, edited.file, { workflowId: 'three', ...again });
      await service.control('DELETE faults');
      const { requests } = await service.readLedger();
      for (const run of [{}, {}, fault === 'rejected' ? {} : again]) {
        ({ file, rows } = await runSheet(service, file, { workflowId: 'four', ...run }));
        expect(rows[0]).not.toHaveProperty('overallTrip');
        expect((await readColumn(file, 'Overall trip risk'))[0]).toBe('');
      }
      expect((await service.readLedger()).requests.rwa_create).toBe(requests.rwa_create);
    }
  });

  test('if two assessments have the same inputs, and one row is edited, only this row becomes Invalid', async () => {
    const service = await startTestSandbox();
    const files = [];
    for (const workflowId of ['one', 'two']) {
      files.push(
        (await runSheet(service, createWorkbook(createHires(['E-1'])), { workflowId })).file,
      );
    }
    const here = { workflowId: 'three', staticData: {} };
    const rows = [];
    for (const file of files) {
      expect(listStatuses((await runSheet(service, file, here)).rows)).toEqual(['Scored']);
      rows.push(...(await readTexts(file)).slice(rows.length === 0 ? 0 : 1));
    }
    const [headings = [], one = [], two = []] = rows;
    const italy = replaceCell(one, headings.indexOf('Destination country'), 'Italy');
    const both = await runSheet(service, createWorkbook([headings, italy, two]), here);
    expect(listStatuses(both.rows)).toEqual(['Invalid', 'Scored']);
    expect((await service.readLedger()).requests.rwa_create).toBe(2);
  });

  test('a copy above an edited row gets the assessment, and the edited row is assessed as a new row', async () => {
    const service = await startTestSandbox();
    const first = await runSheet(service, createWorkbook(createHires(['E-1'])));
    const [headings = [], row = []] = await readTexts(first.file);
    const [, copy = []] = createHires(['E-1']);
    const here = { workflowId: 'two', staticData: {} };
    const twice = await runSheet(service, createWorkbook([headings, copy, row]), here);
    expect(listStatuses(twice.rows)).toEqual(['Duplicate', 'Scored']);
    const [, above = [], below = []] = await readTexts(twice.file);
    const italy = replaceCell(below, headings.indexOf('Destination country'), 'Italy');
    const both = await runSheet(service, createWorkbook([headings, above, italy]), here);
    expect(listStatuses(both.rows)).toEqual(['Scored', 'Scored']);
    expect(both.rows[0]).toMatchObject({ assessmentId: first.rows[0]?.assessmentId });
    expect((await service.readLedger()).requests.rwa_create).toBe(2);
  });

  test('each round shows the score of the previous round as the previous score', async () => {
    const service = await startTestSandbox();
    const parameters = { operation: 'assessAgain' };
    let { file, rows } = await runSheet(service, createWorkbook(createHires(['E-1'])));
    for (const country of ['Spain', 'Italy', 'Greece']) {
      const before = rows[0]?.overallTrip;
      const [headings = [], row = []] = await readTexts(file);
      const column = headings.indexOf('Destination country');
      const edited = createWorkbook([headings, replaceCell(row, column, country)]);
      ({ file, rows } = await runSheet(service, edited, { workflowId: country, parameters }));
      expect(Number((await readColumn(file, 'Previous overall risk'))[0])).toBe(before);
    }
  });

  test('a row with a reference, but without a status and an Assessment ID, is not sent', async () => {
    const service = await startTestSandbox();
    const first = await runSheet(service, createWorkbook(createHires(['E-1'])));
    const [headings = [], row = []] = await readTexts(first.file);
    const emptied = ['Assessment status', 'Assessment ID'].reduce(
      (cells, heading) => replaceCell(cells, headings.indexOf(heading), ''),
      row,
    );
    const { rows } = await runSheet(service, createWorkbook([headings, emptied]), {
      workflowId: 'two',
    });
    expect(listStatuses(rows)).toEqual(['Unconfirmed']);
    expect((await service.readLedger()).requests.rwa_create).toBe(1);
  });
});
