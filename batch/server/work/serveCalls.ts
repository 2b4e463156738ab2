import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../store/database.js';
import { type Answer, type Call, type ThreadData, thrownBy } from './calls.js';
import { EngineWork } from './engineWork.js';
import { workPorts } from './workPorts.js';

/** Does the work that a worker thread is called for, until it is closed. */
export function serveCalls(): void {
  const port = parentPort;
  if (port === null) throw new Error('Only a worker thread is called.');
  const { folder, connection, service } = workerData as ThreadData;
  const store = openStore(folder);
  const say = (answer: Answer) => {
    port.postMessage(answer);
  };
  const ports = workPorts({
    ...{ store, connection, service },
    tell: (change) => {
      say({ change });
    },
  });
  const work = new EngineWork(ports, ports);
  const answer = async ({ id, method, args }: Call) => {
    try {
      const methods = work as unknown as Record<string, (...given: readonly unknown[]) => unknown>;
      const value = await methods[method]?.(...args);
      if (method === 'close') store.close();
      say({ id, value });
      if (method === 'close') port.close();
    } catch (error) {
      say(thrownBy(id, error));
    }
  };
  port.on('message', (call: Call) => {
    void answer(call);
  });
}
