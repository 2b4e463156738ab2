import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ageInDataFolder } from '../ageRequests.mjs';
import { ServePage, startServe } from './servePage.mjs';
import { startSandbox } from './processes.mjs';
import { mountTinyDisk } from './tinyDisk.mjs';

/** The faults that end a request quickly. After others, the server would wait up to half a minute for an answer. */
const faults = [
  'reset-before-commit',
  'reset-after-commit',
  'truncated-after-commit',
  'html-200',
  'status-500-before-commit',
  'status-500-after-commit',
  'status-409-after-commit',
  'status-503',
  'status-429',
  'gzip',
];
/** The time limit for finishing all rows after the last kill. */
const finishTimeoutMs = 120_000;

/**
 * Kills and restarts a server with two sheets that share rows. Kills it during uploads, reading, runs,
 * pauses and decisions, sometimes while its disk is full or the service is unavailable. After the last
 * kill, finishes all rows. Rejects if a row was assessed twice, or a score belongs to another row.
 */
export async function playServeRun({ number, rows, random }) {
  const folder = await mkdtemp(join(tmpdir(), `rwa-chaos-${number}-`));
  const sandbox = await startSandbox([
    '--latency',
    `${random.pick([0, 5, 25])}ms`,
    '--ready-after',
    `${random.pick([0, 300])}ms`,
  ]);
  const chaos = new Chaos(folder, sandbox, Math.ceil(rows / 4), random);
  try {
    await chaos.run();
    await chaos.server.kill();
    chaos.disk?.unmount();
    chaos.disk = undefined;
    await rm(folder, { recursive: true });
    return chaos.counts;
  } catch (error) {
    error.message = `serve: ${error.message}\n(the files are in ${folder})`;
    throw error;
  } finally {
    await chaos.server?.kill();
    chaos.disk?.unmount();
    await sandbox.stop();
  }
}

class Chaos {
  counts = {
    starts: 0,
    SIGKILL: 0,
    resolvedExists: 0,
    resolvedNotThere: 0,
    fullDisks: 0,
    outages: 0,
  };
  cookie = '';

  constructor(folder, sandbox, rows, random) {
    Object.assign(this, { folder, sandbox, rows, random });
    // The second half of the employees in one.csv are also the first half of those in two.csv.
    this.files = {
      'one.csv': listEmployees(0, rows),
      'two.csv': listEmployees(Math.floor(rows / 2), rows),
    };
  }

  async run() {
    const { random, counts } = this;
    const probability = random.between(0.02, 0.1);
    const chosenFaults = random.chance(0.7) ? random.shuffle(faults).slice(0, 3) : [];
    this.faults = chosenFaults.map((fault) => ({ fault, probability }));
    if (random.chance(0.4)) this.disk = mountTinyDisk(join(this.folder, 'data'), '8m');
    for (let kills = Math.round(random.between(4, 10)); kills > 0; kills--) {
      await this.setFaults();
      await this.start();
      const lifetime = delay(random.between(50, random.pick([300, 1_500, 3_000])));
      const actions = this.actRandomly(lifetime);
      await lifetime;
      await this.server.kill();
      counts.SIGKILL++;
      await actions;
      this.disk?.empty();
      await this.assertNobodyAssessedTwice();
    }
    await this.start();
    await this.finish();
    await this.checkScores();
  }

  async start() {
    this.counts.starts++;
    this.server = await startServe(join(this.folder, 'data'), this.sandbox.env);
    this.page = new ServePage(this.server.url, this.cookie);
    await this.page.signIn(this.server.link);
    this.cookie = this.page.cookie;
  }

  async setFaults() {
    await this.sandbox.control('DELETE', 'faults');
    for (const fault of this.faults) {
      await this.sandbox.control('POST', 'faults', { operation: 'rwa_create', ...fault });
    }
  }

  async interruptService() {
    this.counts.outages++;
    await this.sandbox.control('DELETE', 'faults');
    for (const operation of ['rwa_create', 'rwa_retrieve', 'rwa_update']) {
      await this.sandbox.control('POST', 'faults', {
        operation,
        fault: 'status-500-before-commit',
      });
    }
    await delay(this.random.between(100, 1_500));
    await this.setFaults();
  }

  async fillDisk() {
    if (this.disk === undefined) return;
    this.counts.fullDisks++;
    this.disk.fill();
    await delay(this.random.between(50, 800));
    this.disk.empty();
  }

