import { describe, expect, test, vi } from 'vitest';
import { RwaAssessSheet } from '../../nodes/RwaAssessSheet/RwaAssessSheet.node.js';
import { assessmentFields } from '../../src/assessmentFields.js';
import {
  type Ledger,
  startTestSandbox,
  type SandboxUnderTest,
} from '../sandbox/sandboxUnderTest.js';
import { unzip } from '../sheets/xlsx/zipFixture.js';
import { ProcessedData } from './processedData.js';
import { SheetWorkflow } from './sheetWorkflow.js';
import { openProxy } from '../sandbox/openProxy.js';
import { readOutputFile, type NodeFile, runFailing } from './runNode.js';
import {
  readColumn,
  createHires,
  runSheet,
  runSheets,
  sample,
  readShownCells,
  listStatuses,
  readTexts,
  replaceCell,
  createWorkbook,
} from './sheets.js';

const readParts = ({ bytes }: NodeFile) =>
  new Map(
    [...unzip(Buffer.from(bytes))].map(([part, { content }]) => [part, content.toString('latin1')]),
  );
const listAssessedEmployees = ({ assessments }: Ledger) =>
  assessments.map(({ employeeId }) => String(employeeId)).sort();

/** Opens a proxy that answers every creation with the ID of another assessment. */
async function openRepeatingProxy(service: SandboxUnderTest, assessmentId: string) {
  const { tokens, controlUrl } = service.sandbox;
  const baseUrl = await openProxy(service, {
    change: (answer) => answer.replace(/("assessment_id":\s*")[^"]+/, `$1${assessmentId}`),
  });
  return { baseUrl, tokens, controlUrl };
}

/** A run in another process of n8n. In these tests, each workflow ID represents a process. */
const inOtherProcess = { workflowId: 'after a restart' };

/** Creates a fault that loses the answer for an employee after the service has created the assessment. */
const createLostAnswerFault = (employeeId: string) => ({
  operation: 'rwa_create',
  fault: 'status-500-after-commit',
  match: { employeeId },
});

describe('Assess', () => {
  test('sends IDs without the marks of spreadsheet programs, and refuses IDs that such a program has changed', async () => {
    const service = await startTestSandbox();
    const ids = ['="00123"', "'00124", '\u061C00130', '1001.0', 'nan'];
    const { rows } = await runSheet(service, createWorkbook(createHires(ids)));
    expect(listStatuses(rows)).toEqual(['Scored', 'Scored', 'Scored', 'Invalid', 'Invalid']);
    expect(listAssessedEmployees(await service.readLedger())).toEqual(['00123', '00124', '00130']);
    expect(rows[3]?.message).toEqual(expect.stringContaining('with decimal places'));
  });

  test('returns the workbook with scores, and changes only the parts with its styles, its table and its worksheet', async () => {
    const service = await startTestSandbox();
    const { workbook, file, rows } = await runSheet(service, sample);
    expect(workbook.json).toMatchObject({
      operation: 'assess',
      fileName: 'hires-2026-q4.scored.xlsx',
      worksheet: 'Q4 2026',
      headingRow: 3,
      rows: 24,
      people: 24,
      scored: 24,
      sent: 24,
      toCorrect: 0,
      notes: [],
      summary: '24 people, 1 of high risk',
      nextStep: 'Every row has its scores.',
    });
    expect(workbook.pairedItem).toEqual({ item: 0 });
    expect(file.fileName).toBe('hires-2026-q4.scored.xlsx');
    const [texts, scoredTexts] = [await readTexts(sample), await readTexts(file)];
    expect(scoredTexts.map((row, at) => row.slice(0, texts[at]?.length))).toEqual(texts);
    const [before, after] = [sample, file].map(readParts);
    const changed = [...(before ?? [])].filter(([part, text]) => after?.get(part) !== text);
    expect(changed.map(([part]) => part).sort()).toEqual([
      'xl/styles.xml',
      'xl/tables/table1.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    expect(rows[0]).toMatchObject({
      row: 4,
      status: 'Scored',
      employeeId: '00042',
      destination: 'Spain',
      message: '',
      assessmentId: expect.any(String) as string,
      overallTrip: expect.any(Number) as number,
    });
    expect(await readColumn(file, 'Overall trip risk')).toContain(
      `${rows[0]?.overallTrip as number}`,
    );
    expect(rows).toHaveLength(24);
  });

  test('retrieves the assessments that a scored workbook contains, and sends nothing', async () => {
    const service = await startTestSandbox();
    const first = await runSheet(service, sample);
    const again = await runSheet(service, first.file);
    expect(again.workbook.json).toMatchObject({ sent: 0, scored: 24 });
    expect(again.file.fileName).toBe('hires-2026-q4.scored.xlsx');
    expect((await service.readLedger()).commits.rwa_create).toBe(24);
  });

  test('does not send a row with a wrong value or a duplicate row, and gives each a status', async () => {
    const service = await startTestSandbox();
    const [top = [], one = [], two = [], three = []] = createHires(['E-1', 'E-2', 'E-3']);
    const wrong = two.with(top.indexOf('Seniority'), 'Middling');
    const { workbook, file, rows } = await runSheet(
      service,
      createWorkbook([top, one, wrong, three, three]),
    );
    expect(listStatuses(rows)).toEqual(['Scored', 'Invalid', 'Scored', 'Duplicate']);
    expect(workbook.json).toMatchObject({ scored: 2, toCorrect: 2, people: 3 });
    expect(workbook.json.summary).toBe('3 people, 4 rows, 0 of high risk, 2 rows to correct');
    const texts = await readTexts(file);
    expect(texts.map((row) => row.slice(0, top.length))).toEqual([top, one, wrong, three, three]);
    expect((await readColumn(file, 'Assessment message'))[1]).toBe(
      'C3, Seniority "Middling": unsupported value. Use Low, Mid or Senior.',
    );
    expect(listAssessedEmployees(await service.readLedger())).toEqual(['E-1', 'E-3']);
  });

  test('marks a row without an answer as Unconfirmed, and does not send it again from the output workbook', async () => {
    const service = await startTestSandbox();
    await service.control('POST faults', createLostAnswerFault('E-2'));
    const first = await runSheet(service, createWorkbook(createHires(['E-1', 'E-2'])));
    expect(listStatuses(first.rows)).toEqual(['Scored', 'Unconfirmed']);
    expect(first.workbook.json).toMatchObject({ unconfirmed: 1 });
    const again = await runSheet(service, first.file);
    expect(listStatuses(again.rows)).toEqual(['Scored', 'Unconfirmed']);
    expect(listAssessedEmployees(await service.readLedger())).toEqual(['E-1', 'E-2']);

    // A person enters the ID of the assessment.
    const { assessments } = await service.readLedger();
    const { assessmentId } = assessments.find(({ employeeId }) => employeeId === 'E-2') ?? {};
    const texts = await readTexts(first.file);
    const [id = -1, status = -1] = ['Assessment ID', 'Assessment status'].map((heading) =>
      texts[0]?.indexOf(heading),
    );
    const settled = texts.map((row, at) =>
      at === 2 ? replaceCell(replaceCell(row, id, assessmentId), status, '') : row,
    );
    const last = await runSheet(service, createWorkbook(settled));
    expect(listStatuses(last.rows)).toEqual(['Scored', 'Scored']);
    expect(listAssessedEmployees(await service.readLedger())).toEqual(['E-1', 'E-2']);
  });
});

