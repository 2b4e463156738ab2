import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { filesOf } from '../../../batch/journal/files.js';
import { readJournal } from '../../../batch/journal/readJournal.js';
import { assess } from '../../../batch/operations/assess.js';
import { reassessing } from '../../../batch/operations/reassess.js';
import { readStatus } from '../../../batch/run/readStatus.js';
import { rwa } from '../../../batch/rwa.js';
import { sandboxOfTest, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { personWith } from '../cli/person.js';
import { folderOfTest } from '../folderOfTest.js';
import { employees, runOn, type RunSettings, sheetOf } from './runOfTest.js';

const people = employees(3);
const countries = ['Portugal', 'Spain', 'Norway'] as const;
const resultHeadings = [
  ...['Assessment status', 'Assessment ID', 'Overall trip risk', 'Working rights risk'],
  ...['Assessment message', 'Assessed at'],
];

type Step =
  | { readonly do: 'assess' | 'reassess' | 'sort' | 'resolve' }
  /** A run that dies before it writes the sheet, after so many rows were created or settled. */
  | { readonly do: 'crash'; readonly after: number; readonly again: boolean }
  /** The next answer to a create is lost. */
  | { readonly do: 'lose'; readonly committed: boolean }
  | { readonly do: 'edit'; readonly row: number; readonly to: (typeof countries)[number] }
  /** A person empties one result cell of a row, or all of them. */
  | { readonly do: 'empty'; readonly row: number; readonly cell: number | undefined };

const row = fc.nat({ max: people.length - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ do: 'assess' } as const) },
  { weight: 2, arbitrary: fc.constant({ do: 'reassess' } as const) },
  { weight: 1, arbitrary: fc.constant({ do: 'sort' } as const) },
  { weight: 2, arbitrary: fc.constant({ do: 'resolve' } as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      after: fc.integer({ min: 1, max: 4 }),
      again: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('lose' as const), committed: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      row,
      to: fc.constantFrom(...countries),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('empty' as const),
      row,
      cell: fc.option(fc.nat({ max: resultHeadings.length - 1 }), { nil: undefined }),
    }),
  },
);

class Story {
  readonly #service: SandboxUnderTest;
  readonly #path = sheetOf(folderOfTest(), people);
  /** How often rwa assess may have created an assessment of each employee. */
  readonly #may = new Map(people.map((id) => [id, 1]));
  #byReassess = 0;

  constructor(service: SandboxUnderTest) {
    this.#service = service;
  }

