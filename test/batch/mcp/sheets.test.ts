import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { startTestSandbox, trip } from '../../sandbox/sandboxUnderTest.js';
import { folderWith, rwaProcess, toEnv } from '../cli/rwaUnderTest.js';
import { people, toCsv } from '../cli/sheets.js';
import { startAgent } from './mcpUnderTest.js';

const sheet = 'hires.csv';

test('an agent checks, plans, sends and reads a sheet', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ [sheet]: toCsv(people(3)) });
  const agent = await startAgent(folder, service);
  expect((await agent.call('list_sheets')).data).toEqual({ sheets: [join(folder, sheet)] });
  expect((await agent.call('check_sheet', { sheet })).text).toContain(
    'All 3 rows can be assessed.',
  );
  const planned = await agent.call('plan_sheet', { sheet });
  expect(planned.text).toContain('3 to assess');
  expect((await service.readLedger()).requests.rwa_create).toBe(0);
  const run = await agent.send('plan_sheet', 'run_sheet', { sheet });
  expect([run.isError, run.text]).toEqual([
    false,
    expect.stringMatching(/3 rows were sent[.]\n +3 scored\n/),
  ]);
  const results = await agent.call('sheet_results', { sheet, first_row: 3, limit: 1 });
  expect(results.data).toMatchObject({
    rows: [{ row: 3, status: 'Scored', scores: { overallTrip: expect.any(Number) as number } }],
    total: 3,
    next_row: 4,
  });
  expect((await agent.call('sheet_status', { sheet })).text).toContain('3 scored');
  expect((await agent.call('plan_sheet', { sheet })).text).toContain('There is nothing to send.');
  expect(await readFile(join(folder, sheet), 'utf8')).toContain('Scored');
});

test('a sheet that was edited after the plan is not sent', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ [sheet]: toCsv(people(2)) });
  const agent = await startAgent(folder, service);
  const confirmation = await agent.plan('plan_sheet', { sheet });
  await writeFile(join(folder, sheet), toCsv(people(3)));
  const { isError, text } = await agent.call('run_sheet', { sheet, confirmation });
  expect([isError, text]).toEqual([true, expect.stringContaining('is for another plan')]);
  const second = await agent.call('run_sheet', { sheet });
  expect([second.isError, second.text]).toEqual([
    true,
    expect.stringContaining('There is no confirmation. Nothing was sent. Call plan_sheet'),
  ]);
  expect((await service.readLedger()).requests.rwa_create).toBe(0);
});

test('a round needs a name, and runs with the same name assess each row once', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ [sheet]: toCsv(people(2)) });
  const agent = await startAgent(folder, service);
  await agent.send('plan_sheet', 'run_sheet', { sheet });
  const nameless = await agent.call('plan_sheet', { sheet, operation: 'reassess' });
  expect([nameless.isError, nameless.text]).toEqual([
    true,
    expect.stringContaining('A round needs a name'),
  ]);
  const spaced = await agent.call('plan_sheet', { sheet, operation: 'reassess', round: '2026 Q4' });
  expect([spaced.isError, spaced.text]).toEqual([true, expect.stringContaining('such as 2027-Q1')]);
  // The second name has full-width digits, and denotes the same round.
  for (const name of ['2026-Q4', '２０２６-Q4', '2026-Q4']) {
    const round = { sheet, operation: 'reassess', round: name };
    await agent.send('plan_sheet', 'run_sheet', round);
  }
  expect((await service.readLedger()).commits.rwa_create).toBe(4);
});

test('a round uses the settings of its sheet in rwa.config.json', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({
    [sheet]: toCsv(people(2)),
    'rwa.config.json': JSON.stringify({
      companies: [
        {
          name: 'ACME',
          baseUrl: service.sandbox.baseUrl,
          tokenFile: 'token',
          sheets: [{ file: sheet, options: { set: ['seniority=Senior'] } }],
        },
      ],
    }),
    token: service.sandbox.tokens[0] ?? '',
  });
  const agent = await startAgent(folder, service, { cwd: folder });
  await agent.send('plan_sheet', 'run_sheet', { sheet });
  await agent.send('plan_sheet', 'run_sheet', { sheet, operation: 'reassess', round: '2027-Q1' });
  const nightly = ['reassess', sheet, '--round', '2027-Q1', '--yes', '--set', 'seniority=Senior'];
  expect((await rwaProcess(folder, nightly, toEnv(service))).code).toBe(0);
  expect((await service.readLedger()).requests.rwa_create).toBe(4);
});

test('the tools use no sheet outside of the allowed folders, not even through a link', async () => {
  const service = await startTestSandbox();
  const outside = await folderWith({ 'secret.csv': toCsv(people(1)) });
  const folder = await folderWith({ [sheet]: toCsv(people(1)) });
  await symlink(join(outside, 'secret.csv'), join(folder, 'linked.csv'));
  const agent = await startAgent(folder, service);
  const paths = [
    join(outside, 'secret.csv'),
    join(outside, 'missing.csv'),
    join(folder, 'linked.csv'),
    'linked.csv',
    '../secret.csv',
    `${sheet}.rwa-journal.jsonl`,
  ];
  for (const path of paths) {
    for (const tool of ['check_sheet', 'plan_sheet', 'run_sheet', 'sheet_status', 'resolve_row']) {
      const { isError, text } = await agent.call(tool, { sheet: path });
      expect([isError, text]).toEqual([
        true,
        `There is no sheet ${path} in the folders of this server. list_sheets lists its sheets. To use another folder, a person adds --allow FOLDER to the command that starts this server.`,
      ]);
    }
  }
  const report = agent.client.readResource({
    uri: `rwa://report/${encodeURIComponent(join(outside, 'secret.csv'))}`,
  });
  await expect(report).rejects.toThrow('There is no sheet');
});