describe('Executions that repeat rows', () => {
  test('Retry On Fail, which runs the node again for all its items, sends no row twice', async () => {
    const service = await startTestSandbox();
    await service.control('POST faults', createLostAnswerFault('E-2'));
    const files = [
      createWorkbook(createHires(['E-1', 'E-2'])),
      { fileName: 'b.pdf', bytes: Buffer.from('%PDF') },
    ];
    const context = {};
    const rememberAcrossExecutions = 'off';
    const executeNode = () =>
      runSheets(service, files, { context, parameters: { rememberAcrossExecutions } });
    await expect(executeNode()).rejects.toMatchObject({
      message: 'b.pdf is not an Excel workbook (.xlsx or .xlsm)',
      description: expect.stringContaining('Retry with currently saved workflow') as string,
    });
    await expect(executeNode()).rejects.toThrow('b.pdf');
    expect(listAssessedEmployees(await service.readLedger())).toEqual(['E-1', 'E-2']);

    // The message advises a retry, for which n8n stores the node's context as JSON.
    const [workbooks = [], rows = []] = await runSheets(service, files, {
      context: JSON.parse(JSON.stringify(context)) as object as never,
      parameters: { rememberAcrossExecutions },
      onError: 'continueErrorOutput',
    });
    expect(listStatuses(rows.map(({ json }) => json))).toEqual(['Scored', 'Unconfirmed']);
    expect(workbooks.map(({ json }) => Object.keys(json))[1]).toEqual(['error', 'message']);
    expect(listAssessedEmployees(await service.readLedger())).toEqual(['E-1', 'E-2']);
  });

  test('a form that is submitted twice, even at the same time, sends each row once', async () => {
    const service = await startTestSandbox();
    const processedData = new ProcessedData();
    const [one, two] = await Promise.all([
      runSheet(service, sample, { processedData }),
      runSheet(service, sample, { processedData }),
    ]);
    const again = await runSheet(service, sample, { processedData });
    expect(again.workbook.json).toMatchObject({ sent: 0, scored: 24 });
    const three = await runSheet(service, sample, { processedData, ...inOtherProcess });
    expect((await service.readLedger()).commits.rwa_create).toBe(24);
    const sent = [one, two].map(({ workbook }) => Number(workbook.json.sent));
    expect(sent.reduce((sum, each) => sum + each, 0)).toBe(24);
    expect(three.workbook.json).toMatchObject({
      sent: 0,
      unconfirmed: 24,
      sentBefore: 24,
      summary: '24 people, 24 rows sent before',
      nextStep: expect.stringContaining(
        'the workbook that the workflow returned when it sent them has their scores',
      ) as string,
    });
    expect(three.rows[0]?.message).toContain('This row was sent before, and its assessment exists');
  });

  test('a later upload of the same workbook sends nothing, and gets the same assessments', async () => {
    const service = await startTestSandbox();
    const remembered = { processedData: new ProcessedData(), staticData: {} };
    const first = await runSheet(service, sample, remembered);
    const saved = JSON.parse(JSON.stringify(remembered.staticData)) as object as never;
    const later = { ...remembered, ...inOtherProcess, staticData: saved };
    const again = await runSheet(service, sample, later);
    expect(again.workbook.json).toMatchObject({ sent: 0, sentBefore: 0, scored: 24 });
    const listIds = ({ rows }: typeof first) =>
      rows.map(({ assessmentId, redirectUrl }) => [assessmentId, redirectUrl]);
    expect(listIds(again)).toEqual(listIds(first));
    expect((await service.readLedger()).commits.rwa_create).toBe(24);
  });

  test('an execution that has no saved data does not replace the saved data of another execution', async () => {
    const service = await startTestSandbox();
    const processedData = new ProcessedData();
    const staticData = {};
    await runSheet(service, createWorkbook(createHires(['E-1'])), { processedData, staticData });
    // A worker of n8n in queue mode has no saved data.
    const workerData = {};
    const worker = { processedData, staticData: workerData, workflowId: 'a worker' };
    await runSheet(service, createWorkbook(createHires(['E-1'])), worker);
    expect(workerData).toEqual({});
    expect(Object.keys(staticData)).toEqual(['assessments']);
  });

  test('an upload of the original workbook sends no row again after n8n has lost the output', async () => {
    const service = await startTestSandbox();
    const processedData = new ProcessedData();
    await service.control('POST faults', createLostAnswerFault('E-2'));
    await runSheet(service, createWorkbook(createHires(['E-1', 'E-2'])), { processedData });
    const again = await runSheet(service, createWorkbook(createHires(['E-1', 'E-2', 'E-3'])), {
      ...inOtherProcess,
      processedData,
    });
    expect(listStatuses(again.rows)).toEqual(['Unconfirmed', 'Unconfirmed', 'Scored']);
    expect(again.rows[1]?.message).toContain('and there is no answer yet');
    expect(listAssessedEmployees(await service.readLedger())).toEqual(['E-1', 'E-2', 'E-3']);
  });

  test('a row is not sent if n8n cannot record its key', async () => {
    const service = await startTestSandbox();
    const processedData = new ProcessedData();
    processedData.error = new Error('SQLITE_FULL');
    const failed = runSheet(service, createWorkbook(createHires(['E-1'])), { processedData });
    await expect(failed).rejects.toThrow('n8n could not read which rows this node has sent');
    // The error occurs only after the keys of the service were read.
    processedData.callsBeforeError = processedData.calls + 2;
    const { workbook, rows } = await runSheet(service, createWorkbook(createHires(['E-1'])), {
      processedData,
    });
    expect(listStatuses(rows)).toEqual(['Not sent']);
    expect(workbook.json.stopped).toContain('SQLITE_FULL');
    expect((await service.readLedger()).requests.rwa_create).toBe(0);
  });

  test('a row that the service rejected is sent again', async () => {
    const service = await startTestSandbox();
    const processedData = new ProcessedData();
    const file = createWorkbook(createHires(['SANDBOX-REJECTED']));
    for (const requests of [1, 2]) {
      const { rows } = await runSheet(service, file, { processedData });
      expect([listStatuses(rows), processedData.entries]).toEqual([['Rejected'], 0]);
      expect((await service.readLedger()).requests.rwa_create).toBe(requests);
    }
  });

  test.each([false, true])(
    'a row is sent once within a day with the setting For a Day, and again later (in another process: %s)',
    async (isElsewhere) => {
      const service = await startTestSandbox();
      const run = {
        processedData: new ProcessedData(),
        parameters: { rememberAcrossExecutions: 'day' },
      };
      let executions = 0;
      const realNow = Date.now;
      let offsetMs = 0;
      const sendAfter = async (hours: number) => {
        offsetMs += hours * 3_600_000;
        const { workbook } = await runSheet(service, createWorkbook(createHires(['E-1'])), {
          ...run,
          ...(isElsewhere ? { workflowId: `after restart ${executions++}` } : {}),
        });
        return workbook.json.sent;
      };
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + offsetMs);
      try {
        expect([
          await sendAfter(0),
          await sendAfter(23.9),
          await sendAfter(1.2),
          await sendAfter(23.9),
        ]).toEqual([1, 0, 1, 0]);
      } finally {
        clock.mockRestore();
      }
    },
  );

  test('another execution with Remember Across Executions off sends a row again', async () => {
    const service = await startTestSandbox();
    const processedData = new ProcessedData();
    const run = { processedData, parameters: { rememberAcrossExecutions: 'off' } };
    await runSheet(service, createWorkbook(createHires(['E-1'])), run);
    await runSheet(service, createWorkbook(createHires(['E-1'])), { ...run, ...inOtherProcess });
    expect((await service.readLedger()).commits.rwa_create).toBe(2);
  });

  test.each(['day', 'forever'])(
    'no row is sent again after an execution with Remember Across Executions off (then set to %s)',
    async (rememberAcrossExecutions) => {
      const workflow = await SheetWorkflow.begin();
      const input = workflow.file;
      await workflow.service.control('POST faults', {
        operation: 'rwa_create',
        fault: 'status-500-after-commit',
        times: 1,
        match: { employeeId: 'E-2' },
      });
      await workflow.assess({ rememberAcrossExecutions: 'off' });
      await workflow.mark();
      workflow.file = input;
      await workflow.assess({ rememberAcrossExecutions });
      expect(listStatuses(workflow.output?.rows ?? [])).toEqual([
        'Scored',
        'Unconfirmed',
        'Scored',
      ]);
      workflow.file = input;
      workflow.staticData = {};
      workflow.workflowId = 'another process';
      await workflow.assess({ rememberAcrossExecutions });
      expect(listStatuses(workflow.output?.rows ?? [])).toEqual(Array(3).fill('Unconfirmed'));
      expect((await workflow.readSentSinceMark()).requests).toBe(0);
    },
  );

  test('a rejected row is not remembered with Remember Across Executions off', async () => {
    const workflow = await SheetWorkflow.begin(['SANDBOX-REJECTED']);
    await workflow.assess({ rememberAcrossExecutions: 'off' });
    expect(workflow.processedData.entries).toBe(0);
  });

  test.each(['assess', 'assessAgain'])(
    'a remembered row shows when its assessment was created (%s)',
    async (operation) => {
      const workflow = await SheetWorkflow[operation === 'assess' ? 'begin' : 'beginScored']();
      const input = workflow.file;
      const before = Date.now();
      await workflow.use(operation);
      const first = workflow.output?.rows ?? [];
      workflow.file = input;
      await workflow.use(operation);
      const second = workflow.output?.rows ?? [];
      expect(first.map(({ remembered }) => remembered)).toEqual([undefined, undefined, undefined]);
      for (const { remembered } of second) {
        const { since } = remembered as { since: string };
        expect(Date.parse(since)).toBeGreaterThanOrEqual(before);
      }
      // The output workbook contains the assessments, so its rows do not count as remembered.
      await workflow.assess();
      expect(workflow.output?.rows.some((row) => 'remembered' in row)).toBe(false);
    },
  );
});

