import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads';
import type { Answer, Request, ThreadStart } from './wire.js';

/** In the bundle, the thread has a file of its own beside it; in tests it runs from its source. */
const file = import.meta.url.endsWith('.ts') ? './postgresThread.ts' : './postgresThread.js';

/** A thread that does one thing after the other, while its caller waits. */
export class BlockingThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #answers = new Int32Array(new SharedArrayBuffer(4));

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const start: ThreadStart = { port: port2, answers: this.#answers.buffer };
    this.#worker = new Worker(new URL(file, import.meta.url), {
      workerData: start,
      transferList: [port2],
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    });
    this.#worker.on('error', (error) => {
      console.error('The thread of the database has ended:', error);
    });
    // It does not keep a process that has ended all its work.
    this.#worker.unref();
  }

  /** Waits for the answer to a request; undefined when there is none in time. */
  ask(request: Request, limitMs: number): Answer | undefined {
    const untilMs = performance.now() + limitMs;
    let seen = Atomics.load(this.#answers, 0);
    this.#port.postMessage(request);
    for (;;) {
      const received = receiveMessageOnPort(this.#port) as { message: Answer } | undefined;
      if (received !== undefined) return received.message;
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) return undefined;
      Atomics.wait(this.#answers, 0, seen, leftMs);
      seen = Atomics.load(this.#answers, 0);
    }
  }

  /** Ends the thread, whatever it does. */
  end(): void {
    this.#port.close();
    void this.#worker.terminate();
  }
}
