import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';

/** Compares the ledger of the service with all versions of a sheet. */
export class LedgerCheck {
  #sandbox;
  /** The destinations of each row over time, by employee. */
  #versions = new Map();

  constructor(sandbox) {
    this.#sandbox = sandbox;
  }

  /** Records the destinations that differ from the last ones recorded for their employees. */
  recordVersions(records) {
    for (const record of records) {
      const { 'Employee ID': employee, 'Destination country': destination } = record;
      const versions = this.#versions.get(employee) ?? [];
      if (versions.at(-1) !== destination) this.#versions.set(employee, [...versions, destination]);
    }
  }

  async #assessments() {
    const { assessments } = await this.#sandbox.control('GET', 'ledger');
    return assessments;
  }

  /** Returns the ID of the newest assessment of each employee and destination. */
  async newestIds() {
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

  /** Checks that no row was assessed more often with the same inputs than a person gave it these inputs. */
  async assertNobodyTooOften() {
    const times = new Map();
    for (const { employeeId, destination } of await this.#assessments()) {
      const version = `${employeeId}, ${destination}`;
      times.set(version, (times.get(version) ?? 0) + 1);
      const versions = this.#versions.get(employeeId) ?? [];
      const timesEdited = versions.filter((edited) => edited === destination).length;
      assert.ok(times.get(version) <= timesEdited, `${version} was assessed twice`);
    }
  }

  /**
   * Finds an assessment that the journal does not contain, of the employee of an unanswered row.
   * Returns undefined if there is none.
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

  /** Checks that the assessment is for the employee and destination of the row, which shows its overall score. */
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

/** Hashes an Employee ID like a journal: with the salt in its first line. */
function hashPerson(employeeId, salt) {
  const person = createHash('sha256').update(employeeId).digest('hex').slice(0, 10);
  return createHash('sha256').update(`${salt}:${person}`).digest('base64url').slice(0, 22);
}