test('rows that one process has sent are Unconfirmed in another process, and get their scores in the first process', async () => {
  const service = await startTestSandbox();
  const processedData = new ProcessedData();
  const hire = createWorkbook(createHires(['E-1']));
  await runSheet(service, hire, { processedData });
  const elsewhere = await runSheet(service, hire, { processedData, ...inOtherProcess });
  expect(listStatuses(elsewhere.rows)).toEqual(['Unconfirmed']);
  const { rows, workbook } = await runSheet(service, elsewhere.file, { processedData });
  expect([listStatuses(rows), workbook.json.sent]).toEqual([['Scored'], 0]);
});

test('an Assessment ID that a person enters is used although the status is Unconfirmed', async () => {
  const service = await startTestSandbox();
  await service.control('POST faults', createLostAnswerFault('E-1'));
  const first = await runSheet(service, createWorkbook(createHires(['E-1'])));
  const [{ assessmentId } = {}] = (await service.readLedger()).assessments;
  const texts = await readTexts(first.file);
  const column = texts[0]?.indexOf('Assessment ID') ?? -1;
  const entered = texts.map((row, index) =>
    index === 1 ? replaceCell(row, column, assessmentId) : row,
  );
  const { rows } = await runSheet(service, createWorkbook(entered));
  expect(rows).toMatchObject([{ status: 'Scored', assessmentId }]);
});

