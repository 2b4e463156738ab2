import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangedRows } from '../sheets/changeSheet.js';
import { listUnfinishedDecisions } from '../decisions/decisionStore.js';
import { SharedResultSync } from '../journal/sharedResultSync.js';
import {
  inspectStoredSheet,
  previewStoredSheet,
  readDigests,
  readStoredCells,
} from '../sheets/inspectStoredSheet.js';
import { writeDownload } from '../results/downloads/writeDownload.js';
import { planRun } from '../runs/planRun.js';
import { readStoredSheet } from '../sheets/readStoredSheet.js';
import { OutageLog } from '../outageLog.js';
import { toRefusal } from '../refusal.js';
import { Runs } from '../runs/runs.js';
import { declareNewRow, disownAssessment } from '../results/markRow.js';
import { resumeDecisions, sendDecisions } from '../decisions/sendDecisions.js';
import { endInterruptedPeople, sendPeople, settlePerson } from '../people/sendPeople.js';
import { settleRow } from '../results/settleRow.js';
import { readOwnLimits, toRunSettings } from '../operations/ownLimits.js';
import type { RunSettings, SheetRunPorts } from '../runs/sheetRun.js';
import type { Work } from './work.js';
import type { OwnWorkPorts, WorkPorts } from './workPorts.js';

/** The pause before another try to resume the work of an ended process. */
const resumeAgainMs = 2_000;

/** The engine's work in this thread: inside a worker thread of the server, or in a test. */
export class EngineWork implements Work {
  readonly #ports: WorkPorts;
  readonly #runs: Runs | undefined;
  readonly #others: SharedResultSync;
  /**
   * Resolves when the unfinished work of an ended process was found and prepared for resuming. All work that sends waits
   * for this, and fails while this fails.
   */
  #isReady: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** `runPorts` is undefined if other processes do the runs. */
  constructor(ports: WorkPorts, runPorts: OwnWorkPorts | undefined) {
    this.#ports = ports;
    this.#others = new SharedResultSync(ports);
    this.#runs = runPorts && new Runs(runPorts, this.#others);
  }

  /** Resumes the runs and decisions that were under way when a process ended. */
  async resume(): Promise<void> {
    const runs = this.#runs;
    if (runs === undefined) return;
    let resumed: Promise<void> = Promise.resolve();
    const prepare = async () => {
      await endInterruptedPeople(this.#ports);
      await runs.releaseUnsentClaims();
      const left = await listUnfinishedDecisions(this.#ports.store);
      // Not awaited: these are queued now, before any later decision.
      resumed = resumeDecisions(this.#sending, left);
    };
    const hasEnded = () => this.#isClosed;
    const outage = new OutageLog('The work of the ended process could not be resumed yet');
    for (;;) {
      this.#isReady = prepare();
      try {
        await this.#isReady;
        outage.recordSuccess();
        break;
      } catch (error) {
        // After `close`, an error is no outage, and the next start tries again.
        if (hasEnded()) return;
        outage.recordFailure(error);
      }
      await sleep(resumeAgainMs, undefined, { ref: false });
      if (hasEnded()) return;
    }
    const follow = async () => {
      await this.#others.copyNow();
      await runs.resume();
    };
    await Promise.all([resumed, follow()]);
  }

  /** Copies the available results of other sheets to the rows that wait for them. */
  follow(): Promise<void> {
    return this.#others.copyNow();
  }

  readonly plan: Work['plan'] = async (sheet, order) => {
    try {
      return await planRun({ ...this.#ports, limits: await this.plannedLimits() }, sheet, order);
    } catch (error) {
      throw toRefusal(error);
    }
  };

  /** Reads the limits from which a plan estimates how long a run takes. */
  protected async plannedLimits(): Promise<RunSettings> {
    const { store, limits } = this.#ports;
    return { ...limits, ...toRunSettings(await readOwnLimits(store)) };
  }

  /** Reads the limits of the server again, on one machine. */
  async applyLimits(): Promise<void> {
    const { store, limiter } = this.#ports;
    limiter.setLimits(toRunSettings(await readOwnLimits(store)));
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
    const given = exists ? { exists, id } : { exists };
    const about = { id: insteadOf, sentAt, alsoOthers, entry };
    const changed = await settleRow(this.#ports, sheet, key, given, about);
    await this.#announce(changed);
  };

  readonly markRow: Work['markRow'] = async (sheet, row, { what, seen }, entry) => {
    await this.#isReady;
    const record = what === 'newRow' ? declareNewRow : disownAssessment;
    await this.#announce(await record(this.#ports, sheet, row, { seen, entry }));
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
  readonly digests: Work['digests'] = (sheet, rows) => readDigests(this.#reading, sheet, rows);

  readonly read: Work['read'] = (sheet) => readStoredSheet(this.#reading, sheet);

  readonly renderDownload: Work['renderDownload'] = (sheet, what, into, rows) =>
    writeDownload(this.#reading, sheet, what, into, rows);

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#runs?.close();
    await this.#others.close();
    await this.#ports.close();
  }

  /** Announces the rows that a person has changed, and copies results to waiting rows of other sheets. */
  async #announce(changed: readonly ChangedRows[]): Promise<void> {
    const { publish } = this.#ports;
    for (const { sheet, rows } of changed) {
      publish({ type: 'rows', sheet, rows });
      publish({ type: 'sheet', sheet });
    }
    await this.#others.copyNow();
  }

  /** The ports without locks, because a reading appends nothing to a journal. */
  get #reading(): SheetRunPorts {
    const { store, service, now } = this.#ports;
    return { store, service, now };
  }

  get #sending(): WorkPorts & { readonly changes: { publish: WorkPorts['publish'] } } {
    return { ...this.#ports, changes: { publish: this.#ports.publish } };
  }
}
