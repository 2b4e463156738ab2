import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { ServePage } from './servePage.mjs';

/** The time limit for one request to a web process. */
const requestTimeoutMs = 15_000;
/** The time limit for all attempts to perform an action. */
const retryTimeoutMs = 180_000;
/** The states of a run that has not ended or paused. */
const workingStates = ['queued', 'running', 'pausing'];
/** The number of sheets that people work on at the same time. */
const maxSheetsAtOnce = 8;
/** The number of people who act at the same time. */
const actors = 3;
/** The number of rows that a person resolves after reading the ledger once, before it is outdated. */
const maxResolvedAtOnce = 10;

/** People who upload files, start, pause and resume runs, and resolve rows. */
export class MachinePeople {
  /**
   * The uploaded sheets, each with its ID, its name and the employees of its rows. `isCopy` is true if an
   * earlier sheet also has these rows.
   */
  sheets = [];
  /** The key and time of every request that a person has seen Unconfirmed. */
  unconfirmed = new Set();
  /**
   * The rows that a person has tried to resolve, by sheet and employee. The value is true if a run was active
   * after the row was resolved.
   */
  resolved = new Map();
  #employees = 0;
  #files = 0;

  constructor({ machines, sandbox, random, counts }) {
    Object.assign(this, { machines, sandbox, random, counts });
  }