const createMemory = () => ({ processedData: new ProcessedData(), staticData: {} });

test('a row that waits long before it is sent is not taken for a row of another execution', async () => {
  const service = await startTestSandbox();
  let nowMs = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => (nowMs += 6_000));
  const { rows } = await runSheet(service, createWorkbook(createHires(['E-1'])), createMemory());
  expect(listStatuses(rows)).toEqual(['Scored']);
});

test('a later execution keeps the scores of a row for which another manager has decided', async () => {
  const service = await startTestSandbox();
  const [names = [], row = []] = createHires(['E-1']);
  const workbook = createWorkbook([
    [...names, 'Manager ID'],
    [...row, 'M-100'],
  ]);
  const remembered = createMemory();
  const [{ assessmentId } = {}] = (await runSheet(service, workbook, remembered)).rows;
  const { baseUrl, tokens } = service.sandbox;
  const decided = await fetch(`${baseUrl}/rwa_update`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${tokens[0]}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ assessmentId, status: 'Manager Approved', managerId: 'M-200' }),
  });
  expect(decided.ok).toBe(true);
  const again = await runSheet(service, workbook, remembered);
  expect(again.rows).toMatchObject([{ status: 'Scored', assessmentId }]);
});

describe('Scores appear only beside the inputs that they were calculated for', () => {
  const editWorkbook = async (file: NodeFile, change: (rows: string[][]) => void) => {
    const texts = await readTexts(file);
    change(texts);
    return createWorkbook(texts, file.fileName);
  };

  test('after the inputs of a scored row are edited', async () => {
    const service = await startTestSandbox();
    const remembered = createMemory();
    const first = await runSheet(service, createWorkbook(createHires(['E-1', 'E-2'])), remembered);
    const column = (await readTexts(first.file))[0]?.indexOf('Destination country') ?? -1;
    const file = await editWorkbook(first.file, ([, row = []]) => (row[column] = 'Spain'));
    const again = await runSheet(service, file, remembered);
    expect(listStatuses(again.rows)).toEqual(['Invalid', 'Scored']);
    const check = { ...remembered, parameters: { operation: 'check' } };
    expect(listStatuses((await runSheet(service, file, check)).rows)).toEqual([
      'Invalid',
      'Scored',
    ]);
    expect(again.rows[0]?.message).toContain('The inputs are not those that assessment');
    expect((await readColumn(again.file, 'Overall trip risk'))[0]).toBe('');
    expect((await service.readLedger()).commits.rwa_create).toBe(2);

    // The message advises this operation.
    const parameters = { operation: 'assessAgain' };
    const round = await runSheet(service, again.file, { ...remembered, parameters });
    expect(listStatuses(round.rows)).toEqual(['Scored', 'Scored']);
    const last = await runSheet(service, round.file, remembered);
    expect(listStatuses(last.rows)).toEqual(['Scored', 'Scored']);
    expect(last.workbook.json.notes).toEqual([]);
    expect(await readShownCells(last.file)).toEqual(await readShownCells(round.file));
    expect((await service.readLedger()).commits.rwa_create).toBe(4);
  });

  test('after the inputs are sorted without the results', async () => {
    const service = await startTestSandbox();
    const remembered = createMemory();
    const first = await runSheet(service, createWorkbook(createHires(['E-1', 'E-2'])), remembered);
    const width = createHires([])[0]?.length ?? 0;
    const file = await editWorkbook(first.file, ([, one = [], two = []]) => {
      const inputs = one.slice(0, width);
      one.splice(0, width, ...two.slice(0, width));
      two.splice(0, width, ...inputs);
    });
    const again = await runSheet(service, file, remembered);
    const listResults = ({ rows }: typeof first) =>
      new Map(
        rows.map(({ employeeId, assessmentId, overallTrip }) => [
          employeeId,
          [assessmentId, overallTrip],
        ]),
      );
    expect(again.rows.map(({ employeeId }) => employeeId)).toEqual(['E-2', 'E-1']);
    expect(listStatuses(again.rows)).toEqual(['Scored', 'Scored']);
    expect(listResults(again)).toEqual(listResults(first));
    expect((await service.readLedger()).commits.rwa_create).toBe(2);
  });

  test('when the service repeats the answer for another workbook', async () => {
    const service = await startTestSandbox();
    const [one, two] = [
      ['E-1', 'Portugal'],
      ['E-1', 'Spain'],
    ].map(([id = '', country = '']) =>
      createWorkbook(createHires([id], { 'Destination country': country })),
    );
    const remembered = createMemory();
    const { rows } = await runSheet(service, one ?? sample, remembered);
    const [{ assessmentId } = {}] = rows;
    const repeatingProxy = await openRepeatingProxy(service, assessmentId as string);
    const error = await runFailing(() =>
      runSheet({ sandbox: repeatingProxy }, two ?? sample, remembered),
    );
    const options = { sameService: /enter (\w+)/.exec(error)?.[1] };
    const parameters = { options };
    const again = await runSheet({ sandbox: repeatingProxy }, two ?? sample, {
      ...remembered,
      parameters,
    });
    expect(listStatuses(again.rows)).toEqual(['Unconfirmed']);
  });
});

