import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testFaultyProxy } from '../../../postgres/faultyProxy.js';
import { testDatabase, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { type SandboxUnderTest, startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith, type Running } from '../../cli/rwaUnderTest.js';
import { employees, headings, hireRow } from '../../run/testRun.js';
import { readLog } from '../testLog.js';
import { type ServerUnderTest, signIn, startServing } from '../serveUnderTest.js';

/** The longest time for a request to /healthz. On a busy machine, one request in ten may take longer. */
const healthMs = 100;
/** The longest time until a request is refused while the database fails. */
const requestMs = 5_000;
/** The duration of an outage: long enough for requests that begin after the first ones have failed. */
const outageMs = requestMs + 3_000;

interface TimedAnswer {
  readonly path: string;
  readonly status: number;
  readonly ms: number;
}

async function testMachine(
  name: 'serve' | 'worker',
  url: string,
  sandbox: SandboxUnderTest,
): Promise<Running> {
  const env = { ...toEnv(sandbox), RWA_DATABASE_URL: url };
  return startServing(await folderWith(), [name, '--port', '0', '--json'], env);
}

async function testWebProcess(url: string, sandbox: SandboxUnderTest, rows = 3) {
  const server = await signIn(await testMachine('serve', url, sandbox));
  const lines = [headings, ...employees(rows).map(hireRow), ''];
  const { id } = await server.upload('hires.csv', lines.join('\r\n'));
  const email = 'nobody@example.com';
  const requests: readonly (() => Promise<TimedAnswer>)[] = [
    createTimedRequest(server, 'GET', '/api/sheets'),
    createTimedRequest(server, 'GET', `/api/sheets/${id}/rows`),
    createTimedRequest(server, 'POST', '/api/session', { email, password: 'wrong password' }),
  ];
  // A plan starts a thread, which uses half of a processor for a second.
  const plan = createTimedRequest(server, 'GET', `/api/sheets/${id}/plan?operation=assess`);
  return { server, id, requests, plan };
}

function createTimedRequest(server: ServerUnderTest, method: string, path: string, body?: unknown) {
  return async (): Promise<TimedAnswer> => {
    const beganMs = performance.now();
    const { status } = await server.ask(method, path, body);
    return { path, status, ms: performance.now() - beganMs };
  };
}

/** Repeats these requests, and one to /healthz, until `work` has ended. */
async function measureDuring<T>(
  server: ServerUnderTest,
  requests: readonly (() => Promise<TimedAnswer>)[],
  work: () => Promise<T>,
): Promise<{ readonly answers: readonly TimedAnswer[]; readonly health: readonly TimedAnswer[] }> {
  const [answers, health]: [TimedAnswer[], TimedAnswer[]] = [[], []];
  let isOver = false;
  const repeat = async (
    request: () => Promise<TimedAnswer>,
    list: TimedAnswer[],
    pauseMs: number,
  ) => {
    while (!isOver) {
      list.push(await request());
      await sleep(pauseMs);
    }
  };
  const repeating = [
    repeat(createTimedRequest(server, 'GET', '/healthz'), health, 20),
    ...requests.map((request) => repeat(request, answers, 100)),
  ];
  try {
    await work();
  } finally {
    isOver = true;
  }
  await Promise.all(repeating);
  return { answers, health };
}

function expectHealthy(health: readonly TimedAnswer[]): void {
  expect(health.length).toBeGreaterThan(20);
  expect(health.filter(({ status }) => status !== 200)).toEqual([]);
  const slow = health.filter(({ ms }) => ms >= healthMs);
  expect(slow.length, JSON.stringify(slow)).toBeLessThanOrEqual(health.length / 10);
  // If /healthz waited for the database, it would take seconds.
  expect(health.filter(({ ms }) => ms >= 1_000)).toEqual([]);
}

function expectStatuses(answers: readonly TimedAnswer[], ...statuses: readonly number[]): void {
  expect(answers.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => !statuses.includes(status))).toEqual([]);
}

function expectInTime(answers: readonly TimedAnswer[]): void {
  expect(answers.filter(({ status, ms }) => status === 503 && ms > requestMs)).toEqual([]);
}

/** Waits until requests work again, then stops the server. */
async function expectWorking(
  server: ServerUnderTest,
  requests: readonly (() => Promise<TimedAnswer>)[],
): Promise<void> {
  for (const request of requests) {
    await expect.poll(async () => (await request()).status).toBeOneOf([200, 401, 429]);
  }
  await expect.poll(async () => (await server.ask('GET', '/readyz')).status).toBe(200);
  expect(await server.stop()).toBe(0);
  expect((await server.running.ended).err).not.toMatch(/"stack":/);
}

async function testClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=rwa' });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

