import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Papa from 'papaparse';
import { ageJournals } from '../ageRequests.mjs';
import { faults } from './faults.mjs';
import { LedgerCheck } from './ledgerCheck.mjs';
import { hadNoService, startRwa, startSandbox } from './processes.mjs';

const headings = {
  'Employee ID': 'employeeId',
  Purpose: 'purpose',
  Seniority: 'seniority',
  'Role type': 'roleType',
  Citizenship: 'citizenship',
  'Destination country': 'destination',
  Residency: 'residency',
  'Sales contracts': 'salesContracts',
  'Past trips duration': 'pastTripsDuration',
  'Legal right to work': 'legalRight',
  'Benefits the local market': 'benefitLocalMarket',
  'Start date': 'startDate',
  'End date': 'endDate',
};
const countries = ['Portugal', 'Spain', 'Italy', 'Norway', 'Japan', 'Chile'];
/** Far more starts than any sheet has needed; a run with more probably never ends. */
const maxStarts = 40;
/** The number of the first row below the headings. */
const firstRow = 2;
/** How long a process is suspended: longer than the request timeout of these runs. */
const suspendedMs = 1_300;

/**
 * Runs a sheet of trips that a person edits between the starts: inputs change, result cells are
 * cleared, rows are reordered and deleted, backups are restored, and the file is renamed with its
 * journal. Some starts are killed, interrupted or suspended. `skip` contains the checks to omit.
 */
