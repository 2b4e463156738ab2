import { limits, operations, workerChange } from '../contract/shapes.js';
import { type Route, route } from '../http/route.js';
import { RefusalError } from '../refusalError.js';
import { pauseRuns, resumeRuns } from './pauseRuns.js';
import { readOperations } from './readOperations.js';

const topic = 'Operations';

export const operationRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/operations',
    requires: 'administer',
    topic,
    summary: 'Show workers, slices, retries, limits and failed runs',
    response: operations,
    handle: (_, services) => readOperations(services),
  }),
  route({
    method: 'POST',
    path: '/api/operations/pause',
    requires: 'administer',
    topic,
    summary: 'Pause all runs once their requests in flight have ended, and begin no others',
    response: operations,
    async handle({ caller }, services) {
      await pauseRuns(services, caller);
      return announce(services);
    },
  }),
  route({
    method: 'POST',
    path: '/api/operations/resume',
    requires: 'administer',
    topic,
    summary: 'End the pause of all runs, and resume those that it has paused',
    response: operations,
    async handle({ caller }, services) {
      await resumeRuns(services, caller);
      return announce(services);
    },
  }),
  route({
    method: 'POST',
    path: '/api/operations/retries',
    requires: 'administer',
    topic,
    summary: 'Retry now all slices that wait for another attempt',
    response: operations,
    async handle({ caller }, services) {
      const { access, processes } = services;
      await access.change(caller, 'administer', async (accounts, tx) => {
        const slices = await processes.retryNow(tx);
        if (slices === 0) return;
        await accounts.log(caller.name, { code: 'slicesRetried', slices });
      });
      return announce(services);
    },
  }),
  route({
    method: 'PUT',
    path: '/api/operations/limits',
    requires: 'administer',
    topic,
    summary: 'Change the limits of all processes together',
    body: limits,
    response: operations,
    async handle({ caller, body }, services) {
      const { access, processes } = services;
      await access.change(caller, 'administer', async (accounts, tx) => {
        await processes.setLimits(tx, body);
        await accounts.log(caller.name, { code: 'limitsSet', ...body });
      });
      await processes.applyLimits();
      return announce(services);
    },
  }),
  route({
    method: 'PUT',
    path: '/api/operations/workers/:id',
    requires: 'administer',
    topic,
    summary: 'Let a worker take no new slices, or take them again',
    body: workerChange,
    response: operations,
    async handle({ caller, params, body: { isDraining } }, services) {
      const { access, processes } = services;
      await access.change(caller, 'administer', async (accounts, tx) => {
        const host = await processes.setDraining(tx, params.id ?? '', isDraining);
        if (host === undefined) {
          throw new RefusalError('not_found', (t) => t(($) => $.settings.workerEnded));
        }
        const code = isDraining ? 'workerDrained' : 'workerUndrained';
        await accounts.log(caller.name, { code, host });
      });
      return announce(services);
    },
  }),
];

function announce(services: Parameters<Route['handle']>[1]) {
  services.changes.publish({ type: 'operations' });
  return readOperations(services);
}
