import type { IDataObject } from 'n8n-workflow';
import { startTestSandbox, type SandboxUnderTest } from '../sandbox/sandboxUnderTest.js';
import { ProcessedData } from './processedData.js';
import { openProxy } from '../sandbox/openProxy.js';
import { type NodeFile, type Parameters, runFailing } from './runNode.js';
import {
  createHires,
  runSheet,
  type SheetOutput,
  readTexts,
  replaceCell,
  createWorkbook,
} from './sheets.js';

const [firstResult, lastResult] = ['Assessment status', 'Row reference'] as const;

let workflows = 0;

/**
 * A workflow with an Assess Sheet node, and the workbook that people edit. The output of an execution is
 * the input of the next one.
 */
export class SheetWorkflow {
  readonly service: SandboxUnderTest;
  readonly #baseUrl: string;
  /** The keys that n8n has stored for the node. */
  processedData = new ProcessedData();
  staticData: IDataObject = {};
  /**
   * The node keeps its memory by this ID, so a new ID acts like a new process, which has only the stored
   * data. Each workflow starts with a different ID: a later sandbox may have the same port as an earlier one,
   * but not its assessments.
   */
  workflowId = `workflow ${++workflows}`;
  file: NodeFile;
  /** The output workbooks, in the order of the executions. */
  readonly outputs: NodeFile[] = [];
  /** The output of the latest execution that succeeded. */
  output: SheetOutput | undefined;
  /** Returns the answer to a request that must not reach the service; undefined for other requests. */
  answer: (path: string) => string | undefined = () => undefined;
  #requests = 0;
  readAssessmentIds = 0;

  private constructor(service: SandboxUnderTest, baseUrl: string, file: NodeFile) {
    this.service = service;
    this.#baseUrl = baseUrl;
    this.file = file;
  }

  /** Creates a workflow whose workbook has a row for each employee, from row 2. No row is assessed. */
  static async begin(employeeIds = ['E-1', 'E-2', 'E-3']): Promise<SheetWorkflow> {
    const service = await startTestSandbox();
    let workflow: SheetWorkflow | undefined = undefined;
    const answer = (path: string) => workflow?.answer(path);
    const file = createWorkbook(createHires(employeeIds));
    return (workflow = new SheetWorkflow(service, await openProxy(service, { answer }), file));
  }

  static async beginScored(): Promise<SheetWorkflow> {
    const workflow = await SheetWorkflow.begin();
    await workflow.use('assess');
    return workflow;
  }