export async function playEditedRun({ number, rows, random, skip = new Set() }) {
  const folder = await mkdtemp(join(tmpdir(), `rwa-chaos-${number}-`));
  const sandbox = await startSandbox([
    '--latency',
    `${random.pick([0, 5, 25])}ms`,
    '--ready-after',
    `${random.pick([0, 200, 800])}ms`,
  ]);
  try {
    const chaos = new EditedSheet(folder, sandbox, rows, random, skip);
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

class EditedSheet {
  counts = {
    starts: 0,
    SIGKILL: 0,
    SIGINT: 0,
    SIGINTtwice: 0,
    SIGTERM: 0,
    SIGSTOP: 0,
    resolved: 0,
    editedInputs: 0,
    clearedCells: 0,
    sorted: 0,
    deletedRows: 0,
    restoredSheet: 0,
    restoredJournal: 0,
    renamed: 0,
    finishedRows: 0,
  };

  constructor(folder, sandbox, rows, random, skip) {
    Object.assign(this, { folder, sandbox, rows, random, skip });
    this.path = join(folder, 'trips.csv');
    this.renames = 0;
    /** Earlier contents of the sheet. */
    this.backups = [];
    this.check = new LedgerCheck(sandbox);
    this.options = [
      '--yes',
      '--json',
      '--poll-interval',
      '100ms',
      '--poll-timeout',
      '4s',
      '--request-timeout',
      '800ms',
      '--max-errors',
      '1000',
      '--concurrency',
      String(Math.round(random.between(1, 12))),
    ];
  }

  get journalPath() {
    return `${this.path}.rwa-journal.jsonl`;
  }

  async run() {
    const { random } = this;
    await this.write(Array.from({ length: this.rows }, (_, index) => this.#trip(index)));
    if (random.chance(0.5)) await this.#setFaults();
    const disturbances = Math.round(random.between(2, 5));
    for (let start = 0; start < disturbances; start++) {
      await this.start(this.#command(start), true);
      await this.#editSheet();
    }
    await this.sandbox.control('DELETE', 'faults');
    await this.#finish();
    await this.#checkFinished();
  }

  #trip(index) {
    const { random } = this;
    return {
      Remarks: `no ${index}, "so"`,
      ...Object.fromEntries(Object.keys(headings).map((heading) => [heading, 'No'])),
      'Employee ID': `E-${index}`,
      Purpose: 'Work From Anywhere',
      Seniority: 'Mid',
      'Role type': 'Other',
      Citizenship: 'France',
      Residency: 'Germany',
      'Destination country': random.pick(countries),
      'Past trips duration': String(index),
      'Legal right to work': 'Yes',
      'Start date': '2026-11-03',
      'End date': '2027-01-31',
    };
  }

  #command(start) {
    return start > 0 && this.random.chance(0.3) ? ['reassess', '--only-changed'] : ['assess'];
  }

  async #setFaults() {
    for (const operation of ['rwa_create', 'rwa_retrieve']) {
      for (const fault of this.random.shuffle(faults).slice(0, 3)) {
        const probability = this.random.between(0.01, 0.05);
        await this.sandbox.control('POST', 'faults', { operation, fault, probability });
      }
    }
  }

  async start([command, ...flags], isDisturbed = false) {
    this.counts.starts++;
    assert.ok(this.counts.starts <= maxStarts, `the run never ends: ${this.lastEnd}`);
    const before = await this.check.count();
    const args = [command, this.path, ...flags, ...this.options];
    const { child, ended } = startRwa(args, this.sandbox.env);
    if (isDisturbed) await this.#disturb(child, ended);
    const end = await ended;
    this.lastEnd = `exit ${end.code}: ${end.err}`;
    // Requests that were in flight at the end may still reach the service.
    if (end.signal !== null || end.code === 130) await delay(150);
    const plan = parseJsonLines(end.out).find(({ type }) => type === 'plan');
    const created = (await this.check.count()) - before;
    // A request that created nothing is sent again, so this counts assessments instead of requests.
    assert.ok(created <= (plan?.new ?? 0), `${created} created, ${plan?.new} announced`);
    await this.check.assertNobodyAssessedTooOften();
    const wasKilled = end.signal !== null;
    assert.ok(wasKilled || end.code !== 1, `a bug: ${end.err}`);
    // Exit code 2 means that nothing was written; an interrupted command may have written nothing.
    const hasWritten = ![2, 130].includes(end.code) && !hadNoService(end);
    if (!wasKilled && hasWritten) await this.#checkStatuses(command);
    return end;
  }

  async #disturb(child, ended) {
    const { random, counts } = this;
    const disturbance = random.pick([
      'SIGKILL',
      'SIGKILL',
      'SIGINT',
      'SIGINTtwice',
      'SIGTERM',
      'SIGSTOP',
      '',
    ]);
    if (disturbance === '') return;
    let isRunning = true;
    void ended.then(() => (isRunning = false));
    await Promise.race([delay(random.between(150, 900 + this.rows * 15)), ended]);
    if (!isRunning) return;
    counts[disturbance]++;
    child.kill(disturbance === 'SIGINTtwice' ? 'SIGINT' : disturbance);
    if (disturbance === 'SIGINTtwice') {
      await delay(random.between(0, 60));
      child.kill('SIGINT');
    }
    if (disturbance === 'SIGSTOP') {
      await delay(suspendedMs);
      child.kill('SIGCONT');
    }
  }

  async #editSheet() {
    const { random } = this;
    if (random.chance(0.4)) this.backups.push(await readFile(this.path, 'utf8'));
    const edits = [
      [0.5, () => this.#editInputs()],
      [0.4, () => this.#clearCells()],
      [0.4, async () => this.#count('sorted', this.write(random.shuffle(await this.read())))],
      [0.2, () => this.#deleteRows()],
      [0.2, () => this.#restoreSheet()],
      [0.2, () => this.#rename()],
      [this.skip.has('old-journal') ? 0 : 0.2, () => this.#restoreJournal()],
    ];
    for (const [probability, edit] of edits) if (random.chance(probability)) await edit();
  }

  async #count(name, edit) {
    this.counts[name]++;
    await edit;
  }

  async #editInputs() {
    const { random } = this;
    await this.write(
      (await this.read()).map((record) => {
        if (!random.chance(0.15)) return record;
        const others = countries.filter((country) => country !== record['Destination country']);
        this.counts.editedInputs++;
        return { ...record, 'Destination country': random.pick(others) };
      }),
    );
  }

  async #clearCells() {
    const { random } = this;
    await this.write(
      (await this.read()).map((record) => {
        if (!random.chance(0.2)) return record;
        const ours = listOurHeadings(record);
        const chosen = random.chance(0.5) ? ours : ours.filter(() => random.chance(0.3));
        this.counts.clearedCells += chosen.length;
        return clearCells(record, chosen);
      }),
    );
  }

  async #deleteRows() {
    const records = await this.read();
    const kept = records.filter(() => !this.random.chance(0.1));
    if (kept.length === 0) return;
    this.counts.deletedRows += records.length - kept.length;
    await this.write(kept);
  }

  async #restoreSheet() {
    if (this.backups.length === 0) return;
    this.counts.restoredSheet++;
    await writeFile(this.path, this.random.pick(this.backups));
    this.check.recordDestinations(await this.read());
  }

  async #rename() {
    this.counts.renamed++;
    const [from, journal] = [this.path, this.journalPath];
    this.path = join(this.folder, `trips-${++this.renames}.csv`);
    await rename(from, this.path);
    await rename(journal, this.journalPath).catch(() => undefined);
  }

  /**
   * Restores an outdated journal beside a newer sheet, checks that a run refuses it with exit code 2
   * and creates no assessment, and puts the newest journal back.
   */
  async #restoreJournal() {
    const journal = await readFile(this.journalPath, 'utf8').catch(() => '');
    if (!journal.includes('"created"')) return;
    const shown = (await this.read())
      .filter((record) => record['Assessment status'] === 'Scored')
      .map((record) => record['Assessment ID'] ?? '');
    const lines = journal.split('\n');
    const created = lines.findLastIndex((line) =>
      shown.some((id) => id !== '' && line.includes(`"created"`) && line.includes(`"${id}"`)),
    );
    if (created < 1) return;
    // Cut the journal before the row's intent. A run accepts a journal that ends after the
    // intent, because a full disk can cut it there.
    const { row } = JSON.parse(lines[created]);
    const sent = lines.findIndex((line) => line.includes(`"row":"${row}"`));
    this.counts.restoredJournal++;
    const newestPath = `${this.journalPath}.newest`;
    await copyFile(this.journalPath, newestPath);
    const keptLines = Math.floor(this.random.between(1, sent));
    await writeFile(this.journalPath, `${lines.slice(0, keptLines).join('\n')}\n`);
    const before = await this.check.count();
    const end = await startRwa(['assess', this.path, ...this.options], this.sandbox.env).ended;
    const after = await this.check.count();
    assert.equal(after, before, 'an old journal let rows be sent again');
    assert.equal(end.code, 2, `an old journal: exit ${end.code}: ${end.err}`);
    await rename(newestPath, this.journalPath);
  }

  /** Follows the messages until all rows are scored. */
  async #finish() {
    for (;;) {
      const { code, err, out } = await this.start(['assess']);
      if (code === 0) return;
      await this.#clearKeptMessages(out);
      assert.ok([3, 4, 5, 75].includes(code), `exit ${code}: ${err}`);
      if (code === 3 || code === 4) await this.#resolveAll();
      await this.#completeIds();
      if (code !== 3 || (await this.#clearUnknownScores())) continue;
      await this.start(['reassess', '--only-changed']);
      const corrected = await this.#findCorrectedRows();
      if (corrected !== '') await this.start(['reassess', '--rows', corrected]);
    }
  }

  /** Returns a value for `--rows`: the rows whose message asks whether they were corrected. */
  async #findCorrectedRows() {
    return (await this.read())
      .flatMap(({ 'Assessment message': message = '' }, index) =>
        message.includes('the same trip or hire with corrected inputs?') ? [index + firstRow] : [],
      )
      .join(',');
  }

  /** Clears scores of unknown origin, as the messages of their rows advise. Returns true if it cleared a cell. */
  async #clearUnknownScores() {
    const unknown = /^(.+) contains .+, which is not from assessment \S+: clear the cell/;
    const records = await this.read();
    const cleared = records.map((record) => {
      const [, heading] = unknown.exec(record['Assessment message'] ?? '') ?? [];
      return heading === undefined ? record : { ...record, [heading]: '' };
    });
    if (cleared.every((record, index) => record === records[index])) return false;
    await this.write(cleared);
    return true;
  }

  /** Clears the messages that the notes of a run name, because they stay in rows without a reference. */
  async #clearKeptMessages(out) {
    const { notes = [] } = parseJsonLines(out).findLast(({ type }) => type === 'summary') ?? {};
    const kept = notes.join(' ').matchAll(/\brow (\d+):? Assessment message/gi);
    const rows = new Set(Array.from(kept, ([, row]) => Number(row)));
    if (rows.size === 0) return;
    await this.write(
      (await this.read()).map((record, index) =>
        rows.has(index + firstRow) ? clearCells(record, ['Assessment message']) : record,
      ),
    );
  }

  /** Enters the Assessment ID in each row whose message asks for it, or clears the row's results if there is no ID. */
  async #completeIds() {
    const ids = await this.check.readNewestIds();
    await this.write(
      (await this.read()).map((record) => {
        const message = record['Assessment message'] ?? '';
        if (!message.startsWith('The row shows results, but not its Assessment ID.')) return record;
        const id = ids.get(`${record['Employee ID']}, ${record['Destination country']}`);
        if (id !== undefined) return { ...record, 'Assessment ID': id };
        return clearCells(record, listOurHeadings(record));
      }),
    );
  }

  /** Resolves the unconfirmed rows like a person who looks them up in the service. */
  async #resolveAll() {
    ageJournals(this.folder);
    const { out, err, code } = await startRwa(['resolve', this.path, '--json']).ended;
    assert.ok([0, 4].includes(code), err);
    const journal = await readFile(this.journalPath, 'utf8').catch(() => '');
    for (const { key } of parseJsonLines(out)) {
      const found = await this.check.findUnrecorded(key, journal);
      const resolution = found === undefined ? ['--send-again'] : ['--exists', found.assessmentId];
      const resolved = await startRwa(['resolve', this.path, '--row', key, ...resolution]).ended;
      assert.equal(resolved.code, 0, resolved.err);
      this.counts.resolved++;
    }
  }

  /** Checks that the sheet shows the statuses and Assessment IDs that `rwa status` reports. */
  async #checkStatuses(command) {
    if (this.skip.has('statuses')) return;
    const { out } = await startRwa(['status', this.path, '--json']).ended;
    const listed = parseJsonLines(out).filter(({ type }) => type === 'row');
    const shown = await this.read();
    assert.equal(listed.length, shown.length, 'rows of rwa status');
    // `rwa reassess` adds no columns to a sheet if no row was ever sent.
    if (command === 'reassess' && shown.every((record) => !('Assessment status' in record))) {
      assert.deepEqual(new Set(listed.map(({ status }) => status)), new Set(['Not sent']));
      return;
    }
    for (const [index, record] of shown.entries()) {
      const employee = record['Employee ID'];
      const { status, assessmentId = '' } = listed[index];
      assert.equal(record['Assessment status'] ?? '', status, `${employee}'s status`);
      if (status !== 'Invalid') assert.equal(record['Assessment ID'], assessmentId, employee);
    }
  }

  async #checkFinished() {
    const records = await this.read();
    const ids = new Set(records.map((record) => record['Assessment ID']));
    assert.equal(ids.size, records.length, 'two rows share an assessment');
    for (const record of records) {
      const { 'Employee ID': employee, 'Assessment ID': id } = record;
      assert.equal(record['Assessment status'], 'Scored', employee);
      await this.check.assertScores(record, id);
      this.counts.finishedRows++;
    }
  }

  async read() {
    const { data } = Papa.parse(await readFile(this.path, 'utf8'), {
      header: true,
      skipEmptyLines: true,
    });
    return data;
  }

  async write(records) {
    await writeFile(this.path, `${Papa.unparse(records)}\r\n`);
    this.check.recordDestinations(records);
  }
}

function parseJsonLines(text) {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line));
}

/** Lists the headings of the result columns. */
function listOurHeadings(record) {
  const users = new Set(['Remarks', ...Object.keys(headings)]);
  return Object.keys(record).filter((heading) => !users.has(heading));
}

function clearCells(record, chosen) {
  return { ...record, ...Object.fromEntries(chosen.map((heading) => [heading, ''])) };
}