test('a row that a round has sent is not sent again as a new row', async () => {
  const service = await startTestSandbox();
  const remembered = { processedData: new ProcessedData(), staticData: {} };
  const first = await runSheet(service, createWorkbook(createHires(['E-1'])), remembered);
  const texts = await readTexts(first.file);
  const column = texts[0]?.indexOf('Destination country') ?? -1;
  const spain = texts.map((row, index) => (index === 1 ? replaceCell(row, column, 'Spain') : row));
  const parameters = { operation: 'assessAgain' };
  await runSheet(service, createWorkbook(spain), { ...remembered, parameters });
  expect((await service.readLedger()).commits.rwa_create).toBe(2);
  const original = createWorkbook(createHires(['E-1'], { 'Destination country': 'Spain' }));
  const { rows } = await runSheet(service, original, remembered);
  expect(listStatuses(rows)).toEqual(['Scored']);
  expect((await service.readLedger()).commits.rwa_create).toBe(2);
});

describe('corrected inputs that another workbook has sent as a new row', () => {
  const changed = { rows: 'changed' };
  const correct = (workflow: SheetWorkflow, country = 'Spain') =>
    workflow.write(3, 'Destination country', country);
  /** Assesses a workbook, and then its original with the correction. Returns the scored workbook. */
  const sendElsewhere = async (fault?: string) => {
    const workflow = await SheetWorkflow.begin();
    const original = workflow.file;
    await workflow.assess();
    const scored = workflow.file;
    workflow.file = original;
    await correct(workflow);
    if (fault !== undefined) {
      await workflow.service.control('POST faults', { operation: 'rwa_create', fault });
    }
    await workflow.assess();
    await workflow.service.control('DELETE faults');
    workflow.file = scored;
    await correct(workflow);
    await workflow.mark();
    return workflow;
  };

  test.each([undefined, 'status-500-after-commit'])(
    'are not sent by a round, and their assessment can be entered (fault: %s)',
    async (fault) => {
      const workflow = await sendElsewhere(fault);
      await workflow.use('assessAgain', changed);
      expect(await workflow.readSentSinceMark()).toEqual({ requests: 0, employees: [] });
      expect(await workflow.read(3, 'Assessment status')).toBe('Unconfirmed');
      expect(await workflow.readMessage(3)).toContain(
        fault === undefined ? 'its assessment exists' : 'there is no answer yet',
      );
      await workflow.write(3, 'Assessment ID', await workflow.lookUp('E-2'));
      await workflow.assess({ rows: 'numbers', rowNumbers: '3' });
      expect(await workflow.readMessage(3)).toBe('');
      // A later round and a new trip of the employee are sent.
      await workflow.assessOnly(3);
      await workflow.edit((rows) => rows.push(createHires(['E-2'])[1] ?? []));
      await workflow.write(5, 'Destination country', 'Italy');
      await workflow.assess();
      expect(await workflow.readSentSinceMark()).toEqual({
        requests: 2,
        employees: ['E-2', 'E-2'],
      });
    },
  );

  test('are sent by a round with Remember Across Executions off, as the message advises', async () => {
    const workflow = await sendElsewhere('status-500-before-commit');
    await workflow.use('assessAgain', changed);
    expect(await workflow.readSentSinceMark()).toEqual({ requests: 0, employees: [] });
    await workflow.write(3, 'Assessment status', '');
    await workflow.write(3, 'Assessment message', '');
    await workflow.assessOnly(3, { rememberAcrossExecutions: 'off' });
    expect(await workflow.readSentSinceMark()).toEqual({ requests: 1, employees: ['E-2'] });
  });
});

test('a row whose inputs are changed back is reassessed', async () => {
  const workflow = await SheetWorkflow.beginScored();
  for (const country of ['Spain', 'Portugal']) {
    await workflow.write(3, 'Destination country', country);
    await workflow.mark();
    await workflow.use('assessAgain', { rows: 'changed' });
    expect(await workflow.readSentSinceMark()).toEqual({ requests: 1, employees: ['E-2'] });
  }
});

