import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type HealthServer,
  startHealthServer,
} from '../../../../batch/server/cluster/healthServer.js';
import { Metrics } from '../../../../batch/server/cluster/metrics.js';
import { ProcessStatus } from '../../../../batch/server/cluster/processStatus.js';
import { Readiness } from '../../../../batch/server/cluster/readiness.js';
import { folderWith } from '../../cli/rwaUnderTest.js';
import { serve } from '../serveUnderTest.js';

async function testHealth(readiness: Readiness): Promise<HealthServer> {
  const sources = {
    readiness,
    metrics: new Metrics('worker'),
    status: new ProcessStatus('worker'),
    option: '--port',
  } as const;
  const health = await startHealthServer({ host: '127.0.0.1', port: 0 }, sources);
  onTestFinished(() => health.close());
  return health;
}

const fetchStatus = async (url: string, method = 'GET') => (await fetch(url, { method })).status;

describe('the health server', () => {
  it('reports a process as ready only between its start and its stop, and always as alive', async () => {
    const readiness = new Readiness();
    const { url } = await testHealth(readiness);
    const readStatuses = async () => [
      await fetchStatus(`${url}/healthz`),
      await fetchStatus(`${url}/readyz`),
    ];
    expect(await readStatuses()).toEqual([200, 503]);
    readiness.begin(() => undefined);
    expect(await readStatuses()).toEqual([200, 200]);
    readiness.drain();
    expect(await readStatuses()).toEqual([200, 503]);
    expect(await (await fetch(`${url}/readyz`)).text()).toBe('This process is stopping.\n');
  });

  it('hides the error of a failed check, and checks at most once a second', async () => {
    const readiness = new Readiness();
    let checks = 0;
    readiness.begin(
      () => undefined,
      () => {
        checks++;
        throw new Error('password of postgres');
      },
    );
    const { url } = await testHealth(readiness);
    const [first, second] = [await fetch(`${url}/readyz`), await fetch(`${url}/readyz`)];
    expect([first.status, await first.text()]).toEqual([503, 'The check failed.\n']);
    expect(second.status).toBe(503);
    expect(checks).toBe(1);
  });

  it('refuses unknown paths, and POST', async () => {
    const { url } = await testHealth(new Readiness());
    expect(await fetchStatus(`${url}/metrics`)).toBe(200);
    expect(await fetchStatus(`${url}/`)).toBe(404);
    expect(await fetchStatus(`${url}/metrics`, 'POST')).toBe(405);
  });

  it('names the option for another port if the port is in use', async () => {
    const readiness = new Readiness();
    const { url } = await testHealth(readiness);
    const port = Number(new URL(url).port);
    const sources = {
      readiness,
      metrics: new Metrics('serve'),
      status: new ProcessStatus('serve'),
      option: '--health-port',
    } as const;
    await expect(startHealthServer({ host: '127.0.0.1', port }, sources)).rejects.toThrow(
      `Port ${port} for health and metrics is in use. Choose another one with --health-port; 0 picks a free one.`,
    );
  });
});

describe('rwa serve on a data folder', () => {
  it('answers health checks on its main port, and metrics only on the health port', async () => {
    const server = await serve(await folderWith(), {}, ['--health-port', '0']);
    const { health } = JSON.parse(server.running.printed()) as { health: string };
    expect(await fetchStatus(`${server.url}/healthz`)).toBe(200);
    expect(await fetchStatus(`${server.url}/readyz`)).toBe(200);
    expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('rwa_unconfirmed');
    const { id } = await server.upload('hires.csv', 'Employee ID,Destination\n00123,Portugal\n');
    expect(id).not.toBe('');
    const metrics = await (await fetch(`${health}/metrics`)).text();
    expect(metrics).toContain('rwa_unconfirmed 0');
    expect(await server.stop()).toBe(0);
  });
});
