import { expect } from 'vitest';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { readJournal } from '../../../batch/engine/journal/readJournal.js';
import type { SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { cellsByHeading, readFacts } from './testRun.js';

type Fact = ReturnType<typeof readFacts>[number];

/** Compares the number of created assessments of each employee with the allowed number. */
export class CreatedAssessments {
  readonly #service: SandboxUnderTest;
  readonly #allowed = new Map<string, number>();
  /** The IDs of the assessments that `allowUnrecorded` has allowed to be created again. */
  readonly #unrecorded = new Set<string>();

  constructor(service: SandboxUnderTest, employees: readonly string[]) {
    this.#service = service;
    for (const employee of employees) this.allow(employee);
  }

  allow(employee: string): void {
    this.#allowed.set(employee, (this.#allowed.get(employee) ?? 0) + 1);
  }

  /**
   * Allows one more assessment for each assessment in the service that neither the journal nor the
   * sheet contains. Call this after a person has replaced the journal or the sheet.
   */
  async allowUnrecorded(path: string): Promise<void> {
    const { known } = await readJournal(toSheetFiles(path, {}).journal);
    const shown = new Set(cellsByHeading(path).map((cells) => cells['Assessment ID']));
    for (const { assessmentId, employeeId } of (await this.#service.readLedger()).assessments) {
      const id = String(assessmentId);
      if (this.#unrecorded.has(id) || shown.has(id) || known.findKeyById(id) !== undefined)
        continue;
      this.#unrecorded.add(id);
      this.allow(String(employeeId));
    }
  }

  /** Checks that a round creates at most one assessment for each row, and allows them. */
  async checkRound<T>(employees: readonly string[], run: () => Promise<T>): Promise<T> {
    const before = await this.#countCreated();
    const result = await run();
    const rows = countEach(employees);
    for (const [employee, count] of await this.#countCreated()) {
      const createdCount = count - (before.get(employee) ?? 0);
      expect(createdCount, employee).toBeLessThanOrEqual(rows.get(employee) ?? 0);
      for (let time = 0; time < createdCount; time++) this.allow(employee);
    }
    return result;
  }

  /**
   * Checks that no employee has more assessments than were allowed, and that no key was sent again
   * without a fact that allows it.
   */
  async check(path: string): Promise<void> {
    for (const [employee, count] of await this.#countCreated()) {
      expect(count, employee).toBeLessThanOrEqual(this.#allowed.get(employee) ?? 0);
    }
    assertNoKeySentTwice(readFacts(path));
  }

  async #countCreated(): Promise<ReadonlyMap<string, number>> {
    const { assessments } = await this.#service.readLedger();
    return countEach(assessments.map(({ employeeId }) => String(employeeId)));
  }
}

function assertNoKeySentTwice(facts: readonly Fact[]): void {
  const sent = new Set<string>();
  for (const { fact, row = '' } of facts) {
    if (fact === 'intent') {
      expect(sent.has(row), row).toBe(false);
      sent.add(row);
    }
    if (fact === 'released' || fact === 'send_again' || fact === 'rejected') sent.delete(row);
  }
}

function countEach(texts: readonly string[]): Map<string, number> {
  return new Map(
    Map.groupBy(texts, (text) => text)
      .entries()
      .map(([key, all]) => [key, all.length]),
  );
}
