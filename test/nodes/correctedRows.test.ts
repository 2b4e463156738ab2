import { describe, expect, test } from 'vitest';
import { type SandboxUnderTest, startTestSandbox } from '../sandbox/sandboxUnderTest.js';
import { ProcessedData } from './processedData.js';
import { SheetWorkflow } from './sheetWorkflow.js';
import {
  createHires,
  runSheet,
  runSheets,
  listStatuses,
  readTexts,
  replaceCell,
  createWorkbook,
} from './sheets.js';

describe('A row that was corrected after a request without an answer', () => {
  const createRow = (country: string) =>
    createHires(['E-2'], { 'Destination country': country })[1] ?? [];
  const [top = [], before = []] = createHires(['E-2']);
  const acceptIds = { options: { acceptIds: true } };
  const lostAnswer = {
    operation: 'rwa_create',
    fault: 'status-500-after-commit',
    match: { employeeId: 'E-2' },
  };
  /** Assesses rows of E-2, and loses the answers. Each later `assess` runs in a new process that has only the keys. */
  const loseAnswers = async (...rows: string[][]) => {
    const service = await startTestSandbox();
    await service.control('POST faults', lostAnswer);
    const processedData = new ProcessedData();
    await runSheet(service, createWorkbook([top, ...rows]), { processedData, workflowId: 'lost' });
    await service.control('DELETE faults');
    let count = 0;
    const assess = (rows: string[][], parameters = {}) =>
      runSheet(service, createWorkbook(rows), {
        processedData,
        workflowId: `process ${++count}`,
        parameters,
      });
    return { service, assess, processedData };
  };
  const countRequests = async (service: SandboxUnderTest) =>
    (await service.readLedger()).requests.rwa_create;
  const listRowStatuses = ({ rows }: Awaited<ReturnType<typeof runSheet>>) => listStatuses(rows);

  test('is not sent, and its message has advice', async () => {
    const { service, assess } = await loseAnswers(before);
    const held = await assess([top, createRow('Spain')]);
    expect(listRowStatuses(held)).toEqual(['Not sent']);
    expect(held.rows[0]?.message).toContain('An earlier row of this employee, or');
    expect(held.workbook.json).toMatchObject({
      nextStep:
        '1 row was not sent, since an earlier row of the same employee has no answer: follow its message.',
    });
    expect(listRowStatuses(await assess(await readTexts(held.file)))).toEqual(['Not sent']);
    expect(await countRequests(service)).toBe(1);

    // The message advises putting the earlier inputs back, and then entering the ID from the service.
    const [{ assessmentId } = {}] = (await service.readLedger()).assessments;
    const [top1 = [], row = []] = await readTexts(held.file);
    const asked = await assess([top1, row.toSpliced(0, before.length, ...before)]);
    expect(listRowStatuses(asked)).toEqual(['Unconfirmed']);
    const [headings = [], earlier = []] = await readTexts(asked.file);
    const column = headings.indexOf('Assessment ID');
    const wrong = await assess([
      headings,
      replaceCell(earlier, column, '1700000000000x123456789012345678'),
    ]);
    expect(listRowStatuses(wrong)).toEqual(['Pending']);
    expect(listRowStatuses(await assess([top, createRow('Spain')]))).toEqual(['Not sent']);
    const entered = await assess([headings, replaceCell(earlier, column, assessmentId)]);
    expect(listRowStatuses(entered)).toEqual(['Scored']);
    expect(listRowStatuses(await assess([top, createRow('Spain')]))).toEqual(['Scored']);
    expect(await countRequests(service)).toBe(2);
  });

  test('is sent with its earlier or corrected inputs if only this row is selected and Remember Across Executions is off', async () => {
    for (const followedRow of ['before', 'corrected']) {
      const { assess } = await loseAnswers(before);
      const held = await readTexts((await assess([top, createRow('Spain')])).file);
      const memoryOff = { rememberAcrossExecutions: 'off' };
      expect(listRowStatuses(await assess(held, memoryOff))).toEqual(['Not sent']);
      // The message of the corrected row advises clearing its status.
      const [headings = [], row = []] = held;
      const cleared = [headings, replaceCell(row, headings.indexOf('Assessment status'), '')];
      const onlyThis = { rows: 'numbers', rowNumbers: '2', ...memoryOff };
      const sent = await assess(followedRow === 'before' ? [top, before] : cleared, onlyThis);
      expect(listRowStatuses(sent)).toEqual(['Scored']);
      // Later corrections are sent, too.
      expect(listRowStatuses(await assess([top, createRow('Italy')]))).toEqual(['Scored']);
    }
  });

  test('is not sent even if the earlier row is also in the workbook', async () => {
    for (const rows of [
      [before, createRow('Spain')],
      [createRow('Spain'), before],
    ]) {
      const { service, assess } = await loseAnswers(before);
      expect(listRowStatuses(await assess([top, ...rows])).sort()).toEqual([
        'Not sent',
        'Unconfirmed',
      ]);
      expect(await countRequests(service)).toBe(1);
    }
  });

  test('is not sent if only one of two earlier rows has an answer', async () => {
    const { service, assess } = await loseAnswers(before, createRow('Italy'));
    const found = (await service.readLedger()).assessments.find(
      ({ destination }) => destination === 'Portugal',
    );
    const [headings = [], row = []] = await readTexts((await assess([top, before])).file);
    const column = headings.indexOf('Assessment ID');
    const entered = await assess([headings, replaceCell(row, column, found?.assessmentId)]);
    expect(listRowStatuses(entered)).toEqual(['Scored']);
    expect(listRowStatuses(await assess([top, createRow('Spain')]))).toEqual(['Not sent']);
    expect(await countRequests(service)).toBe(2);
  });

  test('is not sent although another row of the employee has an accepted Assessment ID', async () => {
    const service = await startTestSandbox();
    const old = await runSheet(service, createWorkbook([top, createRow('Italy')]));
    const { assessmentId } = old.rows[0] ?? {};
    await service.control('POST faults', lostAnswer);
    const processedData = new ProcessedData();
    await runSheet(service, createWorkbook([top, before]), { processedData, workflowId: 'lost' });
    await service.control('DELETE faults');
    const headings = [...top, 'Assessment ID'];
    const rows = [
      headings,
      [...createRow('Italy'), assessmentId as string],
      [...createRow('Spain'), ''],
    ];
    const run = { processedData, workflowId: 'later', parameters: acceptIds };
    expect(listRowStatuses(await runSheet(service, createWorkbook(rows), run))).toEqual([
      'Scored',
      'Not sent',
    ]);
  });

  test('leaves no key of the employee in n8n after all rows of the employee have answers', async () => {
    const service = await startTestSandbox();
    const processedData = new ProcessedData();
    const rows = [top, before, createRow('Spain'), ...createHires(['E-1']).slice(1)];
    await runSheet(service, createWorkbook(rows), { processedData });
    // n8n has two entries for each request that was answered.
    expect(processedData.entries).toBe(6);
    expect((await service.readLedger()).commits.rwa_create).toBe(3);
  });

  test('is not sent if a newer request has no answer, although an entered ID has settled an earlier request', async () => {
    const { service, assess } = await loseAnswers(before);
    const [{ assessmentId } = {}] = (await service.readLedger()).assessments;
    const [headings = [], row = []] = await readTexts((await assess([top, before])).file);
    const column = headings.indexOf('Assessment ID');
    const entered = [headings, replaceCell(row, column, assessmentId)];
    expect(listRowStatuses(await assess(entered))).toEqual(['Scored']);
    // Another row gets no answer, and the workbook with the entered ID is assessed again.
    await service.control('POST faults', lostAnswer);
    expect(listRowStatuses(await assess([top, createRow('Italy')]))).toEqual(['Unconfirmed']);
    await service.control('DELETE faults');
    await assess(entered);
    expect(listRowStatuses(await assess([top, createRow('Spain')]))).toEqual(['Not sent']);
    expect(await countRequests(service)).toBe(2);
  });

  test('is sent after an Assessment ID was accepted in a row whose other result cells are empty', async () => {
    const { service, assess } = await loseAnswers(before);
    const [{ assessmentId } = {}] = (await service.readLedger()).assessments;
    const [headings = []] = await readTexts((await assess([top, before])).file);
    const column = headings.indexOf('Assessment ID');
    const entered = [headings, replaceCell(before, column, assessmentId)];
    expect(listRowStatuses(await assess(entered, acceptIds))).toEqual(['Scored']);
    expect(listRowStatuses(await assess([top, createRow('Spain')]))).toEqual(['Scored']);
  });

  test('is still not sent after another operation or a canceled execution', async () => {
    const { service, assess, processedData } = await loseAnswers(before);
    const scored = await runSheet(service, createWorkbook(createHires(['E-1'])), { processedData });
    const held = await readTexts((await assess([top, createRow('Spain')])).file);
    const [headings = [], row = []] = held;
    const both = createWorkbook([...(await readTexts(scored.file)), row]);
    const cancel = new AbortController();
    cancel.abort();
    for (const run of [{ parameters: { operation: 'assessAgain' } }, { signal: cancel.signal }]) {
      const { file } = await runSheet(service, both, { processedData, ...run });
      const [, , heldRow = []] = await readTexts(file);
      const again = await assess([headings, heldRow], { rememberAcrossExecutions: 'off' });
      expect(listRowStatuses(again)).toEqual(['Not sent']);
    }
  });

  test('is sent if an error of n8n prevented the earlier request', async () => {
    const service = await startTestSandbox();
    const processedData = new ProcessedData();
    processedData.error = new Error('SQLITE_BUSY');
    processedData.callsBeforeError = 2;
    const first = await runSheet(service, createWorkbook([top, before]), { processedData });
    expect(listRowStatuses(first)).toEqual(['Not sent']);
    processedData.error = undefined;
    const again = await runSheet(service, createWorkbook([top, createRow('Spain')]), {
      processedData,
    });
    expect(listRowStatuses(again)).toEqual(['Scored']);
  });

  test('leaves no key of the employee in n8n although some rows of the employee were rejected', async () => {
    const service = await startTestSandbox();
    const processedData = new ProcessedData();
    const countries = ['Spain', 'Italy', 'Greece', 'Malta', 'Sweden', 'Norway', 'Poland', 'Japan'];
    const rows = countries.map(createRow);
    const fault = { operation: 'rwa_create', fault: 'platform-400', times: 3 };
    await service.control('POST faults', fault);
    const { rows: outputs } = await runSheet(service, createWorkbook([top, ...rows]), {
      processedData,
    });
    const scored = outputs.filter(({ status }) => status === 'Scored').length;
    expect(processedData.entries).toBe(2 * scored);
  });

  test('is sent in a retry of the same execution', async () => {
    const service = await startTestSandbox();
    const run = { context: {}, processedData: new ProcessedData() };
    const both = createWorkbook([top, before, createRow('Spain')]);
    await service.control('POST faults', lostAnswer);
    const noWorkbook = { fileName: 'b.pdf', bytes: Buffer.from('%PDF') };
    // The first attempt has only the first row, as if it had ended before the second row.
    const one = createWorkbook([top, before]);
    await expect(runSheets(service, [one, noWorkbook], run)).rejects.toThrow('b.pdf');
    await service.control('DELETE faults');
    const [, rows = []] = await runSheets(service, [both, noWorkbook], {
      ...run,
      onError: 'continueErrorOutput' as const,
    });
    expect(rows.map(({ json }) => json.status)).toEqual(['Unconfirmed', 'Scored']);
    expect(
      listRowStatuses(
        await runSheet(service, createWorkbook([top, createRow('Italy')]), {
          processedData: run.processedData,
          workflowId: 'another process',
        }),
      ),
    ).toEqual(['Not sent']);
  });
});

