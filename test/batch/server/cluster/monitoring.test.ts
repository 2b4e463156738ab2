import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { hasPostgres, testDatabase } from '../../../postgres/postgresUnderTest.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { folderWith, toEnv } from '../../cli/rwaUnderTest.js';
import { people, toCsv } from '../../cli/sheets.js';
import { signIn, startServing } from '../serveUnderTest.js';

const samples = join(import.meta.dirname, '../../../../samples/monitoring');
const readSample = (name: string) => readFileSync(join(samples, name), 'utf8');

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[];
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

function readExpressions(): string[] {
  const { groups } = parse(readSample('alerts.yaml')) as Rules;
  const { panels } = JSON.parse(readSample('dashboard.json')) as Dashboard;
  return [
    ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
}

/** Returns the names of the metrics in an expression, without the `up` of Prometheus itself. */
const findMetrics = (expression: string) => expression.match(/\b(?:rwa|nodejs|process)_\w+/g) ?? [];

describe.skipIf(!hasPostgres)('the alert rules and the dashboard', () => {
  test('use only metrics that a web process or a worker exposes after a run', async () => {
    const service = await startTestSandbox();
    const env = { ...toEnv(service), RWA_DATABASE_URL: await testDatabase() };
    const start = async (args: readonly string[]) =>
      startServing(await folderWith(), [...args, '--port', '0', '--json'], env);
    const server = await signIn(await start(['serve', '--health-port', '0']));
    const worker = JSON.parse((await start(['worker'])).printed()) as { url: string };
    const { health } = JSON.parse(server.running.printed()) as { health: string };
    const { id } = await server.upload('hires.csv', toCsv(people(3)));
    expect(await server.runToEnd(id)).toMatchObject({ run: { state: 'ended' } });

    const scrapes = [health, worker.url].map(async (url) => (await fetch(`${url}/metrics`)).text());
    const scraped = (await Promise.all(scrapes)).join('\n');
    const exposed = new Set(scraped.match(/^\w+/gm));
    const used = new Set(readExpressions().flatMap(findMetrics));
    expect(used.size).toBeGreaterThan(15);
    expect([...used].filter((name) => !exposed.has(name))).toEqual([]);
    expect(scraped).toMatch(/^rwa_runs\{state="running"\}/m);
    expect(scraped).toMatch(
      /^rwa_requests_total\{operation="rwa_retrieve",outcome="success"\} \d/m,
    );
    expect(scraped).toMatch(/^rwa_database_pool_wait_seconds_count [1-9]/m);
    const [, endedAt] = /^rwa_run_last_success_timestamp_seconds (\S+)/m.exec(scraped) ?? [];
    expect(Math.abs(Number(endedAt) - Date.now() / 1_000)).toBeLessThan(300);
  });
});