describe('Assess Again', () => {
  test('assesses scored rows again once, and writes the previous risk and the change', async () => {
    const service = await startTestSandbox();
    const processedData = new ProcessedData();
    const first = await runSheet(service, createWorkbook(createHires(['E-1', 'E-2'])), {
      processedData,
    });
    const texts = await readTexts(first.file);
    const withNew = createWorkbook([...texts, createHires(['E-3'])[1] ?? []], 'hires.scored.xlsx');
    const parameters = { operation: 'assessAgain' };
    const again = await runSheet(service, withNew, { processedData, parameters });
    expect(again.workbook.json).toMatchObject({ sent: 2, rows: 2, scored: 2 });
    expect(JSON.stringify(again.workbook.json.notes)).toContain('never assessed');
    expect(again.rows[0]).toMatchObject({
      previousOverallTrip: expect.any(Number) as number,
      change: expect.any(Number) as number,
    });
    expect(await readColumn(again.file, 'Previous overall risk')).toHaveLength(3);
    // n8n has two entries for each request that was answered.
    expect(processedData.entries).toBe(8);
    // The same input workbook continues the same round.
    const twice = await runSheet(service, withNew, { processedData, parameters });
    expect(twice.workbook.json).toMatchObject({ sent: 0, scored: 2 });
    for (const heading of ['Assessment ID', 'Overall trip risk', 'Previous overall risk'])
      expect(await readColumn(twice.file, heading)).toEqual(await readColumn(again.file, heading));
    // The output workbook begins the next round.
    const next = await runSheet(service, again.file, { processedData, parameters });
    expect(next.workbook.json).toMatchObject({ sent: 2 });
    expect((await service.readLedger()).commits.rwa_create).toBe(6);
  });

  test('sends only the rows that the parameter Rows selects', async () => {
    const service = await startTestSandbox();
    const first = await runSheet(
      service,
      createWorkbook(createHires(['E-1', 'E-2', 'E-3', 'E-4'])),
    );
    const texts = await readTexts(first.file);
    const column = texts[0]?.indexOf('Destination country') ?? -1;
    const edited = createWorkbook(
      texts.map((row, index) => (index === 2 ? replaceCell(row, column, 'Spain') : row)),
    );
    const sendWith = async (parameters: object) => {
      const before = (await service.readLedger()).assessments.length;
      // Another workflow, because a workflow sends the rows of this workbook again only once.
      const { workbook } = await runSheet(service, edited, {
        workflowId: JSON.stringify(parameters),
        parameters: { operation: 'assessAgain', ...parameters },
      });
      const { assessments } = await service.readLedger();
      const employees = assessments.slice(before).map(({ employeeId }) => employeeId);
      expect(workbook.json.sent).toBe(employees.length);
      return employees.sort();
    };
    expect(await sendWith({ rows: 'changed' })).toEqual(['E-2']);
    expect(await sendWith({ rows: 'numbers', rowNumbers: ' 2, 4 - 5' })).toEqual([
      'E-1',
      'E-3',
      'E-4',
    ]);
    expect(await sendWith({ rows: 'numbers', rowNumbers: 3 })).toEqual(['E-2']);
    expect(await sendWith({ rows: 'older', olderThanDays: '30' })).toEqual([]);
    expect(await sendWith({ rows: 'all' })).toHaveLength(4);
  });

  test.each([
    [{ rows: 'numbers', rowNumbers: '' }, 'Row Numbers has no row numbers'],
    [{ rows: 'numbers', rowNumbers: '9-3' }, 'Row Numbers has no row numbers'],
    [{ rows: 'numbers', rowNumbers: '7' }, 'Row Numbers names row 7'],
    [{ rows: 'older', olderThanDays: 0 }, 'Older Than (Days) must be a number above 0'],
    [{ rows: 'others' }, '"others" is not a choice of Rows'],
    [{ operation: 'assess', rows: 'numbers', rowNumbers: '7' }, 'Row Numbers names row 7'],
    [{ operation: 'assess', rows: 'changed' }, '"changed" is not a choice of Rows'],
  ])('sends nothing, and reports an error, with the parameters %j', async (choice, words) => {
    const service = await startTestSandbox();
    const first = await runSheet(service, createWorkbook(createHires(['E-1'])));
    const parameters = { operation: 'assessAgain', ...choice };
    const error = await runFailing(() => runSheet(service, first.file, { parameters }));
    expect(error).toContain(words);
    expect((await service.readLedger()).requests.rwa_create).toBe(1);
  });

  test('skips rows whose scores are newer than the given age, until they are older', async () => {
    const service = await startTestSandbox();
    const first = await runSheet(service, createWorkbook(createHires(['E-1'])));
    const parameters = { operation: 'assessAgain', rows: 'older', olderThanDays: 30 };
    const assessAgain = async () => (await runSheet(service, first.file, { parameters })).workbook;
    expect((await assessAgain()).json).toMatchObject({ sent: 0 });
    const realNow = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 31 * 86_400_000);
    try {
      expect((await assessAgain()).json).toMatchObject({ sent: 1 });
    } finally {
      clock.mockRestore();
    }
  });

  test.each([
    [{ rows: 'numbers', rowNumbers: '2' }, ['E-1']],
    [{ rows: 'all' }, ['E-1']],
  ])(
    'reports with the parameters %j that every previously assessed row has its scores',
    async (choice, employees) => {
      const workflow = await SheetWorkflow.begin();
      await workflow.assess({ rows: 'numbers', rowNumbers: '2' });
      expect(workflow.notes).toContain('2 rows were not sent');
      await workflow.mark();
      await workflow.use('assessAgain', choice);
      expect(await workflow.readSentSinceMark()).toMatchObject({ employees });
      expect(workflow.notes).toContain('Every row that was assessed before has its scores.');
      await workflow.assess();
      expect(workflow.notes).toContain('Every row has its scores.');
    },
  );
});

test('reports that every visible row has its scores if hidden rows are skipped', async () => {
  const workflow = await SheetWorkflow.begin();
  const sheet1 = 'xl/worksheets/sheet1.xml';
  workflow.file = createWorkbook(createHires(['E-1', 'E-2']), 'hires.xlsx', (parts) => ({
    ...parts,
    [sheet1]: String(parts[sheet1]).replace('</row><row>', '</row><row hidden="1">'),
  }));
  await workflow.assess({ options: { skipHiddenRows: true } });
  expect(await workflow.readSentSinceMark()).toMatchObject({ employees: ['E-2'] });
  expect(workflow.notes).toContain('Every visible row has its scores.');
});

describe('Check', () => {
  const parameters = { operation: 'check' };

  test('sends nothing, and lists each problem with its cell and advice', async () => {
    const service = await startTestSandbox();
    const [top = [], one = [], two = []] = createHires(['E-1', 'E-2']);
    const wrong = two
      .with(top.indexOf('Seniority'), 'Middling')
      .with(top.indexOf('Sales contracts'), 'Ja');
    const input = createWorkbook([top, one, wrong]);
    const { workbook, file, rows } = await runSheet(service, input, { parameters });
    expect(workbook.json).toMatchObject({
      operation: 'check',
      toCorrect: 1,
      notSent: 1,
      scored: 0,
    });
    expect(file.fileName).toBe('hires.checked.xlsx');
    expect(listStatuses(rows)).toEqual(['Not sent', 'Invalid']);
    expect(rows[0]?.problems).toEqual([]);
    expect(rows[1]?.problems).toMatchObject([
      { cell: 'C3', field: 'seniority', label: 'Seniority', value: 'Middling' },
      { cell: 'H3', field: 'salesContracts', value: 'Ja', suggestion: 'Yes' },
    ]);
    const remarks = await readColumn(file, 'Check remarks');
    expect(remarks).toEqual(['', expect.stringMatching(/^C3, Seniority "Middling"/)]);
    expect((await readShownCells(file)).map((row) => row.slice(0, 15))).toEqual(
      await readShownCells(input),
    );
    expect((await service.readLedger()).requests).toMatchObject({ rwa_create: 0 });
  });

  test('removes the scores of a row whose Employee ID a person has replaced', async () => {
    const service = await startTestSandbox();
    const first = await runSheet(service, createWorkbook(createHires(['E-1', 'E-2'])));
    const [top = [], row = [], other = []] = await readTexts(first.file);
    const edited = createWorkbook([top, ['E-9', ...row.slice(1)], other]);
    for (const workflowId of ['workflow', 'another n8n']) {
      const { rows, file } = await runSheet(service, edited, { parameters, workflowId });
      expect(listStatuses(rows)).toEqual(['Invalid', 'Scored']);
      expect(await readColumn(file, 'Assessment status')).toEqual(['Invalid', 'Scored']);
      const [risk, otherRisk] = await readColumn(file, 'Overall trip risk');
      expect([risk, otherRisk]).toEqual([
        '',
        (await readColumn(first.file, 'Overall trip risk'))[1],
      ]);
      expect((await readColumn(file, 'Check remarks'))[0]).toContain('another employee');
    }
    expect((await service.readLedger()).requests.rwa_create).toBe(2);
  });

  test('warns about a suspicious value in a row that can be sent', async () => {
    const service = await startTestSandbox();
    const input = createWorkbook(createHires(['E-1'], { 'Destination country': 'Itlay' }));
    const { rows, file } = await runSheet(service, input, { parameters });
    expect(rows).toMatchObject([{ status: 'Not sent', problems: [], warnings: [{ cell: 'F2' }] }]);
    expect((await readColumn(file, 'Check remarks'))[0]).toContain('Italy');
  });

  test("does not change a person's own column Check remarks", async () => {
    const service = await startTestSandbox();
    const [top = [], row = []] = createHires(['E-1']);
    const input = createWorkbook([
      [...top, 'Check remarks'],
      [...row.with(2, 'Middling'), 'seen by Ada'],
    ]);
    const { file } = await runSheet(service, input, { parameters });
    expect(await readColumn(file, 'Check remarks')).toEqual(['seen by Ada']);
    expect((await readColumn(file, 'Check remarks 2'))[0]).toMatch(/Middling/);
  });
});

