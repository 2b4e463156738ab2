import type { Known } from '../../batch/engine/journal/known.js';
import type { ServiceModel } from './service.js';

/** A promise that was broken, in a sentence. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

/** Counts what the service has created of each employee against what a person has asked for. */
export class Allowance {
  readonly #service: ServiceModel;
  readonly #allowed = new Map<string, number>();
  readonly #forgotten = new Set<string>();

  constructor(service: ServiceModel, employees: readonly string[]) {
    this.#service = service;
    for (const employee of employees) this.allow(employee);
  }

  allow(employee: string, more = 1): void {
    this.#allowed.set(employee, (this.#allowed.get(employee) ?? 0) + more);
  }

  /**
   * What neither the journal nor the sheet shows, after a person has put another one in its place:
   * nothing can know of it, and its row may be sent again. A row that says that it was sent, without an
   * id, shows one of its employee.
   */
  forgetUnknown(
    known: Pick<Known, 'keyOfId'>,
    sheet: readonly Readonly<Record<string, string>>[],
  ): void {
    const ids = new Set(sheet.map((cells) => cells['Assessment ID']));
    const shown = countOf(sheet.filter(saysSent).map((cells) => cells['Employee ID'] ?? ''));
    for (const { id, request } of this.#service.assessments) {
      if (this.#forgotten.has(id) || ids.has(id) || known.keyOfId(id) !== undefined) continue;
      const employee = String(request.employeeId);
      const left = shown.get(employee) ?? 0;
      shown.set(employee, left - 1);
      if (left > 0) continue;
      this.#forgotten.add(id);
      this.allow(employee);
    }
  }

  /** A round makes at the most one more for each row of an employee, and only while it goes on. */
  async duringRound<T>(
    employees: () => readonly string[],
    rounds: () => number,
    run: () => Promise<T>,
  ): Promise<T> {
    const atFirst = countOf(employees());
    const before = this.#created();
    const ended = await run();
    // Somebody may have edited the sheet before it was read.
    const atLast = countOf(employees());
    for (const [employee, count] of this.#created()) {
      const made = count - (before.get(employee) ?? 0);
      const rows = Math.max(atFirst.get(employee) ?? 0, atLast.get(employee) ?? 0);
      const most = rounds() * rows;
      if (made > most) throw new BrokenPromise(`A round has sent ${employee} ${made} times.`);
      this.allow(employee, made);
    }
    return ended;
  }

  check(): void {
    for (const [employee, count] of this.#created()) {
      const most = this.#allowed.get(employee) ?? 0;
      if (count > most) {
        throw new BrokenPromise(
          `${employee} was sent ${count} times, and asked for ${most} times.`,
        );
      }
    }
  }

  #created(): Map<string, number> {
    return countOf(this.#service.assessments.map(({ request }) => String(request.employeeId)));
  }
}

function saysSent(cells: Readonly<Record<string, string>>): boolean {
  const sent = ['Unconfirmed', 'Pending', 'Scored'];
  return cells['Assessment ID'] === '' && sent.includes(cells['Assessment status'] ?? '');
}

function countOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
