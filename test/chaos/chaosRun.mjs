import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ageJournals } from '../ageRequests.mjs';
import { faults } from './faults.mjs';
import { watchForWriteBack, startRwa, startSandbox, hadNoService } from './processes.mjs';
import { makeCsv, makeXlsx } from './sheets.mjs';

/** The number of rounds: the first assessments, and a reassessment. */
const rounds = 2;
/** Far more starts than any round has needed after its last kill; a round with more probably never ends. */
const maxStartsAfterKills = 40;

/** Assesses and reassesses one sheet with kills and faults. Rejects if a check fails. */
export async function playAssessRun({ number, rows, random }) {
  const folder = await mkdtemp(join(tmpdir(), `rwa-chaos-${number}-`));
  const sandbox = await startSandbox([
    '--latency',
    `${Math.round(random.pick([0, 5, 25]))}ms`,
    '--ready-after',
    `${Math.round(random.pick([0, 300, 1200]))}ms`,
  ]);
  try {
    const chaos = new Chaos(folder, sandbox, rows, random);
    await chaos.run();
    await rm(folder, { recursive: true });
    return chaos.counts;
  } catch (error) {
    error.message = `${error.message}\n(the files are in ${folder})`;
    throw error;
  } finally {
    await sandbox.stop();
  }
}

class Chaos {
  counts = {
    starts: 0,
    SIGKILL: 0,
    writeBackKill: 0,
    SIGINT: 0,
    SIGINTtwice: 0,
    SIGTERM: 0,
    resolved: 0,
  };

  constructor(folder, sandbox, rows, random) {
    Object.assign(this, { folder, sandbox, rows, random });
    /** The IDs of all assessments from earlier rounds. */
    this.earlierIds = new Set();
    /** The IDs of the assessments from the previous round, by employee. */
    this.previousIds = new Map();
    /** The rounds that the journal contains. */
    this.begunRounds = new Set();
    this.isCsv = random.chance(0.5);
    this.path = join(folder, this.isCsv ? 'hires.csv' : 'hires.xlsx');
    this.options = [
      '--yes',
      '--poll-interval',
      '200ms',
      '--request-timeout',
      '2500ms',
      '--concurrency',
      String(Math.round(random.between(1, 24))),
      ...(random.chance(0.3) ? ['--max-errors', '1000'] : []),
    ];
  }

  async run() {
    const { random } = this;
    this.sheet = await (this.isCsv ? makeCsv : makeXlsx)(this.path, this.rows, random);
    for (this.round = 1; this.round <= rounds; this.round++) {
      await this.runRound();
      await this.checkDone();
      this.previousIds = await this.readLedger();
      for (const id of this.previousIds.values()) this.earlierIds.add(id);
    }
  }

  /** The arguments of the next start. A reassessment has `--new-round` until the journal contains its round. */
  get args() {
    if (this.round === 1) return ['assess', this.path, ...this.options];
    const isNewRound = !this.begunRounds.has(this.round);
    return ['reassess', this.path, ...this.options, ...(isNewRound ? ['--new-round'] : [])];
  }

  async runRound() {
    const { random } = this;
    if (random.chance(0.5)) await this.setFaults();
    let killsLeft = Math.round(random.between(1, 5));
    let startsAfterKills = 0;
    for (;;) {
      this.counts.starts++;
      const shouldKill = killsLeft > 0;
      if (shouldKill) killsLeft--;
      else startsAfterKills++;
      const end = shouldKill ? await this.runAndKill() : await this.runToEnd();
      await this.checkAll(end);
      if (await this.hasBegun()) this.begunRounds.add(this.round);
      if (end.code === 0 && !shouldKill) break;
      if (end.code === 4 || (random.chance(0.3) && !shouldKill)) await this.resolveAll();
      if (startsAfterKills > 4) await this.sandbox.control('DELETE', 'faults');
      assert.ok(
        startsAfterKills < maxStartsAfterKills,
        `the round never ends: ${JSON.stringify(end)}`,
      );
      if (random.chance(0.3)) await this.sheet.shuffle();
    }
  }

  async hasBegun() {
    return (await this.journal()).some(
      ({ fact, round }) => fact === 'round' && round === this.round,
    );
  }

  async setFaults() {
    for (const operation of ['rwa_create', 'rwa_retrieve']) {
      for (const fault of this.random.shuffle(faults).slice(0, 4)) {
        const probability = this.random.between(0.005, 0.03);
        await this.sandbox.control('POST', 'faults', { operation, fault, probability });
      }
    }
  }

  async runToEnd() {
    const { ended } = startRwa(this.args, this.sandbox.env);
    const end = await ended;
    assert.equal(end.signal, null);
    assert.ok([0, 3, 4, 5, 75].includes(end.code), `exit ${end.code}: ${end.out}${end.err}`);
    return end;
  }

