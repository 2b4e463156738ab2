import { hashAssessment, parseReference } from '../../batch/engine/identity/reference.js';
import { hashRequest, findRequestHash } from '../../batch/engine/intake/rowKey.js';
import type { JournalState } from '../../batch/engine/journal/journalState.js';
import { isUnconfirmed } from '../../batch/engine/journal/settle.js';
import { typed } from './events.js';
import { serviceUrl } from './machine.js';
import type { Assessment, ServiceModel } from './service.js';
import { usersHeadings } from './trips.js';

export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

/** Compares how many assessments the service created for each employee with how many a person asked for. */
export class Allowance {
  readonly #service: ServiceModel;
  readonly #allowed = new Map<string, number>();
  readonly #forgotten = new Set<string>();
  readonly #madeInRounds = new Set<string>();
  /** For each employee, the fewest unsent duplicates in any call of `noteRepeated`. */
  readonly #repeated = new Map<string, number>();

  constructor(service: ServiceModel, employees: readonly string[]) {
    this.#service = service;
    for (const employee of employees) this.allow(employee);
  }

  allow(employee: string, count = 1): void {
    this.#allowed.set(employee, (this.#allowed.get(employee) ?? 0) + count);
  }

  /** Records the number of duplicates that a run must not send. Call this before and after a run. */
  noteRepeated(rows: readonly (readonly string[])[], statusColumn = -1): void {
    const seen = new Set<string>();
    const repeated = rows.filter((row) => {
      const inputs = JSON.stringify(row.slice(0, usersHeadings.length));
      const isUnsent = ['', 'Duplicate', 'Not sent'].includes(row[statusColumn] ?? '');
      return seen.has(inputs) ? isUnsent : !seen.add(inputs);
    });
    const counts = countTexts(repeated.map(([employee = '']) => employee));
    for (const employee of this.#allowed.keys()) {
      const count = counts.get(employee) ?? 0;
      this.#repeated.set(employee, Math.min(count, this.#repeated.get(employee) ?? count));
    }
  }

  /**
   * Allows another request for assessments that neither the journal nor the sheet shows. Call this
   * after a person has changed one of them. A row that was sent, but shows no Assessment ID, counts
   * as showing one assessment of its employee.
   */
  allowUnrecorded(known: JournalState, sheet: readonly Readonly<Record<string, string>>[]): void {
    const ids = new Set(
      sheet.flatMap((cells) => (this.#isUnproven(cells) ? [] : cells['Assessment ID'])),
    );
    const unsent = new Set(
      Array.from(known.states, ([key, { state, request }]) =>
        state === 'Ready' ? (request ?? findRequestHash(key)) : undefined,
      ),
    );
    // An older sheet may still show a request that had no effect, according to the journal.
    const isUnsent = ({ 'Row reference': reference = '' }: Readonly<Record<string, string>>) => {
      const { inputs } = parseReference(reference) ?? {};
      return inputs !== undefined && unsent.has(known.computeHash(inputs));
    };
    const withoutId = sheet.filter(
      (cells) =>
        showsSent(cells) &&
        !isUnsent(cells) &&
        // A row that waits for a round shows its previous assessment. Any other ID was typed, as the row's answer.
        (this.#service.find(cells['Assessment ID'] ?? '') === undefined || showsPrevious(cells)),
    );
    const open = countTexts(
      Array.from(known.states, ([key, state]) =>
        isUnconfirmed(state) ? (state.request ?? findRequestHash(key) ?? '') : '',
      ),
    );
    const unknown = this.#service.assessments.filter(
      ({ id }) => !this.#forgotten.has(id) && !ids.has(id) && known.findKeyById(id) === undefined,
    );
    // A row shows only the latest assessment of its inputs.
    const reassessed = countTexts(
      this.#service.assessments.flatMap(({ id, body }) =>
        ids.has(id) && this.#madeInRounds.has(id) ? [body] : [],
      ),
    );
    const notShown = unknown.filter(({ body, request }) => {
      const later = reassessed.get(body) ?? 0;
      reassessed.set(body, later - 1);
      if (later > 0) return false;
      const sent = hashRequest(JSON.parse(body) as object, known.computeHash);
      const unanswered = open.get(sent) ?? 0;
      open.set(sent, unanswered - 1);
      if (unanswered <= 0) return true;
      // Remove the request's row, so that it is not counted for another assessment.
      const row = withoutId.findIndex((cells) => showsTrip(cells, request));
      if (row !== -1) withoutId.splice(row, 1);
      return false;
    });
    const shown = countTexts(withoutId.map((cells) => cells['Employee ID'] ?? ''));
    for (const { id, request } of notShown) {
      const employee = String(request.employeeId);
      const rows = shown.get(employee) ?? 0;
      shown.set(employee, rows - 1);
      if (rows > 0) continue;
      this.#forgotten.add(id);
      this.allow(employee);
    }
  }

  /**
   * Returns true for a row with an ID but no reference, whose inputs differ from those of the
   * assessment: only the journal shows which inputs it was made for.
   */
  #isUnproven(cells: Readonly<Record<string, string>>): boolean {
    const { 'Assessment ID': id = '', 'Row reference': reference = '' } = cells;
    const assessment = this.#service.find(id);
    return assessment !== undefined && reference === '' && !showsTrip(cells, assessment.request);
  }