  count(name) {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  async signIn() {
    // If web processes start at the same time, only the link of the last one is valid.
    for (const { link, url } of this.machines.find('alive', 'serve')) {
      const page = new ServePage(url);
      await page.signIn(link).then(
        () => (this.cookie = page.cookie),
        () => undefined,
      );
      if (this.cookie !== undefined) return;
    }
    throw new Error('No link is valid.');
  }

  async usePage(act) {
    const servers = this.machines.find('alive', 'serve');
    if (servers.length === 0) throw new Error('There is no web process now.');
    const page = new ServePage(this.random.pick(servers).url, this.cookie);
    page.requestTimeoutMs = requestTimeoutMs;
    return act(page);
  }

  /** Performs an action at random web processes until one attempt succeeds. Rejects after a time limit. */
  async retry(act, what) {
    const untilMs = Date.now() + retryTimeoutMs;
    for (;;) {
      try {
        return await this.usePage(act);
      } catch (error) {
        if (Date.now() > untilMs) throw new Error(`${what}: ${error.message}`, { cause: error });
        await delay(300);
      }
    }
  }

  /** Uploads files, and starts a run on each. */
  async addSheets(count, rows) {
    await this.#forEachAtOnce(Array.from({ length: count }), async () => {
      const first = this.#employees;
      this.#employees += rows;
      const employees = Array.from({ length: rows }, (_, index) => `E-${first + index}`);
      await this.#upload(employees, false);
    });
  }

  #forEachAtOnce(items, act) {
    const limit = pLimit(maxSheetsAtOnce);
    return Promise.all(items.map((item) => limit(() => act(item))));
  }

  /** Uploads a file that shares rows with an earlier one, and starts a run on it. */
  async uploadCopy(rows) {
    const sheet = this.random.pick(this.sheets.filter(({ isCopy }) => !isCopy));
    const from = Math.floor(this.random.between(0, rows / 2));
    await this.#upload(sheet.employees.slice(from, from + Math.ceil(rows / 4)), true);
    this.count('copies');
  }

  async #upload(employees, isCopy) {
    const name = `${++this.#files}.csv`;
    const { id } = await this.retry((page) => page.upload(name, employees), `upload ${name}`);
    const sheet = { id, name, employees, isCopy };
    await this.start(sheet);
    this.sheets.push(sheet);
  }

  async start({ id, name }) {
    await this.retry(async (page) => {
      const { run } = await page.get(`/api/sheets/${id}`);
      if (!workingStates.includes(run?.state)) await page.start(id);
    }, `start ${name}`);
  }

  /** Lets people act until `end` is called. They upload new sheets whenever a quarter of the `runs` have ended. */
  beginActing(runs, rows) {
    let isOver = false;
    const actions = [
      () => this.#halt('pause'),
      () => this.#resume(),
      () => this.#resume(),
      () => this.#resume(),
      () => this.#resolveSome(),
      () => this.#resolveSome(),
      () =>
        this.sheets.filter(({ isCopy }) => isCopy).length < 3 ? this.uploadCopy(rows) : undefined,
    ];
    const repeat = async (act) => {
      while (!isOver) {
        // Ignore refusals, and errors from killed web processes.
        await act().catch(() => undefined);
        await delay(this.random.between(200, 1_500));
      }
    };
    const acting = Array.from({ length: actors }, () =>
      repeat(async () => this.random.pick(actions)()),
    );
    const keeping = repeat(() => this.#keepBusy(runs, rows));
    return {
      end: async () => {
        isOver = true;
        await Promise.all([...acting, keeping]);
      },
    };
  }

  async #listSheets() {
    const { sheets } = await this.usePage((page) => page.get('/api/sheets'));
    return sheets;
  }

  /** Returns the counts of all sheets as text, which changes when a row progresses. */
  async readProgress() {
    const sheets = await this.retry(() => this.#listSheets(), 'the list of sheets');
    return JSON.stringify(sheets.map(({ counts }) => counts));
  }

  async #halt(how) {
    const { id } = this.random.pick(await this.#listUnfinished());
    await this.usePage((page) => page.post(`/api/sheets/${id}/run/${how}`));
    this.count(how);
  }

  async #listUnfinished() {
    const sheets = await this.#listSheets();
    return sheets.filter(({ stage }) => stage !== 'results');
  }

  async #resume() {
    for (const { id, stage } of await this.#listSheets()) {
      if (stage !== 'paused') continue;
      await this.usePage((page) => page.post(`/api/sheets/${id}/run/resume`));
      this.count('resume');
    }
  }

  async #resolveSome() {
    const sheets = await this.#listSheets();
    const { id } = this.random.pick(sheets.filter(({ unconfirmed }) => unconfirmed > 0));
    const sheet = this.sheets.find((candidate) => candidate.id === id);
    if (sheet !== undefined) await this.resolveRows(sheet);
  }

  async #keepBusy(maxRuns, rows) {
    const busy = (await this.#listUnfinished()).length;
    if (busy <= maxRuns * 0.75) await this.addSheets(maxRuns - busy, rows);
  }

  /**
   * Resolves some Unconfirmed rows of a sheet like a person who looks them up in the service.
   * Returns true if the service may still get the request of one of these rows, so that the row was not resolved.
   */
  async resolveRows({ id, employees }) {
    let isEarly = false;
    const { unconfirmed } = await this.usePage((page) => page.get(`/api/sheets/${id}/unconfirmed`));
    for (const { key, sentAt } of unconfirmed) this.unconfirmed.add(`${key} ${sentAt}`);
    const idsByEmployee = unconfirmed.length === 0 ? undefined : await this.readLedger();
    for (const { key, row, sentAt, sent } of unconfirmed.slice(0, maxResolvedAtOnce)) {
      const employee = sent.find(({ value }) => /^E-\d+$/.test(value))?.value ?? employees[row - 2];
      const assessmentId = idsByEmployee.get(employee)?.[0];
      const exists = assessmentId !== undefined;
      this.resolved.set(`${id} ${employee}`, false);
      const settlement = { key, sentAt, exists, ...(exists ? { assessmentId } : {}) };
      try {
        await this.usePage((page) => page.post(`/api/sheets/${id}/settlements`, settlement));
      } catch (error) {
        if (!error.message.includes('may still arrive')) throw error;
        isEarly = true;
        this.count('resolvedTooEarly');
        continue;
      }
      this.count(exists ? 'resolvedExists' : 'resolvedNotThere');
      const { run } = await this.usePage((page) => page.get(`/api/sheets/${id}`));
      this.resolved.set(`${id} ${employee}`, workingStates.includes(run?.state));
    }
    return isEarly;
  }

  /** Returns the IDs of the assessments in the service, by employee. */
  async readLedger() {
    const { assessments } = await this.sandbox.control('GET', 'ledger');
    const idsByEmployee = new Map();
    for (const { employeeId, assessmentId } of assessments) {
      idsByEmployee.set(employeeId, [...(idsByEmployee.get(employeeId) ?? []), assessmentId]);
    }
    return idsByEmployee;
  }

  /**
   * Resumes and starts runs until every one has ended. With `shouldResolveRows`, also resolves Unconfirmed
   * rows until all rows are scored.
   */
  async finish(shouldResolveRows) {
    await this.#forEachAtOnce(this.sheets, (sheet) => this.#finishSheet(sheet, shouldResolveRows));
  }

  async #finishSheet(sheet, shouldResolveRows) {
    const path = `/api/sheets/${sheet.id}`;
    for (;;) {
      const { run, counts, rows } = await this.retry((page) => page.get(path), path);
      if (run?.state === 'paused') {
        await this.usePage((page) => page.post(`${path}/run/resume`)).catch(() => undefined);
      } else if (run?.state === 'failed' || run?.state === 'stopped' || run === undefined) {
        this.count(`${run?.state} at the end`);
        console.log(`${sheet.name} ${run?.state}: ${run?.messages.join(' ')}`);
        await this.start(sheet);
      } else if (run.state === 'ended') {
        if (!shouldResolveRows || counts.Scored === rows) return;
        const isEarly = await this.resolveRows(sheet).catch(() => false);
        if (isEarly) await delay(5_000);
        else await this.start(sheet);
      }
      await delay(300);
    }
  }
}
