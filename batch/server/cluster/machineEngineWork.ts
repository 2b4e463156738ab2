import { ValuedSentence } from '../../wording/sentence.js';
import { sql } from 'kysely';
import type { Store } from '../db/store.js';
import { listUnfinishedDecisions } from '../decisions/decisionStore.js';
import { EngineWork } from '../threads/engineWork.js';
import type { RunEnding, ThreadWork } from '../threads/work.js';
import { toDecisionsOwner, resumeDecisions } from '../decisions/sendDecisions.js';
import { endInterruptedPeople } from '../people/sendPeople.js';
import type { RunSettings } from '../runs/sheetRun.js';
import { type MachinePorts, readLimitsForPlan } from './machinePorts.js';
import { activeStatesSql } from '../runs/latestRun.js';
import { splitRun, endRun } from './runSlicing.js';

/** A task of this age belongs to a dead process if no process has the lock of its journal. */
const abandonedAfterMs = 60_000;

/** Runs in a thread of a web process, which begins and ends runs; workers send the rows. */
export class MachineEngineWork extends EngineWork implements ThreadWork {
  readonly #ports: MachinePorts;
  /** Must finish before the connections close. */
  #recovering: Promise<void> = Promise.resolve();

  constructor(ports: MachinePorts) {
    super(ports, undefined);
    this.#ports = ports;
  }

  override resume(): Promise<void> {
    const recovering = this.#recovering.then(() => this.#resume());
    this.#recovering = recovering.catch(() => undefined);
    return recovering;
  }

  protected override readLimitsForPlan(): Promise<RunSettings> {
    return readLimitsForPlan(this.#ports);
  }

  override async close(): Promise<void> {
    await this.#recovering;
    await super.close();
  }

  async #resume(): Promise<void> {
    const { store, locks, publish } = this.#ports;
    await dropLeftovers(store);
    await endInterruptedPeople(this.#ports, abandonedAfterMs);
    const abandoned = [];
    for (const decision of await listUnfinishedDecisions(store, abandonedAfterMs)) {
      if (!(await locks.has(toDecisionsOwner(decision.sheet)))) abandoned.push(decision);
    }
    await resumeDecisions({ ...this.#ports, changes: { publish } }, abandoned);
  }

  async splitRun(run: string): Promise<void> {
    await splitRun(this.#ports, run);
  }

  async endRun(run: string, _sheet: string, { state, messages }: RunEnding): Promise<void> {
    // Structured cloning between threads loses the class.
    const marked = messages?.map((message) =>
      typeof message === 'string'
        ? message
        : new ValuedSentence(message.text, message.withoutValues),
    );
    const ending = marked === undefined ? { state } : { state, messages: marked };
    await endRun(this.#ports, run, ending);
  }
}

/** The rows of slices contain people's data. */
async function dropLeftovers({ db }: Pick<Store, 'db'>): Promise<void> {
  await sql`
    DELETE FROM slice WHERE NOT EXISTS (
      SELECT 1 FROM run WHERE run.id = slice.run AND state IN (${activeStatesSql})
    )`.execute(db);
  // The locks of sheets stay: `takeSlice` reads them.
  await sql`
    DELETE FROM hold WHERE name ~ '^(run|reading):' AND until < now() - interval '1 day'
  `.execute(db);
}
