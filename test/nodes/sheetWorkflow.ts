import type { IDataObject } from 'n8n-workflow';
import { sandboxOfTest, type SandboxUnderTest } from '../sandbox/sandboxUnderTest.js';
import { ProcessedData } from './processedData.js';
import { openProxy } from '../sandbox/openProxy.js';
import { type NodeFile, type Parameters, runFailing } from './runNode.js';
import { hires, runSheet, type SheetOutput, textsIn, withCell, createWorkbook } from './sheets.js';

/** The first and the last column with results. */
const [firstResult, lastResult] = ['Assessment status', 'Row reference'] as const;

/**
 * A workflow with an Assess Sheet node, and the workbook that its people edit: what comes out of one execution
 * goes into the next.
 */
export class SheetWorkflow {
  readonly service: SandboxUnderTest;
  readonly #baseUrl: string;
  /** The keys that n8n has stored for the node. */
  processedData = new ProcessedData();
  staticData: IDataObject = {};
  /** Each value is a separate process, which has only the stored data. */
  workflowId = 'workflow';
  file: NodeFile;
  /** The workbooks that came out, in the order of the executions. */
  readonly outputs: NodeFile[] = [];
  /** The output of the latest execution. */
  output: SheetOutput | undefined;
  /** Returns the answer to a request that does not reach the service. */
  answer: (path: string) => string | undefined = () => undefined;
  #requests = 0;
  #assessments = 0;

  private constructor(service: SandboxUnderTest, baseUrl: string, file: NodeFile) {
    this.service = service;
    this.#baseUrl = baseUrl;
    this.file = file;
  }

  /** Begins with these employees, one in each row from row 2, who are not assessed yet. */
  static async begin(employeeIds = ['E-1', 'E-2', 'E-3']): Promise<SheetWorkflow> {
    const service = await sandboxOfTest();
    let workflow: SheetWorkflow | undefined = undefined;
    const answer = (path: string) => workflow?.answer(path);
    const file = createWorkbook(hires(employeeIds));
    return (workflow = new SheetWorkflow(service, await openProxy(service, { answer }), file));
  }

  /** The same with scores in all rows. */
  static async scored(): Promise<SheetWorkflow> {
    const workflow = await SheetWorkflow.begin();
    await workflow.use('assess');
    return workflow;
  }

  /** Executes the node with the workbook, and continues with the one that comes out. */
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
   * Runs an operation in an execution that fails, and its retry after an edit of the input workbook: only the retry
   * knows requests that are in no workbook.
   */
  async retryAfter(edit: () => Promise<unknown>, operation = 'assess'): Promise<void> {
    const given = this.file;
    // The node keeps it for the retry of an execution that fails.
    const journals = {};
    await this.use(operation, {}, { context: { journals } });
    this.file = given;
    await edit();
    await this.use(operation, {}, { context: { journals } });
  }

  /** Assess, as most messages say. */
  assess(parameters: Parameters = {}): Promise<void> {
    return this.use('assess', parameters);
  }

  /** Assess Again for one row and no other, as messages say. */
  assessOnly(row: number, parameters: Parameters = {}): Promise<void> {
    return this.use('assessAgain', { rows: 'numbers', rowNumbers: `${row}`, ...parameters });
  }

  /** The message that the node shows when it cannot work on the workbook. */
  fails(operation: string, parameters: Parameters = {}, run: object = {}): Promise<string> {
    return runFailing(() => this.use(operation, parameters, run));
  }

  /** Does work while no result is ready. */
  async whilePending(work: () => Promise<void>): Promise<void> {
    const pending = JSON.stringify({ status: 'error', success: false, message: 'Pending' });
    this.answer = (path) => (path.endsWith('rwa_retrieve') ? pending : undefined);
    await work();
    this.answer = () => undefined;
  }

  /** The workbook in an n8n that has never seen it. */
  moveToOtherN8n(): void {
    this.processedData = new ProcessedData();
    this.staticData = {};
    this.workflowId = 'another n8n';
  }

  /** Changes the rows of the workbook as a person does; the first one has the headings. */
  async edit(change: (rows: string[][]) => void): Promise<void> {
    const rows = await textsIn(this.file);
    change(rows);
    this.file = createWorkbook(rows, this.file.fileName);
  }

  /** Writes into a cell, by the number of its row and its heading. */
  async write(row: number, heading: string, text: unknown): Promise<void> {
    await this.edit((rows) => {
      const at = rows[0]?.indexOf(heading) ?? -1;
      if (at === -1) throw new Error(`No column "${heading}".`);
      rows[row - 1] = withCell(rows[row - 1] ?? [], at, text);
    });
  }

  /** Clears the result cells of a row. */
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

  /** The text in a cell, by the number of its row and its heading. */
  async read(row: number, heading: string): Promise<string> {
    const rows = await textsIn(this.file);
    return rows[row - 1]?.[rows[0]?.indexOf(heading) ?? -1] ?? '';
  }

  /** Reads the message of a row in the workbook. */
  message(row: number): Promise<string> {
    return this.read(row, 'Assessment message');
  }

  /** The notes and the next step of the first output. */
  get notes(): string {
    const { notes, nextStep } = this.output?.workbook.json ?? {};
    return [...(notes as string[]), nextStep as string].join('\n');
  }

  /** The latest assessment of an employee, as a person finds it in the service. */
  async lookUp(employeeId: string): Promise<string> {
    const { assessments } = await this.service.ledger();
    const found = assessments.findLast((each) => each.employeeId === employeeId);
    return found?.assessmentId as string;
  }

  /** The Assessment IDs in the workbook by Employee ID. */
  async assessments(): Promise<ReadonlyMap<string, string>> {
    const [top = [], ...rows] = await textsIn(this.file);
    const [employee, id] = ['Employee ID', 'Assessment ID'].map((name) => top.indexOf(name));
    if (id === -1) return new Map();
    return new Map(rows.map((cells) => [cells[employee ?? -1] ?? '', cells[id ?? -1] ?? '']));
  }

  /** The Employee ID and the message of each row in the workbook. */
  async messages(): Promise<(readonly [employeeId: string, message: string])[]> {
    const [top = [], ...rows] = await textsIn(this.file);
    const [employee, message] = ['Employee ID', 'Assessment message'].map((name) =>
      top.indexOf(name),
    );
    return rows.map((cells) => [cells[employee ?? -1] ?? '', cells[message ?? -1] ?? '']);
  }

  /** Forgets what was sent until now. */
  async mark(): Promise<void> {
    const { requests, assessments } = await this.service.ledger();
    [this.#requests, this.#assessments] = [requests.rwa_create, assessments.length];
  }

  /** How many creations were sent since, and for whom assessments were created. */
  async sentSince(): Promise<{ readonly requests: number; readonly employees: string[] }> {
    const { requests, assessments } = await this.service.ledger();
    return {
      requests: requests.rwa_create - this.#requests,
      employees: assessments.slice(this.#assessments).map(({ employeeId }) => String(employeeId)),
    };
  }
}
