import { expect, test } from 'vitest';
import type { Plan, Round } from '../../../../batch/server/contract/shapes.js';
import { type SandboxUnderTest, testSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith } from '../../cli/rwaUnderTest.js';
import { employees, headings, hireRow } from '../../run/testRun.js';
import { TestWork } from '../runs/testWork.js';
import { serve, type ServerUnderTest } from '../serveUnderTest.js';

const creates = async (sandbox: SandboxUnderTest) => (await sandbox.ledger()).commits.rwa_create;

/** Assesses two rows on a server. `again` runs a round, and returns the number of rows that it sends. */
async function assessedTwo() {
  const sandbox = await testSandbox();
  const server = await serve(await folderWith(), toEnv(sandbox));
  const sheet = [headings, hireRow('E-1'), hireRow('E-2'), ''].join('\r\n');
  const { id } = await server.upload('hires.csv', sheet);
  await server.start(id);
  await server.ended(id);
  const again = (options: Parameters<typeof sentInRound>[3]) =>
    sentInRound(server, sandbox, id, options);
  return { sandbox, server, id, again };
}

async function sentInRound(
  server: ServerUnderTest,
  sandbox: SandboxUnderTest,
  sheet: string,
  options: Readonly<Record<string, string | boolean>>,
): Promise<number> {
  const before = await creates(sandbox);
  const order = { operation: 'reassess', ...options };
  const query = Object.entries(order)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const plan = await server.json<Plan>('GET', `/api/sheets/${sheet}/plan?${query}`);
  await server.json('POST', `/api/sheets/${sheet}/runs`, { ...order, token: plan.token });
  await server.ended(sheet);
  const sent = (await creates(sandbox)) - before;
  expect(plan.rowsToSend).toBe(sent);
  return sent;
}

test('a round name never sends a row twice, even after other rounds', async () => {
  const { server, id, again } = await assessedTwo();
  expect(await again({ round: '2027-Q1' })).toBe(2);
  expect(await again({ round: '2027-Q1' })).toBe(0);
  expect(await again({ round: '2027-Q2' })).toBe(2);
  expect(await again({ round: '2027-q1' })).toBe(0);
  const { rounds } = await server.json<{ rounds: Round[] }>('GET', `/api/sheets/${id}/rounds`);
  expect(rounds.map(({ name }) => name)).toEqual(['2027-Q2', '2027-Q1', undefined]);
});

test('a new round sends the rows once more on the day of the latest one', async () => {
  const { again } = await assessedTwo();
  expect(await again({})).toBe(2);
  expect(await again({})).toBe(0);
  expect(await again({ newRound: true })).toBe(2);
  expect(await again({})).toBe(0);
});

test('an order is refused if it names a round and asks for a new one, has a bad name, or is not a reassessment', async () => {
  const { server, id } = await assessedTwo();
  for (const order of [
    { operation: 'reassess', round: '2027-Q1', newRound: true },
    { operation: 'reassess', round: '2027 Q1' },
    { operation: 'assess', round: '2027-Q1' },
    { operation: 'assess', newRound: true },
  ]) {
    expect((await server.ask('POST', `/api/sheets/${id}/runs`, order)).status).toBe(422);
  }
});

test('for a file with results of another server, a named round is refused and a new round is sent', async () => {
  const { sandbox, server, id } = await assessedTwo();
  const { text } = await server.ask('GET', `/api/sheets/${id}/downloads/workbook`);
  const other = await serve(await folderWith(), toEnv(sandbox));
  const copy = await other.upload('hires.csv', text);
  const path = `/api/sheets/${copy.id}/plan?operation=reassess&round=2027-Q1`;
  const { text: refused } = await other.ask('GET', path);
  expect(refused).toContain('choose \\"Begin a new one\\" under Round');
  expect(await sentInRound(other, sandbox, copy.id, { newRound: true })).toBe(2);
});

test('a new round that was paused continues, and sends no row twice', async () => {
  const sandbox = await testSandbox({ latencyMs: 20, readyAfterMs: 0 });
  const server = await TestWork.open(sandbox);
  const sheet = await server.addSheet(employees(40));
  await server.start(sheet);
  await server.until(sheet, 'ended');
  const order = { operation: 'reassess', newRound: true, round: '2026-11-26T18-00-00' } as const;
  const { id } = await server.start(sheet, order);
  await expect.poll(() => creates(sandbox), { interval: 5 }).toBeGreaterThan(50);
  await server.work.halt(id, 'paused');
  await server.until(sheet, 'paused');
  expect(await creates(sandbox)).toBeLessThan(80);
  await server.resume(sheet);
  await server.until(sheet, 'ended');
  expect(await creates(sandbox)).toBe(80);
});