  /**
   * Allows one more request after a person has entered this assessment for the unanswered request
   * of a round, unless a round created the assessment. If that request never arrived, a run sends
   * the real row of the assessment again.
   */
  allowAfterRoundAnswer({ id, request }: Assessment): void {
    if (!this.#madeInRounds.has(id)) this.allow(String(request.employeeId));
  }

  /**
   * Checks that each round in `run` creates at most one assessment for each row of an employee, and
   * allows these assessments. `countRounds` is called after `run`.
   */
  async runRound<T>(
    listEmployees: () => readonly string[],
    countRounds: () => number,
    run: () => Promise<T>,
  ): Promise<T> {
    const rowsBefore = countTexts(listEmployees());
    const before = this.#countCreated();
    const madeBefore = this.#service.assessments.length;
    const result = await run();
    for (const { id } of this.#service.assessments.slice(madeBefore)) this.#madeInRounds.add(id);
    // A person may have edited the sheet before the run read it.
    const rowsAfter = countTexts(listEmployees());
    for (const [employee, count] of this.#countCreated()) {
      const createdCount = count - (before.get(employee) ?? 0);
      const rows = Math.max(rowsBefore.get(employee) ?? 0, rowsAfter.get(employee) ?? 0);
      const maxCount = countRounds() * rows;
      if (createdCount > maxCount)
        throw new BrokenPromise(`A round has sent ${employee} ${createdCount} times.`);
      this.allow(employee, createdCount);
    }
    return result;
  }

  check(): void {
    for (const [employee, count] of this.#countCreated()) {
      const maxCount = (this.#allowed.get(employee) ?? 0) - (this.#repeated.get(employee) ?? 0);
      if (count > maxCount) {
        throw new BrokenPromise(
          `${employee} was sent ${count} times, and asked for ${maxCount} times.`,
        );
      }
    }
  }

  #countCreated(): Map<string, number> {
    return countTexts(this.#service.assessments.map(({ request }) => String(request.employeeId)));
  }
}

export function showsSent(cells: Readonly<Record<string, string>>): boolean {
  const { 'Assessment status': status = '', 'Assessment ID': id = '' } = cells;
  if (status === 'Unconfirmed') return true;
  return ['Pending', 'Scored'].includes(status) && ['', typed['Assessment ID']].includes(id);
}

/** Returns true if a row shows the previous assessment beside a request without an answer. */
function showsPrevious(cells: Readonly<Record<string, string>>): boolean {
  const { 'Assessment ID': id = '', 'Row reference': reference = '' } = cells;
  return parseReference(reference)?.beside === hashAssessment(serviceUrl, id);
}

function showsTrip(
  cells: Readonly<Record<string, string>>,
  { employeeId, destination }: Assessment['request'],
): boolean {
  return cells['Employee ID'] === employeeId && cells['Destination country'] === destination;
}

export function countTexts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
