import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';

/** Compares the ledger of the service with all earlier and current inputs of a sheet. */
export class LedgerCheck {
  #sandbox;
  /** All destinations that the row of each employee has had, in order. */
  #destinations = new Map();

  constructor(sandbox) {
    this.#sandbox = sandbox;
  }

  /** Records each destination that differs from the previous destination of its employee. */
  recordDestinations(records) {
    for (const record of records) {
      const { 'Employee ID': employee, 'Destination country': destination } = record;
      const earlier = this.#destinations.get(employee) ?? [];
      if (earlier.at(-1) !== destination)
        this.#destinations.set(employee, [...earlier, destination]);
    }
  }

  async #assessments() {
    const { assessments } = await this.#sandbox.control('GET', 'ledger');
    return assessments;
  }

  /** Returns the ID of the newest assessment of each employee and destination. */
  async readNewestIds() {
    const assessments = await this.#assessments();
    return new Map(
      assessments.map(({ employeeId, destination, assessmentId }) => [
        `${employeeId}, ${destination}`,
        assessmentId,
      ]),
    );
  }

  async count() {
    return (await this.#assessments()).length;
  }

  /** Checks that no employee was assessed for a destination more often than a person entered this destination. */
  async assertNobodyAssessedTooOften() {
    const timesAssessed = new Map();
    for (const { employeeId, destination } of await this.#assessments()) {
      const inputs = `${employeeId}, ${destination}`;
      timesAssessed.set(inputs, (timesAssessed.get(inputs) ?? 0) + 1);
      const entered = this.#destinations.get(employeeId) ?? [];
      const timesEntered = entered.filter((candidate) => candidate === destination).length;
      assert.ok(timesAssessed.get(inputs) <= timesEntered, `${inputs} was assessed too often`);
    }
  }

  /**
   * Finds the assessment that the last intent of a row may have created: one of the same employee that the
   * journal does not contain. Returns undefined if there is none.
   */
  async findUnrecorded(row, journal) {
    const [first = '', ...facts] = journal.split('\n');
    const { salt } = first === '' ? {} : JSON.parse(first);
    const intents = facts
      .filter((line) => line.includes('"intent"') && line.includes(JSON.stringify(row)))
      .map((line) => JSON.parse(line));
    const { employee } = intents.at(-1) ?? {};
    return (await this.#assessments()).find(
      ({ employeeId, assessmentId }) =>
        hashPerson(employeeId, salt) === employee && !journal.includes(`"${assessmentId}"`),
    );
  }

  /** Checks that the assessment has the inputs of the row, and that the row shows its overall score. */
  async assertScores(record, id) {
    const { 'Employee ID': employee, 'Destination country': destination } = record;
    const assessment = (await this.#assessments()).find(({ assessmentId }) => assessmentId === id);
    assert.deepEqual(
      [assessment?.employeeId, assessment?.destination],
      [employee, destination],
      'inputs',
    );
    const { overallTrip } = await this.#sandbox.retrieve(id);
    assert.equal(Number(record['Overall trip risk']), overallTrip, `${employee}'s score`);
  }
}

/** Hashes an Employee ID as journals do, with the salt from the first line of the journal. */
function hashPerson(employeeId, salt) {
  const person = createHash('sha256').update(employeeId).digest('hex').slice(0, 10);
  return createHash('sha256').update(`${salt}:${person}`).digest('base64url').slice(0, 22);
}
