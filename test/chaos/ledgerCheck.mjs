import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';

/** What the service itself has on record, against what a sheet said over time. */
export class LedgerCheck {
  #sandbox;
  /** By employee: the destinations that the row had, one after the other. */
  #versions = new Map();

  constructor(sandbox) {
    this.#sandbox = sandbox;
  }

  /** Hears what the rows say after a person's hands were on them. */
  sheetIs(records) {
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

  async count() {
    return (await this.#assessments()).length;
  }

  /** Nobody has more assessments with some inputs than the row had them anew. */
  async nobodyTooOften() {
    const times = new Map();
    for (const { employeeId, destination } of await this.#assessments()) {
      const version = `${employeeId}, ${destination}`;
      times.set(version, (times.get(version) ?? 0) + 1);
      const had = this.#versions.get(employeeId)?.filter((one) => one === destination) ?? [];
      assert.ok(times.get(version) <= had.length, `${version} was assessed twice`);
    }
  }

  /** The assessment that an unanswered row of the journal made, if it did. */
  async unknownOf(row, journal) {
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

  /** The scores in a row are those of its own assessment, which has its own inputs. */
  async scoresAreOf(record, id) {
    const { 'Employee ID': employee, 'Destination country': destination } = record;
    const made = (await this.#assessments()).find(({ assessmentId }) => assessmentId === id);
    assert.deepEqual([made?.employeeId, made?.destination], [employee, destination], 'inputs');
    const { overallTrip } = await this.#sandbox.retrieve(id);
    assert.equal(Number(record['Overall trip risk']), overallTrip, `${employee}'s score`);
  }
}

/** Returns the journal's hash of an Employee ID: of the hash in a row reference, and of the salt in its first line. */
function hashPerson(employeeId, salt) {
  const person = createHash('sha256').update(employeeId).digest('hex').slice(0, 10);
  return createHash('sha256').update(`${salt}:${person}`).digest('base64url').slice(0, 22);
}