  async runAndKill() {
    const { random, counts } = this;
    const { child, ended } = startRwa(this.args, this.sandbox.env);
    const disturbance = random.pick([
      'SIGKILL',
      'SIGKILL',
      'SIGKILL',
      'SIGKILL',
      'writeBackKill',
      'SIGINT',
      'SIGINTtwice',
      'SIGTERM',
    ]);
    let isRunning = true;
    void ended.then(() => (isRunning = false));
    if (disturbance === 'writeBackKill') {
      const afterMs = random.pick([0, 0, 1, 5, 20]);
      const stopWatching = watchForWriteBack(this.folder, () =>
        setTimeout(() => child.kill('SIGKILL'), afterMs),
      );
      const end = await ended;
      stopWatching();
      if (end.signal !== null) counts[disturbance]++;
      return end;
    }
    await Promise.race([delay(random.between(100, 400 + this.rows * 12)), ended]);
    if (!isRunning) return ended;
    counts[disturbance]++;
    child.kill(disturbance === 'SIGINTtwice' ? 'SIGINT' : disturbance);
    if (disturbance === 'SIGINTtwice') {
      await delay(random.between(0, 60));
      child.kill('SIGINT');
    }
    const end = await ended;
    if (disturbance === 'SIGINT' || disturbance === 'SIGTERM') {
      // The signal kills Node if it arrives before rwa has loaded.
      const wasEarly = end.signal === disturbance;
      assert.ok(wasEarly || [0, 2, 3, 4, 5, 75, 130].includes(end.code), JSON.stringify(end));
      // A run that is interrupted before it sends anything does not change the sheet.
      const hadBegun = !end.err.includes('Stopping before anything is sent.');
      if (end.code === 130 && hadBegun) await this.checkWritten(end);
    }
    return end;
  }

  /** Returns the assessments of this round in the service. No employee may have two. */
  async readLedger() {
    const { assessments } = await this.sandbox.control('GET', 'ledger');
    const byEmployee = new Map();
    for (const { employeeId, assessmentId } of assessments) {
      if (this.earlierIds.has(assessmentId)) continue;
      assert.ok(
        !byEmployee.has(employeeId),
        `${employeeId} was assessed twice in round ${this.round}`,
      );
      byEmployee.set(employeeId, assessmentId);
    }
    return byEmployee;
  }

  async journal() {
    const text = await readFile(`${this.path}.rwa-journal.jsonl`, 'utf8').catch(() => '');
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  async checkAll(end) {
    const ledger = await this.readLedger();
    const results = await this.sheet.read();
    assert.equal(results.size, this.rows);
    for (const [employee, { id }] of results) {
      if (id === '' || this.previousIds.get(employee) === id) continue;
      assert.equal(id, ledger.get(employee), `${employee} has the ID of another employee`);
    }
    if (end.signal !== null || end.code === 1 || hadNoService(end)) return;
    assert.notEqual(end.code, 2, end.err);
    // After a run that ended normally, the sheet shows a status for every created assessment.
    for (const [employee] of ledger) {
      const { status } = results.get(employee);
      // A run that was stopped before its write-back does not change the sheet.
      if (end.code === 130 && ['', 'Not sent'].includes(status)) continue;
      assert.ok(['Scored', 'Pending', 'Unconfirmed'].includes(status), `${employee}: ${status}`);
    }
  }

  /** Checks that the sheet shows as many scores of this round as the journal contains. */
  async checkWritten({ err }) {
    const results = await this.sheet.read();
    const scored = (await this.journal()).filter(({ fact }) => fact === 'scored').length;
    const shown = [...results].filter(
      ([employee, { status, id }]) => status === 'Scored' && id !== this.previousIds.get(employee),
    ).length;
    assert.equal(
      shown,
      scored - this.rows * (this.round - 1),
      `scored results are missing in the sheet\n${err}`,
    );
  }

  /** Resolves unconfirmed rows like a person who looks them up in the service. */
  async resolveAll() {
    ageJournals(this.folder);
    const listed = await startRwa(['resolve', this.path, '--json']).ended;
    assert.ok([0, 4].includes(listed.code), listed.err);
    const ledger = await this.readLedger();
    for (const line of listed.out.split('\n').filter((text) => text !== '')) {
      const { key, request } = JSON.parse(line);
      const id = ledger.get(request.employeeId);
      const resolution = id === undefined ? ['--send-again'] : ['--exists', id];
      const args = ['resolve', this.path, '--row', key, ...resolution];
      const { code, err } = await startRwa(args).ended;
      assert.equal(code, 0, err);
      this.counts.resolved++;
    }
  }

  async checkDone() {
    await this.sandbox.control('DELETE', 'faults');
    const ledger = await this.readLedger();
    const results = await this.sheet.read();
    assert.equal(ledger.size, this.rows, 'assessments');
    for (const [employee, { status, id, overall }] of results) {
      assert.equal(status, 'Scored', employee);
      assert.equal(id, ledger.get(employee));
      const { overallTrip } = await this.sandbox.retrieve(id);
      assert.equal(Number(overall.replace(',', '.')), overallTrip, `${employee}'s score`);
    }
    const scored = (await this.journal()).filter(({ fact }) => fact === 'scored');
    assert.equal(new Set(scored.map(({ row }) => row)).size, this.rows * this.round);
    const knownFiles = /^hires(\.backup-[^/]*)?\.(csv|xlsx)$|\.rwa-journal\.jsonl$/;
    const stray = (await readdir(this.folder)).filter((name) => !knownFiles.test(name));
    assert.deepEqual(stray, [], 'stray files');
  }
}
