import { ValuedSentence } from '../../wording/sentence.js';
import { EngineWork } from '../work/engineWork.js';
import type { MachinePorts } from './machinePorts.js';
import { SliceQueue } from './queue.js';
import { cutRun, endRun, type RunEnding } from './runCourse.js';

/** The engine's work in a thread of a web process: workers do the runs, this begins and ends them. */
export class MachineEngineWork extends EngineWork {
  readonly #ports: MachinePorts;

  constructor(ports: MachinePorts) {
    super(ports, undefined);
    this.#ports = ports;
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