  /** Acts like people until `lifetime` resolves. After that, the server is killed. */
  async actRandomly(lifetime) {
    const { random, page } = this;
    let isOver = false;
    void lifetime.then(() => (isOver = true));
    const actions = [
      () => this.upload(),
      () => this.upload(),
      () => this.withSheet((id) => page.start(id)),
      () => this.withSheet((id) => page.start(id)),
      () => this.withSheet((id) => page.start(id)),
      () => this.withSheet((id) => page.post(`/api/sheets/${id}/run/pause`)),
      () => this.withSheet((id) => page.post(`/api/sheets/${id}/run/resume`)),
      () => this.withSheet((id) => page.post(`/api/sheets/${id}/run/stop`)),
      () => this.withSheet((id) => page.get(`/api/sheets/${id}/rows?sort=risk`)),
      () => this.withSheet((id) => this.decide(id)),
    ];
    const troubles = [() => this.interruptService(), () => this.fillDisk()];
    while (!isOver) {
      const act = random.pick(random.chance(0.1) ? troubles : actions);
      // Ignore refusals, and errors from a killed server.
      await act().catch(() => undefined);
      await delay(random.between(0, 60));
    }
  }

  async upload() {
    for (const [name, employees] of Object.entries(this.files)) {
      await this.page.upload(name, employees);
    }
  }

  async withSheet(act) {
    const { sheets } = await this.page.get('/api/sheets');
    if (sheets.length > 0) await act(this.random.pick(sheets).id);
  }

  async decide(id) {
    const { rows } = await this.page.get(`/api/sheets/${id}/rows?filter=scored&limit=5`);
    const decided = { status: 'Manager Approved', managerId: 'M-200' };
    if (rows.length > 0) {
      await this.page.post(`/api/sheets/${id}/decisions`, { ...decided, rows: [rows[0].row] });
    }
  }

  /** Runs both sheets and resolves unconfirmed rows until all rows have scores. */
  async finish() {
    const { page } = this;
    await this.upload();
    const untilMs = Date.now() + finishTimeoutMs;
    for (let round = 0; ; round++) {
      if (round === 3) this.faults = [];
      await this.setFaults();
      const { sheets } = await page.get('/api/sheets');
      assert.equal(sheets.length, 2, 'sheets');
      await Promise.all(sheets.map(({ id }) => page.waitUntilIdle(id, untilMs)));
      for (const { id } of sheets) await this.resolveAll(id);
      const unfinished = [];
      for (const { id } of sheets) {
        const { counts, rows } = await page.get(`/api/sheets/${id}`);
        if ((counts.Scored ?? 0) < rows || rows === 0) unfinished.push(id);
      }
      if (unfinished.length === 0) return;
      assert.ok(
        Date.now() < untilMs,
        `the rows are never finished: ${JSON.stringify(await page.get('/api/sheets'))}`,
      );
      for (const id of unfinished) await page.start(id).catch(() => undefined);
    }
  }

  /** Resolves unconfirmed rows like a person who looks them up in the service. */
  async resolveAll(id) {
    const { unconfirmed } = await this.page.get(`/api/sheets/${id}/unconfirmed`);
    if (unconfirmed.length === 0) return;
    ageInDataFolder(join(this.folder, 'data'));
    const idsByEmployee = await this.readLedger();
    const { rows } = await this.page.get(`/api/sheets/${id}/rows?limit=500`);
    for (const { key, row, sentAt } of unconfirmed) {
      const { employeeId } = rows.find((candidate) => candidate.row === row);
      const assessmentId = idsByEmployee.get(employeeId);
      const exists = assessmentId !== undefined;
      this.counts[exists ? 'resolvedExists' : 'resolvedNotThere']++;
      await this.page.post(
        `/api/sheets/${id}/settlements`,
        exists ? { key, sentAt, exists, assessmentId } : { key, sentAt, exists },
      );
    }
  }

  /** Returns the IDs of the assessments in the service, by employee. */
  async readLedger() {
    const { assessments } = await this.sandbox.control('GET', 'ledger');
    return new Map(assessments.map(({ employeeId, assessmentId }) => [employeeId, assessmentId]));
  }

  async assertNobodyAssessedTwice() {
    const { assessments } = await this.sandbox.control('GET', 'ledger');
    const people = assessments.map(({ employeeId }) => employeeId);
    const twice = people.filter((person, index) => people.indexOf(person) !== index);
    assert.deepEqual(twice, [], 'somebody was assessed twice');
  }

  async checkScores() {
    await this.assertNobodyAssessedTwice();
    const idsByEmployee = await this.readLedger();
    const { sheets } = await this.page.get('/api/sheets');
    for (const { id, name } of sheets) {
      const { rows } = await this.page.get(`/api/sheets/${id}/rows?limit=500`);
      const people = rows.map(({ employeeId }) => employeeId);
      assert.deepEqual(people, this.files[name], `the rows of ${name}`);
      for (const { employeeId, assessmentId, overall } of rows) {
        assert.equal(assessmentId, idsByEmployee.get(employeeId), employeeId);
        assert.equal(overall, (await this.sandbox.retrieve(assessmentId)).overallTrip, employeeId);
      }
    }
  }
}

function listEmployees(first, count) {
  return Array.from({ length: count }, (_, index) => `E-${first + index}`);
}