describe('An item fails with a plain message for', () => {
  const csv = { fileName: 'hires.csv', bytes: Buffer.from('Employee ID,Purpose\r\n') };
  const noHeadings = createWorkbook([
    ['Name', 'Shoe size'],
    ['Ada', '38'],
  ]);
  const failingFiles: [string, NodeFile, RegExp, object?][] = [
    ['a CSV file', csv, /^hires\.csv is not an Excel workbook.*Extract From File/],
    ['an empty file', { ...csv, bytes: Buffer.alloc(0) }, /^hires\.csv is empty/],
    [
      'a damaged workbook',
      { ...sample, bytes: sample.bytes.subarray(0, 4000) },
      /^hires-2026-q4\.xlsx is damaged/,
    ],
    ['a sheet without headings', noHeadings, /Missing: /],
    ['a sheet without rows', createWorkbook(createHires([])), /no rows below its headings/],
    ['a worksheet that does not exist', sample, /^There is no sheet "Q9"/, { worksheet: 'Q9' }],
    [
      'a sheet with too many rows',
      sample,
      /has 24 rows, and this node takes up to 10/,
      { maximumRows: 10 },
    ],
    [
      'a file that is too large',
      sample,
      /has 0\.\d{3} MB, and this node reads up to 0\.001 MB Raise Maximum Size \(MB\)/,
      { maximumSizeMb: 0.001 },
    ],
    [
      'a field that is set twice',
      sample,
      /Values for All Rows has Seniority twice/,
      {
        values: {
          value: [
            { field: 'seniority', value: 'Mid' },
            { field: 'seniority', value: 'Mid' },
          ],
        },
      },
    ],
    [
      'a value that is not accepted',
      sample,
      /"Middling" cannot be used for Seniority/,
      { values: { value: [{ field: 'seniority', value: 'Middling' }] } },
    ],
    ['a Heading Row of 0.5', sample, /^Heading Row must be a whole number/, { headingRow: 0.5 }],
  ];
  test.each(failingFiles)('%s', async (_what, file, words, options = {}) => {
    const service = await startTestSandbox();
    const error: unknown = await runSheet(service, file, { parameters: { options } }).catch(
      (thrown: unknown) => thrown,
    );
    const { message, description } = error as Error & { description: string };
    expect(`${message} ${description}`).toMatch(words);
    expect(message).not.toMatch(/[{}]/);
    expect((await service.readLedger()).requests).toMatchObject({ rwa_create: 0 });
  });

  test('a refused token', async () => {
    const service = await startTestSandbox();
    const failed = runSheet(service, sample, { token: 'wrong' });
    await expect(failed).rejects.toThrow('company token');
    expect((await service.readLedger()).commits.rwa_create).toBe(0);
  });

  test('a CSV file, while another item is assessed, in a mode that continues on errors', async () => {
    const service = await startTestSandbox();
    const run = { onError: 'continueRegularOutput' } as const;
    const [workbooks = [], rows = []] = await runSheets(
      service,
      [csv, createWorkbook(createHires(['E-1']))],
      run,
    );
    expect(workbooks[0]?.json).toMatchObject({
      error: expect.stringContaining('hires.csv') as string,
    });
    expect(workbooks[1] && readOutputFile(workbooks[1]).fileName).toBe('hires.scored.xlsx');
    expect(rows.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
  });
});

test('parameters select a column and the heading row, and set a value for all rows', async () => {
  const service = await startTestSandbox();
  const [top = [], row = []] = createHires(['E-1']);
  const column = top.indexOf('Seniority');
  const renamed = top.with(0, 'Pers. No.').toSpliced(column, 1);
  const file = createWorkbook([['Quarter 4'], renamed, row.toSpliced(column, 1)]);
  const options = {
    headingRow: 2,
    values: { value: [{ field: 'seniority', value: 'Senior' }] },
  };
  const columns = { mappingMode: 'defineBelow', value: { employeeId: ' pers. no.' }, schema: [] };
  const { rows, workbook } = await runSheet(service, file, { parameters: { columns, options } });
  expect(rows).toMatchObject([{ row: 3, employeeId: 'E-1', status: 'Scored' }]);
  expect(workbook.json).toMatchObject({ headingRow: 2 });
});

describe('The parameter Columns', () => {
  const { listFields } = new RwaAssessSheet().methods.resourceMapping;

  test('offers all fields in the order of the field table', async () => {
    const { fields } = await listFields();
    expect(fields.map(({ id }) => id)).toEqual(Object.keys(assessmentFields));
    expect(fields[0]).toMatchObject({ displayName: 'Employee ID', required: false });
  });

  test('does not read fields that were added and removed again', async () => {
    const service = await startTestSandbox();
    const { fields } = await listFields();
    const schema = fields.map((field) => ({ ...field, removed: true }));
    const parameters = { columns: { mappingMode: 'defineBelow', value: {}, schema } };
    const { rows } = await runSheet(service, createWorkbook(createHires(['E-1'])), { parameters });
    expect(listStatuses(rows)).toEqual(['Scored']);
  });

  const noHeading =
    'Columns has no heading for Employee ID, Purpose Every field there needs a heading of the worksheet: enter it, or remove the field. Nothing was sent.';
  test.each([
    [
      'an empty text and an expression without a value',
      { value: { employeeId: ' ', purpose: null } },
      noHeading,
    ],
    [
      // The editor stores such fields only in the schema.
      'fields that were left empty',
      { value: {}, schema: [{ id: 'employeeId', removed: false }, { id: 'purpose' }] },
      noHeading,
    ],
    [
      'one heading for two fields',
      { value: { startDate: 'Datum', endDate: 'datum ' } },
      'Columns has the heading "datum" for Start date and for End date Correct or remove one of them. If one column has both, copy it in the workbook, and give the copy another heading. Nothing was sent.',
    ],
    [
      'the name of another field as a heading',
      { value: { destination: 'Citizenship' } },
      'Columns has the heading "Citizenship" for Citizenship and for Destination country Correct or remove one of them. If one column has both, copy it in the workbook, and give the copy another heading. Nothing was sent.',
    ],
    [
      'one expression for all fields',
      '={{ $json.columns }}',
      'Columns must be a list of fields, not one expression Add each field there. Its heading can be an expression. Nothing was sent.',
    ],
    [
      'a field that does not exist',
      { value: { shoeSize: 'x' } },
      '"shoeSize" is not a field Choose one from the list. Nothing was sent.',
    ],
  ])('refuses %s', async (_what, columns, words) => {
    const service = await startTestSandbox();
    const run = () => runSheet(service, sample, { parameters: { columns } });
    expect(await runFailing(run)).toBe(words);
    expect((await service.readLedger()).requests).toMatchObject({ rwa_create: 0 });
  });

  test('refuses a heading that is not in the sheet, and lists the headings of the sheet', async () => {
    const service = await startTestSandbox();
    const parameters = { columns: { value: { employeeId: 'Pers. No.' } } };
    const run = () => runSheet(service, createWorkbook(createHires(['E-1'])), { parameters });
    expect(await runFailing(run)).toMatch(
      /The parameter Columns names the heading "Pers\. No\." for Employee ID, which the sheet does not have\. Its headings are: Employee ID, Purpose/,
    );
  });
});

test('a row with ambiguous dates and a suggested value is sent with Date Order and Accept Suggestions', async () => {
  const service = await startTestSandbox();
  const change = { 'Start date': '03/11/2026', 'End date': '04/12/2026', Residency: 'Deutschland' };
  const file = createWorkbook(createHires(['E-1'], change));
  expect(listStatuses((await runSheet(service, file)).rows)).toEqual(['Invalid']);
  const options = { dateOrder: 'dmy', acceptSuggestions: true };
  const { rows } = await runSheet(service, file, { parameters: { options } });
  expect(listStatuses(rows)).toEqual(['Scored']);
});

test.each([
  ['hires.xltx', 'hires.scored.xltx'],
  ['hires.scored.xltx', 'hires.scored.xltx'],
  ['hires.XLTM', 'hires.scored.XLTM'],
  ['hires.checked.xlsm', 'hires.scored.xlsm'],
  ['hires.q4', 'hires.q4.scored.xlsx'],
])('the output for %s is named %s', async (fileName, expected) => {
  const service = await startTestSandbox();
  const { file, workbook } = await runSheet(
    service,
    createWorkbook(createHires(['E-1']), fileName),
  );
  expect([file.fileName, workbook.json.fileName]).toEqual([expected, expected]);
  expect(readParts(file).get('[Content_Types].xml')).toBe(
    readParts(createWorkbook(createHires(['E-1']))).get('[Content_Types].xml'),
  );
});

test('an execution that was canceled before its first row sends nothing', async () => {
  const service = await startTestSandbox();
  const cancel = new AbortController();
  cancel.abort();
  const { rows } = await runSheet(service, createWorkbook(createHires(['E-1'])), {
    signal: cancel.signal,
  });
  expect(listStatuses(rows)).toEqual(['Not sent']);
  expect((await service.readLedger()).requests.rwa_create).toBe(0);
});

test('an execution stops at Maximum Time and returns the workbook, and the next execution assesses the other rows', async () => {
  // Six rows in sequence take more than a second.
  const service = await startTestSandbox({ latencyMs: 250, readyAfterMs: 0 });
  const ids = Array.from({ length: 6 }, (_, row) => `E-${row}`);
  const options = { maximumTimeSeconds: 0.5, rowsAtOnce: 1 };
  const first = await runSheet(service, createWorkbook(createHires(ids)), {
    parameters: { options },
  });
  expect(listStatuses(first.rows)).toContain('Not sent');
  expect(listStatuses(first.rows)).not.toContain('Unconfirmed');
  expect(first.workbook.json.stopped).toBe('The maximum time for this workbook is over.');
  expect(first.workbook.json.nextStep).toMatch(
    /^The maximum time for this workbook is over\. .*not sent: have this workbook assessed with the operation Assess/,
  );

  const { workbook } = await runSheet(service, first.file);
  expect(workbook.json).toMatchObject({ scored: 6, nextStep: 'Every row has its scores.' });
  expect(listAssessedEmployees(await service.readLedger())).toEqual(ids);
});

test('the node logs its progress in n8n', async () => {
  const service = await startTestSandbox();
  const log: string[] = [];
  await runSheet(service, sample, { log });
  expect(log).toEqual([
    'Assess Sheet: hires-2026-q4.xlsx, 24 rows to assess',
    'Assess Sheet: hires-2026-q4.xlsx, 24 of 24 rows',
  ]);
});
