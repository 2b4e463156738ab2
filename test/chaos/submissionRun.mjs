import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Papa from 'papaparse';
import { ageJournals } from '../ageRequests.mjs';
import { faults } from './faults.mjs';
import { hire } from './hire.mjs';
import { watchForWriteBack, startRwa, startSandbox } from './processes.mjs';

/** Far more starts than any run has needed after its last kill; a run with more probably never ends. */
const maxStartsAfterKills = 60;

/**
 * Runs a sheet of decisions, invitations or leavers until all rows are done, with kills and faults. Rejects if a
 * person was invited twice, or the service does not match the sheet.
 */
export async function playSubmissionRun({ number, rows, random }) {
  const folder = await mkdtemp(join(tmpdir(), `rwa-chaos-${number}-`));
  const latency = `${random.pick([0, 5, 25])}ms`;
  // `checkDone` retrieves the assessments right after the run, so they must be ready at once.
  const sandbox = await startSandbox(['--latency', latency, '--ready-after', '0ms']);
  const Kind = random.pick([Decisions, Invitations, Removals]);
  try {
    const chaos = new Chaos(new Kind(sandbox, rows, random), folder, sandbox, random);
    await chaos.run();
    await rm(folder, { recursive: true });
    return chaos.counts;
  } catch (error) {
    error.message = `${Kind.name}: ${error.message}\n(the files are in ${folder})`;
    throw error;
  } finally {
    await sandbox.stop();
  }
}

class Chaos {
  counts = { starts: 0, SIGKILL: 0, writeBackKill: 0, SIGINT: 0, resolved: 0, edited: 0 };

  constructor(kind, folder, sandbox, random) {
    Object.assign(this, { kind, folder, sandbox, random });
    this.path = join(folder, 'sheet.csv');
    this.args = [
      kind.command,
      this.path,
      '--yes',
      '--request-timeout',
      '2500ms',
      '--concurrency',
      String(Math.round(random.between(1, 24))),
      '--max-errors',
      '1000',
    ];
  }

  async run() {
    const { kind, random, counts } = this;
    await this.write(await kind.createRecords());
    if (random.chance(0.7)) await this.setFaults();
    let killsLeft = Math.round(random.between(1, 5));
    let startsAfterKills = 0;
    for (;;) {
      counts.starts++;
      const shouldKill = killsLeft > 0;
      if (shouldKill) killsLeft--;
      else startsAfterKills++;
      const end = await this.start(shouldKill);
      assert.ok(![1, 2].includes(end.code), `exit ${end.code}: ${end.out}${end.err}`);
      await kind.check(await this.read());
      if (end.code === 0 && !shouldKill) break;
      if (end.code === 4) await this.resolveAll();
      if (startsAfterKills > 4) await this.sandbox.control('DELETE', 'faults');
      assert.ok(
        startsAfterKills < maxStartsAfterKills,
        `the run never ends: ${JSON.stringify(end)}`,
      );
      if (random.chance(0.3)) await this.write(random.shuffle(await this.read()));
      if (shouldKill && random.chance(0.3)) {
        counts.edited++;
        await this.write(kind.edit(await this.read()));
      }
    }
    await kind.checkDone(await this.read());
  }

  async setFaults() {
    const { random, kind, sandbox } = this;
    for (const fault of random.shuffle(faults).slice(0, 4)) {
      const probability = random.between(0.02, 0.1);
      await sandbox.control('POST', 'faults', { operation: kind.operation, fault, probability });
    }
  }

  async start(isKilled) {
    const { random, counts } = this;
    const { child, ended } = startRwa(this.args, this.sandbox.env);
    if (!isKilled) return ended;
    const disturbance = random.pick(['SIGKILL', 'SIGKILL', 'SIGKILL', 'writeBackKill', 'SIGINT']);
    const stopWatching =
      disturbance === 'writeBackKill'
        ? watchForWriteBack(this.folder, () => child.kill('SIGKILL'))
        : () => undefined;
    if (disturbance !== 'writeBackKill') {
      await Promise.race([delay(random.between(150, 500 + this.kind.rows * 5)), ended]);
      child.kill(disturbance);
    }
    const end = await ended;
    stopWatching();
    if (end.signal !== null || end.code === 130) counts[disturbance]++;
    return end;
  }

  /** Resolves unconfirmed rows like a person who looks them up in the service. */
  async resolveAll() {
    ageJournals(dirname(this.path));
    const target = [this.path, '--for', this.kind.command];
    const { out } = await startRwa(['resolve', ...target, '--json']).ended;
    for (const line of out.split('\n').slice(0, -1)) {
      const { key, request, now } = JSON.parse(line);
      const resolution = await this.kind.lookUp(request ?? now);
      const resolved = await startRwa(['resolve', ...target, '--row', key, ...resolution]).ended;
      assert.equal(resolved.code, 0, resolved.err);
      this.counts.resolved++;
    }
  }