  async play(what: Step): Promise<void> {
    switch (what.do) {
      case 'assess':
        await this.#run({});
        return this.#agree();
      case 'reassess':
        await this.#reassess();
        return this.#agree();
      case 'crash':
        return this.#crash(what.after, what.again);
      case 'lose':
        await this.#service.control('POST faults', {
          operation: 'rwa_create',
          fault: what.committed ? 'reset-after-commit' : 'reset-before-commit',
          times: 1,
        });
        return;
      case 'resolve':
        return this.#resolve();
      case 'sort':
        this.#change((rows) => rows.toReversed());
        return;
      case 'edit':
        this.#change((rows, column) => {
          const cells = rows[what.row] ?? [];
          cells[column('Destination country')] = what.to;
          return rows;
        });
        return;
      case 'empty':
        this.#empty(what.row, what.cell);
    }
  }

  /** Doing what the messages say ends with a score in every row. */
  async followAdvice(): Promise<void> {
    await this.#service.control('DELETE faults');
    for (let round = 0; round < 6; round++) {
      await this.#run({});
      await this.#agree();
      const statuses = await this.#statuses();
      if (statuses.every((status) => status === 'Scored')) return;
      await this.#resolve();
      if (statuses.includes('Invalid')) await this.#reassess();
    }
    expect(await this.#statuses()).toEqual(people.map(() => 'Scored'));
  }

  /** Each employee was sent once, but for what reassess and a person have made of it. */
  async countCreates(): Promise<void> {
    const { assessments } = await this.#service.ledger();
    const allowed = this.#may.values().reduce((sum, times) => sum + times, 0);
    expect(assessments.length - this.#byReassess).toBeLessThanOrEqual(allowed);
  }

  async #run(settings: RunSettings): Promise<void> {
    await runOn(this.#path, this.#service.sandbox, { concurrency: 2, ...settings });
    await this.countCreates();
  }

  async #reassess(settings: RunSettings = {}): Promise<void> {
    const before = (await this.#service.ledger()).assessments.length;
    const again = { operation: reassessing({}), newRound: true, ...settings };
    await runOn(this.#path, this.#service.sandbox, again).catch(refuseBugs);
    this.#byReassess += (await this.#service.ledger()).assessments.length - before;
  }

  async #crash(after: number, again: boolean): Promise<void> {
    let left = after;
    const dying: RunSettings = {
      onEvent({ type }) {
        if (type === 'progress' && --left === 0) throw new Error('crash');
      },
    };
    if (again) await this.#reassess(dying);
    else await this.#run(dying).catch(refuseBugs);
    await this.countCreates();
  }

  /** A person looks every unconfirmed row up in the service, and says what is true. */
  async #resolve(): Promise<void> {
    for (const [index, status] of (await this.#statuses()).entries()) {
      if (status !== 'Unconfirmed') continue;
      const employee = this.#rows()[index]?.['Employee ID'] ?? '';
      const { known } = await readJournal(filesOf(this.#path, {}).journal);
      const lost = (await this.#service.ledger()).assessments.find(
        ({ employeeId, assessmentId }) =>
          employeeId === employee && known.keyOfId(String(assessmentId)) === undefined,
      );
      const said = lost === undefined ? ['--send-again'] : ['--exists', String(lost.assessmentId)];
      if (lost === undefined) this.#allow(employee);
      const person = personWith([]);
      const args = ['resolve', this.#path, '--row', String(index + 2), ...said];
      expect([await rwa(args, person), person.said]).toEqual([0, expect.anything()]);
    }
  }

  #empty(row: number, cell: number | undefined): void {
    this.#change((rows, column) => {
      const cells = rows[row] ?? [];
      const emptied = cell === undefined ? resultHeadings : [resultHeadings[cell] ?? ''];
      for (const heading of emptied) {
        if (column(heading) === -1) continue;
        // Without its id and with other inputs, a row is another case.
        if (heading === 'Assessment ID') this.#allow(cells[column('Employee ID')] ?? '');
        cells[column(heading)] = '';
      }
      return rows;
    });
  }

  #allow(employee: string): void {
    this.#may.set(employee, (this.#may.get(employee) ?? 0) + 1);
  }

  /** The sheet says of every row what the program says, and no score of other inputs. */
  async #agree(): Promise<void> {
    const { rows } = await this.#read();
    const { assessments } = await this.#service.ledger();
    for (const [index, cells] of this.#rows().entries()) {
      const { report } = rows[index] ?? {};
      expect(cells['Assessment status']).not.toBe('');
      expect([cells['Assessment status'], index]).toEqual([report?.status, index]);
      if (cells['Assessment status'] !== 'Scored') continue;
      const id = cells['Assessment ID'];
      const made = assessments.find(({ assessmentId }) => assessmentId === id);
      const { 'Employee ID': employee, 'Destination country': destination } = cells;
      expect([made?.employeeId, made?.destination]).toEqual([employee, destination]);
      const { overallTrip } = await this.#service.result(id ?? '');
      expect(Number(cells['Overall trip risk'])).toBe(overallTrip);
    }
  }

  async #statuses(): Promise<string[]> {
    return (await this.#read()).rows.map(({ report }) => report.status);
  }

  #read() {
    return readStatus(this.#path, filesOf(this.#path, {}).journal, assess, { inputs: assess });
  }

  #rows(): Record<string, string>[] {
    const text = readFileSync(this.#path, 'utf8');
    return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
  }

  #change(edit: (rows: string[][], column: (heading: string) => number) => string[][]): void {
    const text = readFileSync(this.#path, 'utf8');
    const [head = [], ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
    const changed = edit(rows, (heading) => head.indexOf(heading));
    writeFileSync(this.#path, `${Papa.unparse([head, ...changed])}\r\n`);
  }
}

/** A run that was made to crash, or has nothing to work on. */
function refuseBugs(error: unknown): void {
  if (!/^crash$/.test((error as Error).message)) throw error;
}

// More of them: RWA_SEQUENCES=1000.
const numRuns = Number(process.env.RWA_SEQUENCES ?? 40);

test('whatever is sent, lost, edited, emptied and settled, sheet and program agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      const service = await sandboxOfTest();
      const story = new Story(service);
      for (const each of steps) await story.play(each);
      await story.followAdvice();
      await story.countCreates();
    }),
    { numRuns, endOnFailure: false },
  );
}, 1_200_000);