describe.skipIf(!hasPostgres)('a web process stays alive and answers in time', () => {
  test.for(['silent', 'unreachable'] as const)('while the database is %s', async (fault) => {
    const [sandbox, url] = [await startTestSandbox(), await testDatabase()];
    const proxy = await testFaultyProxy(url);
    const { server, requests, plan } = await testWebProcess(proxy.url, sandbox);
    if (fault === 'silent') proxy.silence();
    else proxy.leave();
    const { answers, health } = await measureDuring(server, [...requests, plan], async () => {
      await expect.poll(async () => (await server.ask('GET', '/readyz')).status).toBe(503);
      await sleep(outageMs);
    });
    expectHealthy(health);
    expectStatuses(answers, 503);
    expectInTime(answers);
    expect((await server.ask('GET', '/readyz')).status).toBe(503);
    if (fault === 'silent') proxy.speak();
    else await proxy.comeBack();
    await expectWorking(server, [...requests, plan]);
  });

  test('when the database falls silent during work in a thread', async () => {
    const [sandbox, url] = [await startTestSandbox(), await testDatabase()];
    const proxy = await testFaultyProxy(url);
    const { server, id } = await testWebProcess(proxy.url, sandbox);
    const download = createTimedRequest(server, 'GET', `/api/sheets/${id}/downloads/workbook`);
    const people = [{ staff_id: 'S1', email: 's1@example.com', first_name: 'S', last_name: 'One' }];
    const invite = createTimedRequest(server, 'POST', '/api/people/invitations', { people });
    const [holder, observer] = [await testClient(url), await testClient(url)];
    await holder.query('BEGIN; LOCK TABLE journal IN ACCESS EXCLUSIVE MODE');
    const answers = [download(), invite()];
    const waiting =
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ 'journal'";
    await expect.poll(async () => (await observer.query(waiting)).rowCount).toBe(2);
    const beganMs = performance.now();
    proxy.silence();
    expectStatuses(await Promise.all(answers), 503);
    expect(performance.now() - beganMs).toBeLessThan(requestMs);
    await holder.query('ROLLBACK');
    server.running.kill('SIGKILL');
  });

  test('while another process holds a lock', async () => {
    const [sandbox, url] = [await startTestSandbox(), await testDatabase()];
    const { server, requests, plan } = await testWebProcess(url, sandbox);
    const holder = await testClient(url);
    await holder.query('BEGIN; LOCK TABLE sheet, sign_in_try, journal IN ACCESS EXCLUSIVE MODE');
    // There are more requests than the web process has connections.
    const manyRequests = Array.from({ length: 4 }, () => requests).flat();
    const { answers, health } = await measureDuring(server, [...manyRequests, plan], () =>
      sleep(outageMs),
    );
    expectHealthy(health);
    expectStatuses(answers, 503);
    expectInTime(answers);
    await holder.query('ROLLBACK');
    await expectWorking(server, [...requests, plan]);
  });

  test('while each round trip to the database takes 20 ms', async () => {
    const [sandbox, url] = [await startTestSandbox(), await testDatabase()];
    const proxy = await testFaultyProxy(url, { delayMs: 10 });
    const { server, requests, plan } = await testWebProcess(proxy.url, sandbox);
    const manyRequests = Array.from({ length: 4 }, () => requests).flat();
    const { answers, health } = await measureDuring(server, manyRequests, () => sleep(6_000));
    expectHealthy(health);
    expectStatuses(answers, 200, 401, 429);
    await expectWorking(server, [...requests, plan]);
  });
});

describe.skipIf(!hasPostgres)('a web process and a worker survive', () => {
  const count = 60;
  const faults = {
    'connections that the server terminates': async (url: string) => {
      const client = await testClient(url);
      return {
        url,
        fail: () =>
          client.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'rwa%'",
          ),
      };
    },
    'connections that are cut': async (url: string) => {
      const proxy = await testFaultyProxy(url);
      return {
        url: proxy.url,
        fail: async () => {
          proxy.leave();
          await proxy.comeBack();
        },
      };
    },
  };

  test.for(['connections that the server terminates', 'connections that are cut'] as const)(
    '%s, and finish the run',
    async (name) => {
      const [sandbox, database] = [
        await startTestSandbox({ latencyMs: 300 }),
        await testDatabase(),
      ];
      const { url, fail } = await faults[name](database);
      const { server, id, requests, plan } = await testWebProcess(url, sandbox, count);
      const worker = await testMachine('worker', url, sandbox);
      await server.start(id);
      const { answers } = await measureDuring(server, [...requests, plan], async () => {
        for (let fault = 0; fault < 20; fault++) {
          await fail();
          await sleep(150 + 14 * fault);
        }
      });
      expectStatuses(answers, 200, 401, 429, 503);
      expect(await server.ended(id)).toMatchObject({
        run: { state: 'ended', messages: [] },
        counts: { Scored: count },
      });
      expect((await sandbox.readLedger()).assessments).toHaveLength(count);
      await expectWorking(server, [...requests, plan]);
      worker.kill('SIGTERM');
      const { code, raw: output } = await worker.ended;
      expect(code).toBe(0);
      for (const line of readLog(output.err)) expect(line.process).toBe('worker');
      const logged = `${output.err}${(await server.running.ended).raw.err}`;
      expect(logged).not.toMatch(/E-\d|Portugal|hires|nobody@/);
    },
  );
});