  async read() {
    const text = await readFile(this.path, 'utf8');
    const { data } = Papa.parse(text, { header: true, skipEmptyLines: true });
    assert.equal(data.length, this.kind.rows);
    return data;
  }

  async write(records) {
    await writeFile(this.path, `${Papa.unparse(records)}\r\n`);
  }
}

class Decisions {
  command = 'decide';
  operation = 'rwa_update';

  constructor(sandbox, rows, random) {
    Object.assign(this, { sandbox, rows, random });
  }

  async createRecords() {
    const records = [];
    for (let row = 0; row < this.rows; row++) {
      const { response } = await this.sandbox.post('rwa_create', {
        ...hire,
        employeeId: `E-${row}`,
      });
      records.push({
        Name: `no ${row}`,
        'Assessment ID': response.assessment_id,
        ...this.#randomDecision(),
      });
    }
    return records;
  }

  #randomDecision() {
    const Decision = this.random.pick(['Manager Approved', 'Rejected', 'Pending', 'approved']);
    const actors = { 'Manager ID': 'M-200', 'Compliance team member ID': 'C-100' };
    return { Decision, Note: `note ${Math.floor(this.random.between(0, 1_000))}`, ...actors };
  }

  edit(records) {
    return records.map((record) =>
      this.random.chance(0.2) ? { ...record, ...this.#randomDecision() } : record,
    );
  }

  check() {}

  async checkDone(records) {
    for (const { 'Assessment ID': id, Decision, Note, 'Decision status': cell } of records) {
      const { status, note } = await this.sandbox.retrieve(id);
      const wanted = Decision === 'approved' ? 'Compliance Approved' : Decision;
      assert.deepEqual([cell, status, note], ['Decided', wanted, Note], id);
    }
  }
}

class Staff {
  constructor(sandbox, rows) {
    Object.assign(this, { sandbox, rows });
  }

  createPeople() {
    return Array.from({ length: this.rows }, (_, row) => ({
      'First name': 'Zoë',
      'Last name': `O"Neill, ${row}`,
      Email: `zoe-${row}@company-1.example`,
      'Staff ID': `S-${row}`,
    }));
  }

  edit(records) {
    return records;
  }

  async readAccounts() {
    const { staff } = await this.sandbox.control('GET', 'ledger');
    return new Map(staff.map((account) => [account.email, account]));
  }
}

class Invitations extends Staff {
  command = 'invite';
  operation = 'create_pending_user';

  createRecords() {
    return this.createPeople();
  }

  /** Edits some first names, which must not cause a second invitation. */
  edit(records) {
    return records.map((record, row) =>
      row % 5 === 0 ? { ...record, 'First name': 'Zoe' } : record,
    );
  }

  async lookUp({ email }) {
    const account = (await this.readAccounts()).get(email);
    return account === undefined ? ['--send-again'] : ['--exists', account.user_id];
  }

  /** Checks that no person got two emails, and that each user ID in the sheet is that of the person in its row. */
  async check(records) {
    const outbox = await this.sandbox.control('GET', 'outbox');
    const to = outbox.map((mail) => mail.to);
    assert.equal(new Set(to).size, to.length, 'somebody was invited twice');
    const accounts = await this.readAccounts();
    for (const { Email, 'Invited user ID': id = '' } of records) {
      if (id !== '') assert.equal(id, accounts.get(Email)?.user_id, Email);
    }
  }

  async checkDone(records) {
    await this.check(records);
    const outbox = await this.sandbox.control('GET', 'outbox');
    assert.equal(outbox.length, this.rows, 'invitations');
    for (const record of records) {
      assert.equal(record['Invitation status'], 'Invited', record.Email);
      assert.notEqual(record['Invited user ID'], '');
    }
  }
}

class Removals extends Staff {
  command = 'remove-access';
  operation = 'remove_user_access';

  async createRecords() {
    const people = this.createPeople();
    for (const person of people) {
      const [first_name, last_name, email, staff_id] = Object.values(person);
      await this.sandbox.post('create_pending_user', { first_name, last_name, email, staff_id });
    }
    return people;
  }

  check() {}

  async checkDone(records) {
    const accounts = await this.readAccounts();
    for (const { Email, 'Access status': cell } of records) {
      assert.deepEqual([cell, accounts.get(Email).role], ['Removed', 'Remove Access'], Email);
    }
  }
}
