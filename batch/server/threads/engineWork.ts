import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangedRows } from '../sheets/changeSheet.js';
import { unfinishedDecisions } from '../decisions/decisionStore.js';
import { SharedResultSync } from '../journal/sharedResultSync.js';
import {
  inspectStoredSheet,
  previewStoredSheet,
  readStoredCells,
} from '../sheets/inspectStoredSheet.js';
import { writeDownload } from '../results/downloads/writeDownload.js';
import { planRun } from '../runs/planRun.js';
import { readStoredSheet } from '../sheets/readStoredSheet.js';
import { OutageLog } from '../outageLog.js';
import { asRefused } from '../refusal.js';
import { Runs } from '../runs/runs.js';
import { sayNewCase, sayNotItsAssessment } from '../results/markRow.js';
import { resumeDecisions, sendDecisions } from '../decisions/sendDecisions.js';
import { endInterruptedPeople, sendPeople, settlePerson } from '../people/sendPeople.js';
import { settleRow } from '../results/settleRow.js';
import type { RunSettings, SheetRunPorts } from '../runs/sheetRun.js';
import type { Work } from './work.js';
import type { OwnWorkPorts, WorkPorts } from './workPorts.js';

/** The pause before the work of a process that has ended is taken up again after an error. */
const takeUpAgainMs = 2_000;

/** The engine's work in this thread: inside a worker thread of the server, or in a test. */
export class EngineWork implements Work {
  readonly #ports: WorkPorts;
  readonly #runs: Runs | undefined;
  readonly #others: SharedResultSync;
  /**
   * Resolves when the work of a process that has ended was taken up. All work that sends waits for it, and fails while
   * this fails.
   */
  #isReady: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** With the ports of its runs; without them where other processes do the runs. */
  constructor(ports: WorkPorts, ofRuns: OwnWorkPorts | undefined) {
    this.#ports = ports;
    this.#others = new SharedResultSync(ports);
    this.#runs = ofRuns && new Runs(ofRuns, this.#others);
  }

  /** Goes on with what was under way when the process ended: runs and decisions. */
  async goOn(): Promise<void> {
    const runs = this.#runs;
    if (runs === undefined) return;
    let resumed: Promise<void> = Promise.resolve();
    const takeUp = async () => {
      await endInterruptedPeople(this.#ports);
      await runs.freeClaims();
      const left = await unfinishedDecisions(this.#ports.store);
      // These are queued before any decision that is made from now on.
      resumed = resumeDecisions(this.#sending, left);
    };
    const hasEnded = () => this.#isClosed;
    const outage = new OutageLog('The work of the ended process could not be taken up yet');
    for (;;) {
      this.#isReady = takeUp();
      try {
        await this.#isReady;
        outage.over();
        break;
      } catch (error) {
        // The next start takes it up, and an end that was asked for is no outage.
        if (hasEnded()) return;
        outage.failed(error);
      }
      await sleep(takeUpAgainMs, undefined, { ref: false });
      if (hasEnded()) return;
    }
    const follow = async () => {
      await this.#others.now();
      await runs.goOn();
    };
    await Promise.all([resumed, follow()]);
  }

  /** Resolves when rows that wait for another sheet have followed it, as far as they can. */
  follow(): Promise<void> {
    return this.#others.now();
  }

  readonly plan: Work['plan'] = async (sheet, order) => {
    try {
      return await planRun({ ...this.#ports, limits: await this.plannedLimits() }, sheet, order);
    } catch (error) {
      throw asRefused(error);
    }
  };

  /** Returns the limits from which a plan estimates how long a run takes. */
  protected plannedLimits(): Promise<RunSettings> {
    return Promise.resolve(this.#ports.limits);
  }

  readonly start: Work['start'] = async (run) => {
    await this.#isReady;
    this.#runs?.start(run);
  };

  readonly halt: Work['halt'] = async (run, as) => {
    await this.#isReady;
    await this.#runs?.halt(run, as);
  };

  readonly settle: Work['settle'] = async (sheet, key, answer, entry) => {
    const { exists, assessmentId: id, insteadOf, sentAt, alsoOthers } = answer;
    await this.#isReady;
    const said = exists ? { exists, id } : { exists };
    const about = { id: insteadOf, sentAt, alsoOthers, entry };
    const changed = await settleRow(this.#ports, sheet, key, said, about);
    await this.#changed(changed);
  };

  readonly markRow: Work['markRow'] = async (sheet, row, { what, seen }, entry) => {
    await this.#isReady;
    const say = what === 'newCase' ? sayNewCase : sayNotItsAssessment;
    await this.#changed(await say(this.#ports, sheet, row, { seen, entry }));
  };

  readonly decide: Work['decide'] = async (sheet, decisions, entry) => {
    await this.#isReady;
    return sendDecisions(this.#sending, sheet, decisions, entry);
  };

  readonly sendPeople: Work['sendPeople'] = async (action, people, entry) => {
    await this.#isReady;
    return sendPeople(this.#ports, action, people, { by: entry.who, entry });
  };

  readonly settlePerson: Work['settlePerson'] = async (action, answer, entry) => {
    await this.#isReady;
    return settlePerson(this.#ports, action, answer, entry);
  };

  readonly inspect: Work['inspect'] = (sheet) => inspectStoredSheet(this.#reading, sheet);

  readonly preview: Work['preview'] = (sheet, choice) =>
    previewStoredSheet(this.#reading, sheet, choice);

  readonly cells: Work['cells'] = (sheet, row) => readStoredCells(this.#reading, sheet, row);

  readonly read: Work['read'] = (sheet) => readStoredSheet(this.#reading, sheet);

  readonly renderDownload: Work['renderDownload'] = (sheet, what, into, rows) =>
    writeDownload(this.#reading, sheet, what, into, rows);

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#runs?.close();
    await this.#others.close();
    await this.#ports.close();
  }

  /** Announces rows that a person has changed, and lets those of other sheets follow. */
  async #changed(changed: readonly ChangedRows[]): Promise<void> {
    const { tell } = this.#ports;
    for (const { sheet, rows } of changed) {
      tell({ type: 'rows', sheet, rows });
      tell({ type: 'sheet', sheet });
    }
    await this.#others.now();
  }

  /** The ports without locks, because a reading appends nothing to a journal. */
  get #reading(): SheetRunPorts {
    const { store, service, now } = this.#ports;
    return { store, service, now };
  }

  get #sending(): WorkPorts & { readonly changes: { tell: WorkPorts['tell'] } } {
    return { ...this.#ports, changes: { tell: this.#ports.tell } };
  }
}
