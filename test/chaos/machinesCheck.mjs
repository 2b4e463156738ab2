import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import pg from 'pg';

/** How long to wait until no work is left: longer than the leases of a dead process. */
const releaseTimeoutMs = 60_000;

/** The number of assessments to retrieve at the same time. It is large, because the service answers slowly. */
const maxRetrievals = 100;

/** Compares the rows from the web processes with the ledger of the service, and finds unfinished work in the tables. */
export class MachineCheck {
  rows = 0;
  /** The overall scores by assessment. They never change, so each is retrieved once. */
  #overalls = new Map();

  constructor({ people, sandbox, url }) {
    Object.assign(this, { people, sandbox, url });
  }

  /**
   * Checks that every row exists, and that every scored row has the assessment and overall score of its
   * employee. If `areAllScored` is false, other rows may be Unconfirmed or wait for the next run. Returns the
   * number of Unconfirmed rows as `unconfirmed`.
   */
  async assertRowsCorrect({ areAllScored = false } = {}) {
    const idsByEmployee = await this.assertNobodyAssessedTwice();
    const limit = pLimit(maxRetrievals);
    let unconfirmed = 0;
    this.rows = 0;
    /** The number of rows of each employee in all sheets. */
    const rowCounts = new Map();
    for (const { employees } of this.people.sheets) {
      for (const employee of employees) {
        rowCounts.set(employee, (rowCounts.get(employee) ?? 0) + 1);
      }
    }
    // A row may be Unconfirmed until a person resolves it. Two kinds of rows may wait for the next run: rows that
    // were resolved after the end of their run, and rows of employees that other sheets contain too. All other
    // rows must be scored.
    const isExpected = (sheet, { employeeId, status }) =>
      status === 'Unconfirmed' ||
      (['Pending', 'Not sent'].includes(status) &&
        (rowCounts.get(employeeId) > 1 ||
          this.people.resolved.get(`${sheet} ${employeeId}`) === false));
    for (const { id, name, employees } of this.people.sheets) {
      const rows = await this.#readRows(id);
      assert.deepEqual(
        rows.map(({ employeeId }) => employeeId),
        employees,
        `the rows of ${name}`,
      );
      const scored = rows.filter(({ status }) => status === 'Scored');
      const others = rows.filter(({ status }) => status !== 'Scored');
      const wrong = others.filter((row) => areAllScored || !isExpected(id, row));
      assert.deepEqual(wrong, [], `rows of ${name} that are not done`);
      unconfirmed += others.filter(({ status }) => status === 'Unconfirmed').length;
      this.rows += rows.length;
      await Promise.all(scored.map((row) => limit(() => this.#assertScores(row, idsByEmployee))));
    }
    return { unconfirmed };
  }

  /** Checks that every employee has at most one assessment. Returns the assessment IDs by employee. */
  async assertNobodyAssessedTwice() {
    const idsByEmployee = await this.people.readLedger();
    for (const [employee, ids] of idsByEmployee) {
      assert.equal(ids.length, 1, `${employee} was assessed ${ids.length} times: ${ids}`);
    }
    return idsByEmployee;
  }

  async #assertScores({ employeeId, assessmentId, overall }, idsByEmployee) {
    assert.equal(
      assessmentId,
      idsByEmployee.get(employeeId)?.[0],
      `the assessment of ${employeeId}`,
    );
    if (!this.#overalls.has(assessmentId)) {
      const { overallTrip } = await this.sandbox.retrieve(assessmentId);
      this.#overalls.set(assessmentId, overallTrip);
    }
    assert.equal(overall, this.#overalls.get(assessmentId), `the score of ${employeeId}`);
  }

  async #readRows(id) {
    const all = [];
    for (let after = ''; after !== null;) {
      const path = `/api/sheets/${id}/rows?limit=500${after}`;
      const { rows, next } = await this.people.retry((page) => page.get(path), path);
      all.push(...rows);
      after = next === null ? null : `&after=${encodeURIComponent(next)}`;
    }
    return all;
  }

  /** Checks that no unfinished run, slice, hold or job is left. */
  async assertNothingLeft() {
    const untilMs = Date.now() + releaseTimeoutMs;
    for (;;) {
      const open = await this.readOpenWork();
      const isEmpty = Object.values(open).every((lines) => lines.length === 0);
      if (isEmpty) return;
      assert.ok(Date.now() < untilMs, `something is left: ${JSON.stringify(open, undefined, 2)}`);
      await delay(500);
    }
  }

  async readOpenWork() {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      const select = async (sql) => (await client.query(sql)).rows;
      return {
        runs: await select(
          `SELECT run.id, sheet, state, rows, done, created, run.messages, run_course.is_split_due, run.halt_as
           FROM rwa.run LEFT JOIN rwa.run_course ON run_course.run = run.id
           WHERE state IN ('queued', 'running', 'pausing', 'paused')`,
        ),
        slices: await select(
          `SELECT id, sheet, rows IS NULL AS is_done, done, created, attempt FROM rwa.slice`,
        ),
        holds: await select('SELECT name, until - now() AS for FROM rwa.hold WHERE until > now()'),
        jobs: await select(
          `SELECT id, state, retry_count, data, start_after - now() AS starts_in, heartbeat_on - now() AS heartbeat
           FROM rwa_queue.job WHERE name = 'slices' AND state < 'completed'`,
        ),
      };
    } finally {
      await client.end();
    }
  }
}