  async use(operation: string, parameters: Parameters = {}, run: object = {}): Promise<void> {
    const { processedData, staticData, workflowId } = this;
    const { tokens, controlUrl } = this.service.sandbox;
    const sandbox = { baseUrl: this.#baseUrl, tokens, controlUrl };
    this.output = await runSheet({ sandbox }, this.file, {
      processedData,
      staticData,
      workflowId,
      parameters: { operation, ...parameters },
      ...run,
    });
    this.file = this.output.file;
    this.outputs.push(this.file);
  }

  /**
   * Executes an operation, and retries it after an edit of the input workbook. The retry has the journal of
   * the first execution, although the input workbook does not show what this execution has sent.
   */
  async retryAfter(edit: () => Promise<unknown>, operation = 'assess'): Promise<void> {
    const input = this.file;
    // The node keeps its journals in the context for a retry.
    const journals = {};
    await this.use(operation, {}, { context: { journals } });
    this.file = input;
    await edit();
    await this.use(operation, {}, { context: { journals } });
  }

  assess(parameters: Parameters = {}): Promise<void> {
    return this.use('assess', parameters);
  }

  assessOnly(row: number, parameters: Parameters = {}): Promise<void> {
    return this.use('assessAgain', { rows: 'numbers', rowNumbers: `${row}`, ...parameters });
  }

  useFailing(operation: string, parameters: Parameters = {}, run: object = {}): Promise<string> {
    return runFailing(() => this.use(operation, parameters, run));
  }

  async workWhilePending(work: () => Promise<void>): Promise<void> {
    const pending = JSON.stringify({ status: 'error', success: false, message: 'Pending' });
    this.answer = (path) => (path.endsWith('rwa_retrieve') ? pending : undefined);
    await work();
    this.answer = () => undefined;
  }

  moveToOtherN8n(): void {
    this.processedData = new ProcessedData();
    this.staticData = {};
    this.workflowId = 'another n8n';
  }

  /** Changes the rows of the workbook. The first row has the headings. All cells become texts. */
  async edit(change: (rows: string[][]) => void): Promise<void> {
    const rows = await readTexts(this.file);
    change(rows);
    this.file = createWorkbook(rows, this.file.fileName);
  }

  async write(row: number, heading: string, text: unknown): Promise<void> {
    await this.edit((rows) => {
      const column = rows[0]?.indexOf(heading) ?? -1;
      if (column === -1) throw new Error(`No column "${heading}".`);
      rows[row - 1] = replaceCell(rows[row - 1] ?? [], column, text);
    });
  }

  async clearResults(row: number): Promise<void> {
    await this.edit((rows) => {
      const [from, to] = [firstResult, lastResult].map((name) => rows[0]?.indexOf(name) ?? -1);
      rows[row - 1] = (rows[row - 1] ?? []).map((text, at) =>
        at >= (from ?? 0) && at <= (to ?? 0) ? '' : text,
      );
    });
  }

  async deleteRow(row: number): Promise<void> {
    await this.edit((rows) => void rows.splice(row - 1, 1));
  }

  async read(row: number, heading: string): Promise<string> {
    const rows = await readTexts(this.file);
    return rows[row - 1]?.[rows[0]?.indexOf(heading) ?? -1] ?? '';
  }

  readMessage(row: number): Promise<string> {
    return this.read(row, 'Assessment message');
  }

  get notes(): string {
    const { notes, nextStep } = this.output?.workbook.json ?? {};
    return [...(notes as string[]), nextStep as string].join('\n');
  }

  /** Returns the ID of an employee's latest assessment in the service. */
  async lookUp(employeeId: string): Promise<string> {
    const { assessments } = await this.service.readLedger();
    const found = assessments.findLast((each) => each.employeeId === employeeId);
    return found?.assessmentId as string;
  }

  /** Returns the Assessment IDs in the workbook by Employee ID. */
  async assessments(): Promise<ReadonlyMap<string, string>> {
    const [top = [], ...rows] = await readTexts(this.file);
    const [employee, id] = ['Employee ID', 'Assessment ID'].map((name) => top.indexOf(name));
    if (id === -1) return new Map();
    return new Map(rows.map((cells) => [cells[employee ?? -1] ?? '', cells[id ?? -1] ?? '']));
  }

  async readMessages(): Promise<(readonly [employeeId: string, message: string])[]> {
    const [top = [], ...rows] = await readTexts(this.file);
    const [employee, message] = ['Employee ID', 'Assessment message'].map((name) =>
      top.indexOf(name),
    );
    return rows.map((cells) => [cells[employee ?? -1] ?? '', cells[message ?? -1] ?? '']);
  }

  /** Starts a new count for {@link readSentSinceMark}. */
  async mark(): Promise<void> {
    const { requests, assessments } = await this.service.readLedger();
    [this.#requests, this.readAssessmentIds] = [requests.rwa_create, assessments.length];
  }

  /** Returns the number of creation requests since {@link mark}, and the employees with new assessments. */
  async readSentSinceMark(): Promise<{ readonly requests: number; readonly employees: string[] }> {
    const { requests, assessments } = await this.service.readLedger();
    return {
      requests: requests.rwa_create - this.#requests,
      employees: assessments
        .slice(this.readAssessmentIds)
        .map(({ employeeId }) => String(employeeId)),
    };
  }
}
