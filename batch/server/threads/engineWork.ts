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

const resumeRetryMs = 2_000;

export class EngineWork implements Work {
  readonly #ports: WorkPorts;
  readonly #runs: Runs | undefined;
  readonly #resultSync: SharedResultSync;
  /**
   * Resolves when the unfinished work of an ended process is ready to resume. Methods that send or change something
   * await it.
   */
  #ready: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** `runPorts` is undefined if other processes execute the runs. */
  constructor(ports: WorkPorts, runPorts: OwnWorkPorts | undefined) {
    this.#ports = ports;
    this.#resultSync = new SharedResultSync(ports);
    this.#runs = runPorts && new Runs(runPorts, this.#resultSync);
  }

  async resume(): Promise<void> {
    const runs = this.#runs;
    if (runs === undefined) return;
    let resumed: Promise<void> = Promise.resolve();
    const prepare = async () => {
      await endInterruptedPeople(this.#ports);
      await runs.releaseUnsentClaims();
      const unfinished = await listUnfinishedDecisions(this.#ports.store);
      // Do not await this here: the call already queues the unfinished decisions before any later decision.
      resumed = resumeDecisions(this.#sendingPorts, unfinished);
    };
    const isClosed = () => this.#isClosed;
    const outage = new OutageLog('The work of the ended process could not be resumed yet');
    for (;;) {
      this.#ready = prepare();
      try {
        await this.#ready;
        outage.recordSuccess();
        break;
      } catch (error) {
        // After `close`, an error is not an outage. The next start of the server resumes the work.
        if (isClosed()) return;
        outage.recordFailure(error);
      }
      await sleep(resumeRetryMs, undefined, { ref: false });
      if (isClosed()) return;
    }
    const copyAndResume = async () => {
      await this.#resultSync.copyNow();
      await runs.resume();
    };
    await Promise.all([resumed, copyAndResume()]);
  }

  follow(): Promise<void> {
    return this.#resultSync.copyNow();
  }

  readonly plan: Work['plan'] = async (sheet, order) => {
    try {
      return await planRun(
        { ...this.#ports, limits: await this.readLimitsForPlan() },
        sheet,
        order,
      );
    } catch (error) {
      throw toRefusal(error);
    }
  };

  protected async readLimitsForPlan(): Promise<RunSettings> {
    const { store, limits } = this.#ports;
    return { ...limits, ...toRunSettings(await readOwnLimits(store)) };
  }

  async applyLimits(): Promise<void> {
    const { store, limiter } = this.#ports;
    limiter.setLimits(toRunSettings(await readOwnLimits(store)));
  }

  readonly start: Work['start'] = async (run) => {
    await this.#ready;
    this.#runs?.start(run);
  };

  readonly halt: Work['halt'] = async (run, as) => {
    await this.#ready;
    await this.#runs?.halt(run, as);
  };

  readonly settle: Work['settle'] = async (sheet, key, answer, entry) => {
    const { exists, assessmentId: id, insteadOf, sentAt, alsoOthers } = answer;
    await this.#ready;
    const engineAnswer = exists ? { exists, id } : { exists };
    const details = { id: insteadOf, sentAt, alsoOthers, entry };
    const changed = await settleRow(this.#ports, sheet, key, engineAnswer, details);
    await this.#announce(changed);
  };

  readonly markRow: Work['markRow'] = async (sheet, row, { what, seen }, entry) => {
    await this.#ready;
    const record = what === 'newRow' ? declareNewRow : disownAssessment;
    await this.#announce(await record(this.#ports, sheet, row, { seen, entry }));
  };

  readonly decide: Work['decide'] = async (sheet, decisions, entry) => {
    await this.#ready;
    return sendDecisions(this.#sendingPorts, sheet, decisions, entry);
  };

  readonly sendPeople: Work['sendPeople'] = async (action, people, entry, language) => {
    await this.#ready;
    return sendPeople(this.#ports, action, people, { by: entry.who, language, entry });
  };

  readonly settlePerson: Work['settlePerson'] = async (action, answer, entry, language) => {
    await this.#ready;
    return settlePerson(this.#ports, action, answer, entry, language);
  };

  readonly inspect: Work['inspect'] = (sheet) => inspectStoredSheet(this.#readingPorts, sheet);

  readonly preview: Work['preview'] = (sheet, choice) =>
    previewStoredSheet(this.#readingPorts, sheet, choice);

  readonly cells: Work['cells'] = (sheet, row) => readStoredCells(this.#readingPorts, sheet, row);
  readonly digests: Work['digests'] = (sheet, rows) => readDigests(this.#readingPorts, sheet, rows);

  readonly read: Work['read'] = (sheet) => readStoredSheet(this.#readingPorts, sheet);

  readonly renderDownload: Work['renderDownload'] = (sheet, kind, path, rows) =>
    writeDownload(this.#readingPorts, sheet, kind, path, rows);

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#runs?.close();
    await this.#resultSync.close();
    await this.#ports.close();
  }

  async #announce(changed: readonly ChangedRows[]): Promise<void> {
    const { publish } = this.#ports;
    for (const { sheet, rows } of changed) {
      publish({ type: 'rows', sheet, rows });
      publish({ type: 'sheet', sheet });
    }
    await this.#resultSync.copyNow();
  }

  /** Has no locks, because reading appends nothing to a journal. */
  get #readingPorts(): SheetRunPorts {
    const { store, service, now } = this.#ports;
    return { store, service, now };
  }

  get #sendingPorts(): WorkPorts & { readonly changes: { publish: WorkPorts['publish'] } } {
    return { ...this.#ports, changes: { publish: this.#ports.publish } };
  }
}
