import { setTimeout as delay } from 'node:timers/promises';
import { ServePage } from './servePage.mjs';

const patienceMs = 15_000;
const triesWithinMs = 180_000;
const working = ['queued', 'running', 'pausing'];

/** People at the pages: they upload, start, pause, resume and settle, and try again what has failed. */
export class MachinePeople {
  /** Each has an id, a name and the employees of its rows; `isCopy` where these are in another sheet, too. */
  sheets = [];
  /** Each sending that was Unconfirmed at some time. */
  unconfirmed = new Set();
  /** Of which rows a person has said something, as sheet and employee, and whether the run went on after that. */
  settled = new Map();
  #employees = 0;
  #files = 0;

  constructor({ machines, sandbox, random, counts }) {
    Object.assign(this, { machines, sandbox, random, counts });
  }

  count(what) {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  async signIn() {
    // Of pages that start at the same time, the last one has the link that counts.
    for (const { link, url } of this.machines.in('alive', 'serve')) {
      const page = new ServePage(url);
      await page.signIn(link).then(
        () => (this.cookie = page.cookie),
        () => undefined,
      );
      if (this.cookie !== undefined) return;
    }
    throw new Error('No link lets anybody in.');
  }

  /** Does something at any of the pages. */
  async at(act) {
    const pages = this.machines.in('alive', 'serve');
    if (pages.length === 0) throw new Error('There is no page now.');
    const page = new ServePage(this.random.of(pages).url, this.cookie);
    page.patienceMs = patienceMs;
    return act(page);
  }

  /** The same, again while pages are away, frozen or killed. */
  async surely(act, what) {
    const untilMs = Date.now() + triesWithinMs;
    for (;;) {
      try {
        return await this.at(act);
      } catch (error) {
        if (Date.now() > untilMs) throw new Error(`${what}: ${error.message}`, { cause: error });
        await delay(300);
      }
    }
  }

  /** Uploads a file, and starts its run. */
  async newSheet(rows) {
    const first = this.#employees;
    this.#employees += rows;
    await this.#upload(
      Array.from({ length: rows }, (_, index) => `E-${first + index}`),
      false,
    );
  }

  /** Uploads a file that has rows of another one. */
  async copy(rows) {
    const sheet = this.random.of(this.sheets.filter(({ isCopy }) => !isCopy));
    const from = Math.floor(this.random.between(0, rows / 2));
    await this.#upload(sheet.employees.slice(from, from + Math.ceil(rows / 4)), true);
    this.count('copies');
  }

  async #upload(employees, isCopy) {
    const name = `${++this.#files}.csv`;
    const { id } = await this.surely((page) => page.upload(name, employees), `upload ${name}`);
    const sheet = { id, name, employees, isCopy };
    await this.start(sheet);
    this.sheets.push(sheet);
  }

  async start({ id, name }) {
    await this.surely(async (page) => {
      const { run } = await page.get(`/api/sheets/${id}`);
      if (!working.includes(run?.state)) await page.start(id);
    }, `start ${name}`);
  }

  /** What people do in the meantime. */
  beginActing(rows) {
    let isOver = false;
    const acts = [
      () => this.#halt('pause'),
      () => this.#resume(),
      () => this.#resume(),
      () => this.#resume(),
      () => this.#settleSome(),
      () => this.#settleSome(),
      () => (this.sheets.filter(({ isCopy }) => isCopy).length < 3 ? this.copy(rows) : undefined),
    ];
    const acting = (async () => {
      while (!isOver) {
        // Refusals are answers, and a killed page gives none.
        await Promise.resolve(this.random.of(acts)()).catch(() => undefined);
        await delay(this.random.between(200, 1_500));
      }
    })();
    return {
      end: async () => {
        isOver = true;
        await acting;
      },
    };
  }

  async #halt(how) {
    const { id } = this.random.of(this.sheets);
    await this.at((page) => page.post(`/api/sheets/${id}/run/${how}`));
    this.count(how);
  }

  async #resume() {
    const { sheets } = await this.at((page) => page.get('/api/sheets'));
    for (const { id } of sheets) {
      const { run } = await this.at((page) => page.get(`/api/sheets/${id}`));
      if (run?.state === 'paused') {
        await this.at((page) => page.post(`/api/sheets/${id}/run/resume`));
        this.count('resume');
      }
    }
  }

  async #settleSome() {
    await this.settle(this.random.of(this.sheets));
  }

  /** Runs begin anew for those that have ended, so that the troubles meet some. */
  async keepBusy(most, rows) {
    let busy = 0;
    for (const { id } of this.sheets) {
      const state = await this.at((page) => page.get(`/api/sheets/${id}`)).then(
        ({ run }) => run?.state,
        () => 'unknown',
      );
      if (state !== 'ended') busy++;
    }
    if (busy <= most / 2) await this.newSheet(rows);
  }

  /** Settles what is Unconfirmed of a sheet as a person does who looks into the service. */
  async settle({ id, employees }) {
    const { unconfirmed } = await this.at((page) => page.get(`/api/sheets/${id}/unconfirmed`));
    for (const { key, row, sentAt, sent } of unconfirmed) {
      this.unconfirmed.add(`${key} ${sentAt}`);
      const employee = sent.find(({ value }) => /^E-\d+$/.test(value))?.value ?? employees[row - 2];
      const assessmentId = (await this.ledger()).get(employee)?.[0];
      const exists = assessmentId !== undefined;
      this.settled.set(`${id} ${employee}`, false);
      const said = { key, exists, ...(exists ? { assessmentId } : {}) };
      await this.at((page) =>
        page.post(`/api/sheets/${id}/settlements`, {
          ...said,
          ...(sentAt === null ? {} : { sentAt }),
        }),
      );
      this.count(exists ? 'settledExists' : 'settledNotThere');
      const { run } = await this.at((page) => page.get(`/api/sheets/${id}`));
      this.settled.set(`${id} ${employee}`, working.includes(run?.state));
    }
  }

  /** The assessments of the service, by employee. */
  async ledger() {
    const { assessments } = await this.sandbox.control('GET', 'ledger');
    const made = new Map();
    for (const { employeeId, assessmentId } of assessments) {
      made.set(employeeId, [...(made.get(employeeId) ?? []), assessmentId]);
    }
    return made;
  }

  /** Until every run has ended; what is Unconfirmed is settled on the way, if it should be, until all is scored. */
  async toTheEnd(isSettled) {
    for (const sheet of this.sheets) {
      const open = `/api/sheets/${sheet.id}`;
      for (;;) {
        const { run, counts, rows } = await this.surely((page) => page.get(open), open);
        if (run?.state === 'paused') {
          await this.at((page) => page.post(`${open}/run/resume`)).catch(() => undefined);
        } else if (run?.state === 'failed' || run?.state === 'stopped' || run === undefined) {
          this.count(`${run?.state} at the end`);
          console.log(`${sheet.name} ${run?.state}: ${run?.said.join(' ')}`);
          await this.start(sheet);
        } else if (run.state === 'ended') {
          if (!isSettled || counts.Scored === rows) break;
          await this.settle(sheet).catch(() => undefined);
          await this.start(sheet);
        }
        await delay(300);
      }
    }
  }
}
