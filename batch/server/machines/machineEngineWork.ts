import { ValuedSentence } from '../../wording/sentence.js';
import { endDecision, hasLaterDecision } from '../store/decisionStore.js';
import { EngineWork } from '../work/engineWork.js';
import { resumeDecisions } from '../work/sendDecisions.js';
import { endInterruptedPeople } from '../work/sendPeople.js';
import type { RunSettings } from '../work/sheetRun.js';
import { type MachinePorts, plannedLimits } from './machinePorts.js';
import { SliceQueue } from './queue.js';
import type { SharedDatabase } from './sharedDatabase.js';
import { cutRun, endRun, type RunEnding } from './runCourse.js';

/** Who has not finished something after this time, and does not hold its journal, is dead. */
const surelyDeadMs = 5 * 60_000;

/** The engine's work in a thread of a web process: workers do the runs, this begins and ends them. */
export class MachineEngineWork extends EngineWork {
  readonly #ports: MachinePorts;
  /** What is gone on with uses the connections until its end. */
  #goingOn: Promise<void> = Promise.resolve();

  constructor(ports: MachinePorts) {
    super(ports, undefined);
    this.#ports = ports;
  }

  /** Goes on with what a process that died has left undone. To be called again and again. */
  override goOn(): Promise<void> {
    const going = this.#goingOn.then(() => this.#goOn());
    this.#goingOn = going.catch(() => undefined);
    return going;
  }

  protected override plannedLimits(): Promise<RunSettings> {
    return plannedLimits(this.#ports);
  }

  override async close(): Promise<void> {
    await this.#goingOn;
    await super.close();
  }

  async #goOn(): Promise<void> {
    const { store, locks, now, tell } = this.#ports;
    await dropLeftovers(this.#ports.database);
    const before = new Date(now() - surelyDeadMs).toISOString();
    endInterruptedPeople(this.#ports, before);
    await resumeDecisions({ ...this.#ports, changes: { tell } }, (decision, owner) => {
      if (decision.at >= before || locks.has(owner)) return false;
      if (!hasLaterDecision(store, decision)) return true;
      endDecision(
        store,
        decision.id,
        'failed',
        'It was not sent: another decision was made since.',
      );
      return false;
    });
  }

  /** Cuts a run into slices, by its id, and sends these. */
  async cutRun(run: string): Promise<void> {
    const queue = await SliceQueue.open(this.#ports.database.url, { isWorker: false });
    try {
      await cutRun({ ...this.#ports, queue }, run);
    } finally {
      await queue.close();
    }
  }

  /** Ends a run whose slices are given back. */
  async endRun(run: string, { state, said }: RunEnding): Promise<void> {
    // What comes from another thread has lost its class.
    const marked = said?.map((each) =>
      typeof each === 'string' ? each : new ValuedSentence(each.text, each.withoutValues),
    );
    const ending = marked === undefined ? { state } : { state, said: marked };
    await endRun(this.#ports, run, ending);
  }
}

/** What nobody needs any more: slices of runs that have ended, whose rows are people's data, and old holds. */
async function dropLeftovers({ ask }: Pick<SharedDatabase, 'ask'>): Promise<void> {
  await ask(
    `DELETE FROM slice WHERE NOT EXISTS (
       SELECT 1 FROM run WHERE run.id = slice.run AND state IN ('queued', 'running', 'pausing')
     )`,
  );
  // Those of sheets stay: who takes a slice locks them.
  await ask("DELETE FROM hold WHERE name ~ '^(run|reading):' AND until < now() - interval '1 day'");
}