test('an answer about a sheet with the token as its name does not contain the token', async () => {
  const service = await startTestSandbox();
  const [token = ''] = service.sandbox.tokens;
  const folder = await folderWith({ [sheet]: toCsv(people(1)) });
  const agent = await startAgent(folder, service);
  const { text } = await agent.call('sheet_status', { sheet: token });
  expect(text).not.toContain(token);
  expect(text).toContain('(secret)');
});

test('the resources are the contract and a report on each sheet', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ [sheet]: toCsv(people(2)) });
  const agent = await startAgent(folder, service);
  await agent.send('plan_sheet', 'run_sheet', { sheet });
  const { resources } = await agent.client.listResources();
  const texts = await Promise.all(
    resources.map(async ({ uri }) => {
      const [content] = (await agent.client.readResource({ uri })).contents;
      return content !== undefined && 'text' in content ? content.text : '';
    }),
  );
  expect(texts[0]).toContain('| employeeId | Employee ID | always |');
  expect(texts[1]).toContain('<title>Remote work risks: hires.csv</title>');
  const prompt = { name: 'quarterly_round', arguments: { sheet, round: '2026-Q4' } };
  const { messages } = await agent.client.getPrompt(prompt);
  expect(JSON.stringify(messages)).toContain('reassess');
});

test('a resource with a malformed address is not found', async () => {
  const agent = await startAgent(await folderWith(), await startTestSandbox());
  const report = agent.client.readResource({ uri: 'rwa://report/%E0%A4%A' });
  await expect(report).rejects.toThrow('There is no resource rwa://report/%E0%A4%A.');
});

test('a decision is recorded only after its plan was confirmed', async () => {
  const service = await startTestSandbox();
  const agent = await startAgent(await folderWith(), service);
  const { assessmentId } = (await agent.create(trip)).data;
  const decision = { assessmentId, status: 'Manager Approved', managerId: 'C-100' };
  const wrong = await agent.call('plan_decision', { ...decision, managerId: '' });
  expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining('Nothing was sent.')]);
  const early = await agent.call('record_decision', decision);
  expect(early.text).toContain('Call plan_decision');
  const sent = await agent.send('plan_decision', 'record_decision', decision);
  expect([sent.isError, sent.text]).toEqual([false, 'Done.']);
  expect((await agent.call('get_assessment', { assessmentId })).data).toMatchObject({
    ready: true,
    status: 'Manager Approved',
  });
});

test('the tools accept a report link instead of an Assessment ID, and a decision in any capitals', async () => {
  const service = await startTestSandbox();
  const agent = await startAgent(await folderWith(), service);
  const { assessmentId, reportLink } = (await agent.create(trip)).data;
  const decision = { assessmentId: reportLink, status: 'manager approved', managerId: 'C-100' };
  const planned = await agent.call('plan_decision', decision);
  expect(planned.text).toContain(`assessmentId: ${String(assessmentId)}`);
  const sent = await agent.send('plan_decision', 'record_decision', decision);
  expect([sent.isError, sent.text]).toEqual([false, 'Done.']);
  const retrieved = await agent.call('get_assessment', { assessmentId: reportLink });
  expect(retrieved.data).toMatchObject({ ready: true, status: 'Manager Approved' });
  const withoutId = await agent.call('get_assessment', {
    assessmentId: 'https://example.com/report',
  });
  expect([withoutId.isError, withoutId.text]).toEqual([
    true,
    expect.stringContaining('is a link without an Assessment ID'),
  ]);
});

test('a repeated decision needs a new plan, which mentions the earlier request', async () => {
  const service = await startTestSandbox();
  const agent = await startAgent(await folderWith(), service);
  const { assessmentId } = (await agent.create(trip)).data;
  const decision = { assessmentId, status: 'Manager Approved', managerId: 'C-100' };
  const earlier = await agent.plan('plan_decision', decision);
  await agent.send('plan_decision', 'record_decision', decision);
  const repeated = await agent.call('record_decision', { ...decision, confirmation: earlier });
  expect([repeated.isError, repeated.text]).toEqual([
    true,
    expect.stringContaining('The confirmation is for another plan'),
  ]);
  expect((await service.readLedger()).commits.rwa_update).toBe(1);
  const { text } = await agent.call('plan_decision', decision);
  expect(text).toContain('This server has already sent the same request, at ');
  expect(text).toContain('If somebody has recorded something else since, it would be replaced.');
  await agent.send('plan_decision', 'record_decision', decision);
  expect((await service.readLedger()).commits.rwa_update).toBe(2);
});

test('the plan of a repeated removal warns that a restored access is removed again', async () => {
  const agent = await startAgent(await folderWith(), await startTestSandbox());
  const removal = { staff_id: 'M-200' };
  await agent.send('plan_removal', 'remove_user_access', removal);
  const { text } = await agent.call('plan_removal', removal);
  expect(text).toContain('If the access was restored since, it is removed again.');
});

test.each(['accept', 'decline'] as const)(
  'a client that can ask the person does so before anything is sent (%s)',
  async (action) => {
    const service = await startTestSandbox();
    const agent = await startAgent(await folderWith(), service, {
      capabilities: { elicitation: {} },
    });
    const questions: string[] = [];
    agent.client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message);
      return { action, content: {} };
    });
    const answer = await agent.create(trip);
    expect(questions).toEqual([
      'Create an assessment: employee 00123, Work From Anywhere, Portugal, 2026-11-03 to 2026-11-13?',
    ]);
    expect(answer.isError).toBe(action === 'decline');
    expect((await service.readLedger()).commits.rwa_create).toBe(action === 'accept' ? 1 : 0);
  },
);
