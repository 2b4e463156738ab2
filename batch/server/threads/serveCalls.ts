import { parentPort, threadId, workerData } from 'node:worker_threads';
import type { Change } from '../changes.js';
import { MachineEngineWork } from '../cluster/machineEngineWork.js';
import { createMachinePorts } from '../cluster/machinePorts.js';
import type { WaitKind } from '../cluster/metrics.js';
import { openStore, workTimeoutMs } from '../db/open.js';
import type { Store } from '../db/store.js';
import { watchWaits, withWaitLimit } from '../db/waitLimit.js';
import { startLogging, withRequest } from '../log.js';
import {
  type Answer,
  type Call,
  toFaultData,
  type MeasuredResponse,
  createOverdueAnswer,
  type ThreadData,
  serializeError,
} from './calls.js';
import { EngineWork } from './engineWork.js';
import { createWorkPorts, type WorkPortsOptions } from './workPorts.js';

/** While one connection streams rows, the thread runs statements on the other. */
const connections = 2;

export async function serveCalls(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('serveCalls must run in a worker thread.');
  const { folder, connection, service, machines, isMeasured, isSending, log } =
    workerData as ThreadData;
  if (log !== undefined) startLogging({ ...log, thread: threadId });
  const reply = (answer: Answer) => {
    port.postMessage(answer);
  };
  const opening = openStoreOrReport(machines?.database ?? folder, folder, reply);
  const options = {
    connection,
    service,
    publish: (change: Change) => {
      reply({ change });
    },
    onResponse:
      isMeasured === true
        ? ({ operation, outcome, durationMs }: MeasuredResponse) => {
            reply({ measured: { operation, outcome, durationMs } });
          }
        : undefined,
    onWaited: (waited: WaitKind, ms: number) => {
      if (isMeasured === true) reply({ measured: { waited, ms } });
    },
  };
  let creating: Promise<EngineWork> | undefined;
  const getEngineWork = async () => {
    const store = await opening;
    creating ??= createEngineWork({ ...options, store }, machines, isSending === true);
    try {
      return await creating;
    } catch (error) {
      // The next call creates the work again.
      creating = undefined;
      throw error;
    }
  };
  const answer = async (call: Call) => {
    const { id, method, args } = call;
    try {
      const work = await withWaitLimit(workTimeoutMs, getEngineWork);
      const methods = work as unknown as Methods;
      if (methods[method] === undefined) throw new Error(`This thread has no method ${method}.`);
      const value = await methods[method](...args);
      if (method === 'close') await (await opening).close();
      reply({ id, value });
      if (method === 'close') port.close();
    } catch (error) {
      reply(serializeError(call, error));
    }
  };
  const answerInRequest = (call: Call) => withRequest(call.request, () => answer(call));
  port.on('message', (call: Call) => {
    const { waits } = call;
    if (waits === undefined) void answerInRequest(call);
    else
      watchWaits(
        waits,
        () => {
          reply(createOverdueAnswer(call));
        },
        () => void answerInRequest(call),
      );
  });
  await opening;
}

/** Reports an unavailable, busy or full database as the reason why the thread ends. */
async function openStoreOrReport(
  place: string,
  folder: string,
  reply: (answer: Answer) => void,
): Promise<Store> {
  try {
    return await openStore(place, folder, { connections });
  } catch (error) {
    const reason = (error as Error).cause ?? error;
    const fault = toFaultData(reason);
    if (fault === undefined) throw error;
    reply({ ends: fault });
    throw reason;
  }
}

type Methods = Record<string, (...args: readonly unknown[]) => unknown>;

async function createEngineWork(
  options: WorkPortsOptions,
  machines: ThreadData['machines'],
  isSending: boolean,
): Promise<EngineWork> {
  if (machines !== undefined) {
    const ports = await createMachinePorts({ ...options, ...machines, isSending });
    return new MachineEngineWork(ports);
  }
  const ports = createWorkPorts(options);
  const work = new EngineWork(ports, ports);
  await work.applyLimits();
  return work;
}
