import { sentenceOf } from '../words/wording.js';
import { UsageError } from '../../engine/errors.js';
import { SheetError } from '../../../sheets/sheet.js';
import { Refused } from '../api/refused.js';
import { planRun } from './planRun.js';
import { Runs } from './runs.js';
import type { Work } from './work.js';
import type { WorkPorts } from './workPorts.js';

/** The engine's work in this thread: inside a worker thread of the server, or in a test. */
export class EngineWork implements Work {
  readonly #ports: WorkPorts;
  readonly #runs: Runs;

  constructor(ports: WorkPorts) {
    this.#ports = ports;
    this.#runs = new Runs(ports);
  }

  /** Goes on with the runs that were under way when the process ended. */
  goOn(): Promise<void> {
    return this.#runs.goOn();
  }

  readonly plan: Work['plan'] = (sheet, order) =>
    refusing(() => planRun(this.#ports, sheet, order, this.#ports.limiter.answerMs));

  readonly start: Work['start'] = (run) => {
    this.#runs.start(run);
    return Promise.resolve();
  };

  readonly halt: Work['halt'] = (run, as) => this.#runs.halt(run, as);

  readonly inspect: Work['inspect'] = () => missing();
  readonly preview: Work['preview'] = () => missing();
  readonly read: Work['read'] = () => missing();
  readonly settle: Work['settle'] = () => missing();
  readonly decide: Work['decide'] = () => missing();
  readonly people: Work['people'] = () => missing();
  readonly write: Work['write'] = () => missing();

  async close(): Promise<void> {
    await this.#runs.close();
    await this.#ports.close();
  }
}

function missing(): Promise<never> {
  return Promise.reject(new Refused(503, 'failed', 'This server cannot do that yet.'));
}

/** What a person can mend is a refusal with the sentence that says how. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof SheetError)) throw error;
    throw new Refused(409, 'conflict', sentenceOf(error));
  }
}
