import { describe, expect, test } from 'vitest';
import { EditedSheet, type AssessmentProgram, separatingEdits } from '../editedSheet.js';
import { startTestSandbox } from '../sandbox/sandboxUnderTest.js';
import { ProcessedData } from './processedData.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { SheetWorkflow } from './sheetWorkflow.js';
import { createHires, runSheet, listStatuses, createWorkbook } from './sheets.js';

/** The node in an n8n that remembers its executions. `moveToOtherN8n` continues in an n8n that has executed nothing yet. */
class NodeProgram implements AssessmentProgram {
  #remembered = { processedData: new ProcessedData(), staticData: {}, workflowId: 'one' };

  private constructor(readonly service: AssessmentProgram['service']) {}

  static async begin(): Promise<NodeProgram> {
    return new NodeProgram(await startTestSandbox());
  }

  async assess(bytes: Uint8Array): Promise<Uint8Array> {
    const { file } = await runSheet(
      this.service,
      { fileName: 'hires.xlsx', bytes },
      this.#remembered,
    );
    return file.bytes;
  }

  moveToOtherN8n(): void {
    this.#remembered = { processedData: new ProcessedData(), staticData: {}, workflowId: 'two' };
  }
}

const cases = Object.entries(separatingEdits);

for (const isElsewhere of [false, true]) {
  describe(`${isElsewhere ? 'another' : 'the same'} n8n writes no scores beside another person`, () => {
    test.each(cases)(
      'after an edit: %s',
      async (_what, { edit, statuses, statusesWithoutJournal }) => {
        const program = await NodeProgram.begin();
        const sheet = await EditedSheet.createScored(program);
        edit(sheet);
        const { headings } = sheet;
        if (isElsewhere) program.moveToOtherN8n();
        await sheet.assess();
        const expected = isElsewhere ? (statusesWithoutJournal ?? statuses) : statuses;
        expect(sheet.readColumn('Assessment status')).toEqual(expected);
        expect(sheet.headings).toEqual(headings);
        await sheet.expectOwnScores();
      },
    );
  });
}

test('a score that a person has replaced is not used, and a note reports it', async () => {
  const workflow = await SheetWorkflow.beginScored();
  const own = await workflow.read(3, 'Overall trip risk');
  for (const isElsewhere of [false, true]) {
    if (isElsewhere) workflow.moveToOtherN8n();
    await workflow.write(3, 'Overall trip risk', '<c><v>9.9</v></c>');
    await workflow.assess();
    expect(await workflow.read(3, 'Overall trip risk')).toBe('9.9');
    expect(workflow.output?.rows[1]).toMatchObject({ status: 'Scored', overallTrip: Number(own) });
    expect(workflow.notes).toContain(
      `Row 3: Overall trip risk contains 9.9, but the assessment is ${own}`,
    );
  }
});

test('Assess Again with the same workbook a second time returns the saved results', async () => {
  const workflow = await SheetWorkflow.beginScored();
  const input = workflow.file;
  await workflow.use('assessAgain');
  const first = workflow.output?.rows.map(({ assessmentId }) => assessmentId);
  workflow.file = input;
  await workflow.mark();
  await workflow.use('assessAgain');
  const rows = workflow.output?.rows ?? [];
  expect(listStatuses(rows)).toEqual(['Scored', 'Scored', 'Scored']);
  expect(rows.map(({ assessmentId }) => assessmentId)).toEqual(first);
  expect(rows.map(({ message }) => message)).toEqual(['', '', '']);
  expect(await workflow.readSentSinceMark()).toEqual({ requests: 0, employees: [] });
});

test('pending assessments that the service no longer has are reported, and nothing is sent', async () => {
  const service = await startTestSandbox({ readyAfterMs: 600_000 });
  const port = Number(new URL(service.sandbox.baseUrl).port);
  const remembered = { processedData: new ProcessedData(), staticData: {}, workflowId: 'one' };
  const parameters = { options: { maximumWaitSeconds: 1 } };
  const input = createWorkbook(createHires(['E-1', 'E-2']));
  const first = await runSheet(service, input, { ...remembered, parameters });
  expect(listStatuses(first.rows)).toEqual(['Pending', 'Pending']);
  await (service.sandbox as Sandbox).close();
  const restarted = await startTestSandbox({ port });
  for (const run of [remembered, { workflowId: 'another n8n' }]) {
    const { rows } = await runSheet(restarted, first.file, { ...run, parameters });
    for (const { message } of rows) {
      expect(message).toMatch(/Not Found.+If the Assessment ID is wrong, .+/);
    }
    expect((await restarted.readLedger()).requests.rwa_create).toBe(0);
  }
});