test('a new trip is sent after the result for an entered Assessment ID was pending at first', async () => {
  const workflow = await SheetWorkflow.begin(['E-2']);
  await workflow.service.control('POST faults', {
    operation: 'rwa_create',
    fault: 'status-500-after-commit',
  });
  await workflow.assess();
  await workflow.service.control('DELETE faults');
  await workflow.write(2, 'Assessment ID', await workflow.lookUp('E-2'));
  await workflow.edit((rows) => rows.push(createHires(['E-2'])[1] ?? []));
  await workflow.write(3, 'Destination country', 'Spain');
  const readStatuses = async () => {
    await workflow.assess({ options: { maximumWaitSeconds: 0 } });
    return listStatuses(workflow.output?.rows ?? []);
  };
  await workflow.workWhilePending(async () => {
    expect(await readStatuses()).toEqual(['Pending', 'Not sent']);
  });
  // A worker in queue mode has only the keys.
  workflow.staticData = {};
  workflow.workflowId = 'another process';
  await workflow.assess();
  expect(await workflow.read(2, 'Assessment status')).toBe('Scored');
  await workflow.assess();
  expect(listStatuses(workflow.output?.rows ?? [])).toEqual(['Scored', 'Scored']);
});

test('an execution that sends one row again does not send rows that another copy of the workbook has sent', async () => {
  const workflow = await SheetWorkflow.begin(['E-1', 'E-2']);
  const failure = { operation: 'rwa_create', fault: 'status-500-before-commit' };
  await workflow.service.control('POST faults', { ...failure, match: { employeeId: 'E-2' } });
  await workflow.assess();
  await workflow.service.control('DELETE faults');
  await workflow.edit((rows) => rows.push(createHires(['E-3'])[1] ?? []));
  const copy = workflow.file;
  workflow.workflowId = 'another process';
  await workflow.assess();
  workflow.file = copy;
  workflow.workflowId = 'a third process';
  // A worker in queue mode has only the keys.
  workflow.staticData = {};
  await workflow.clearResults(3);
  await workflow.mark();
  const onlyThis = { rows: 'numbers', rowNumbers: '3' };
  await workflow.assess({ ...onlyThis, rememberAcrossExecutions: 'off' });
  expect(await workflow.readSentSinceMark()).toEqual({ requests: 1, employees: ['E-2'] });
  expect(listStatuses(workflow.output?.rows ?? [])).toEqual(['Scored', 'Scored', 'Not sent']);
});
