import { spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDraftPath, isAlive } from '../../../sheets/files/draft.js';
import { lockSheet } from '../../../batch/engine/journal/sheetLock.js';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { ageJournals } from '../../ageRequests.mjs';
import {
  invitation,
  type Json,
  type SandboxUnderTest,
  startTestSandbox,
  trip,
} from '../../sandbox/sandboxUnderTest.js';
import { folderWith, rwaProcess, toEnv } from '../cli/rwaUnderTest.js';
import { people, toCsv, trip as tripRow } from '../cli/sheets.js';
import { type AgentUnderTest, startAgent } from './mcpUnderTest.js';

const endedPid = spawnSync(process.execPath, ['--version']).pid;
const sameTrip = { ...tripRow, Citizenship: 'France', 'End date': '2026-11-13' };

interface TestSetup {
  readonly service: SandboxUnderTest;
  readonly folder: string;
  readonly agent: AgentUnderTest;
}

async function createSetup(files: Record<string, string> = {}): Promise<TestSetup> {
  const service = await startTestSandbox();
  const folder = await folderWith(files);
  return { service, folder, agent: await startAgent(folder, service) };
}

async function countCreates({ service }: Pick<TestSetup, 'service'>): Promise<number> {
  return (await service.readLedger()).commits.rwa_create;
}

/** Kills the agent's server while the service delays its answer to a request. */
async function killDuringRequest({ service, agent }: TestSetup, fault: string): Promise<void> {
  await service.loseAnswer('00123', fault);
  const sent = agent.create(trip);
  sent.catch(() => undefined);
  await expect.poll(async () => (await service.readLedger()).requests.rwa_create).toBe(1);
  process.kill(agent.pid ?? 0, 'SIGKILL');
  await expect(sent).rejects.toThrow('Connection closed');
}

/**
 * Expects that no file in the folder of requests contains the row of `trip`, and that no hidden file
 * is left there.
 */
async function expectNoRow({ folder }: TestSetup): Promise<void> {
  const requestFolder = join(folder, 'own');
  const names = await readdir(requestFolder);
  const texts = await Promise.all(names.map((name) => readFile(join(requestFolder, name), 'utf8')));
  expect(texts.join('\n')).not.toContain('Portugal');
  expect(names.filter((name) => name.startsWith('.'))).toEqual([]);
}

test('parallel calls, each with its own confirmation, create only one assessment', async () => {
  const setup = await createSetup();
  const { agent } = setup;
  const confirmations = await Promise.all(
    Array.from({ length: 4 }, () => agent.plan('plan_assessment', trip)),
  );
  const answers = await Promise.all(
    confirmations.map((confirmation) => agent.call('create_assessment', { ...trip, confirmation })),
  );
  expect(new Set(answers.map(({ data }) => data.assessmentId)).size).toBe(1);
  expect(await countCreates(setup)).toBe(1);
});

test.each(['reset-after-commit', 'status-500-after-commit'])(
  'a call after a lost answer (%s) reports that the outcome is unknown, and sends nothing',
  async (fault) => {
    const setup = await createSetup();
    await setup.service.loseAnswer('00123', fault);
    const lostAnswer = await setup.agent.create(trip);
    const repeatedAnswer = await setup.agent.create({ ...trip, destination: ' PORTUGAL' });
    for (const { isError, text } of [lostAnswer, repeatedAnswer]) {
      expect(isError).toBe(true);
      expect(text).toContain('it is unknown whether it took effect');
      expect(text).toContain('Tell the person, and ask them to look in the service, a minute');
    }
    expect(await countCreates(setup)).toBe(1);
  },
);

test.each<[string, Json]>([
  ['another day', { endDate: '2026-11-14' }],
  ['another seniority', { seniority: 'Senior' }],
  ['the Employee ID in another form', { employeeId: '123' }],
])(
  'a call with %s sends nothing while an earlier request for this person has no answer',
  async (_, inputs) => {
    const setup = await createSetup();
    const confirmation = await setup.agent.plan('plan_assessment', { ...trip, ...inputs });
    await setup.service.loseAnswer('00123');
    await setup.agent.create(trip);
    const sent = await setup.agent.call('create_assessment', { ...trip, ...inputs, confirmation });
    const planned = await setup.agent.call('plan_assessment', { ...trip, ...inputs });
    for (const { isError, text } of [sent, planned]) {
      expect([isError, text]).toEqual([
        true,
        expect.stringContaining(
          'assessments.csv is an earlier request for the same person or trip',
        ),
      ]);
      expect(text).toContain('call resolve_row with this sheet, row 2 and its ID');
    }
    expect(await countCreates(setup)).toBe(1);
  },
);

test('resolve_row accepts a report link, but no other text', async () => {
  const setup = await createSetup();
  await setup.service.loseAnswer('00123');
  await setup.agent.create(trip);
  const { assessments } = await setup.service.readLedger();
  const exists = `https://example.com/redirect/${String(assessments[0]?.assessmentId)}`;
  const sheet = 'assessments.csv';
  const refused = await setup.agent.call('resolve_row', { sheet, row: 2, exists: 'none' });
  expect(refused.text).toContain('"none" is not an Assessment ID. Copy it from the service.');
  expect(refused.text).not.toContain('press Enter');
  await setup.agent.call('resolve_row', { sheet, row: 2, exists });
  const { data } = await setup.agent.create({ ...trip, endDate: '2026-11-14' });
  expect(data).toMatchObject({ status: 'Scored', row: 3 });
  expect(await countCreates(setup)).toBe(2);
});

test('a repeated call returns the assessment whose ID a person has looked up', async () => {
  const setup = await createSetup();
  await setup.service.loseAnswer('00123');
  await setup.agent.create(trip);
  const { assessments } = await setup.service.readLedger();
  const exists = String(assessments[0]?.assessmentId);
  const sheet = 'assessments.csv';
  const resolved = await setup.agent.call('resolve_row', { sheet, row: 2, exists });
  expect(resolved.text).toContain(`row 2 exists (${exists})`);
  expect((await setup.agent.create(trip)).data).toMatchObject({ assessmentId: exists });
  expect(await countCreates(setup)).toBe(1);
});

test('resolve_row refuses an ID that belongs to a row of another sheet', async () => {
  const setup = await createSetup({ 'trips.csv': toCsv([sameTrip]) });
  await setup.agent.send('plan_sheet', 'run_sheet', { sheet: 'trips.csv' });
  const { assessments } = await setup.service.readLedger();
  const exists = String(assessments[0]?.assessmentId);
  await setup.service.loseAnswer('00123');
  await setup.agent.create({ ...trip, destination: 'Spain' });
  const sheet = 'assessments.csv';
  const refused = await setup.agent.call('resolve_row', { sheet, row: 2, exists });
  expect([refused.isError, refused.text]).toEqual([
    true,
    expect.stringContaining('belongs to a row of another sheet'),
  ]);
  expect(refused.text).toContain('type the ID into the row and run rwa resolve');
  const { text } = await setup.agent.call('sheet_status', { sheet });
  expect(text).toContain('Unconfirmed');
});

test('a person can assign an ID to a row that was moved from a deleted sheet', async () => {
  const other = { ...sameTrip, 'Employee ID': '00124' };
  const files = { 'trips.csv': toCsv([sameTrip]), 'all.csv': toCsv([other]) };
  const { folder, service, agent } = await createSetup(files);
  for (const sheet of Object.keys(files)) await agent.send('plan_sheet', 'run_sheet', { sheet });
  const { assessments } = await service.readLedger();
  const ids = ['00123', '00124'].map(
    (employee) => assessments.find(({ employeeId }) => employeeId === employee)?.assessmentId,
  );
  await rm(join(folder, 'trips.csv'));
  const merged = [sameTrip, other].map((row, at) => ({ ...row, 'Assessment ID': String(ids[at]) }));
  await writeFile(join(folder, 'all.csv'), toCsv(merged));
  const answer = { sheet: 'all.csv', row: 2, exists: String(ids[0]) };
  const { text } = await agent.call('resolve_row', answer);
  const [, options = ''] = /run rwa resolve ".*" (.+)$/.exec(text) ?? [];
  const resolve = ['resolve', 'all.csv', ...options.split(' ')];
  expect((await rwaProcess(folder, resolve, toEnv(service))).code).toBe(0);
  await agent.send('plan_sheet', 'run_sheet', { sheet: 'all.csv' });
  expect((await agent.call('sheet_status', { sheet: 'all.csv' })).text).toContain('2 scored');
  expect(await countCreates({ service })).toBe(2);
});

test('after a person runs the command in the answer, an unconfirmed request can be sent again', async () => {
  const setup = await createSetup();
  await setup.service.loseAnswer('00123', 'reset-before-commit');
  const lostAnswer = await setup.agent.create(trip);
  const [, command = ''] = /the person runs rwa (.*) and you plan/.exec(lostAnswer.text) ?? [];
  const requestFolder = join(setup.folder, 'own');
  ageJournals(requestFolder);
  const [, path = ''] = /"(.*)"/.exec(command) ?? [];
  const args = ['resolve', path, ...command.slice(command.indexOf(' --') + 1).split(' ')];
  expect((await rwaProcess(requestFolder, args)).code).toBe(0);
  expect((await setup.agent.create(trip)).data).toMatchObject({ status: 'Scored', row: 2 });
  expect(await countCreates(setup)).toBe(1);
});

test.each<[string, Json]>([
  ['other capitals and spaces', { destination: ' portugal  ', purpose: 'work from anywhere' }],
  ['the name of a country in another language', { residency: 'Deutschland' }],
  ['other forms of a date', { startDate: '2026-11-03', endDate: '13 November 2026' }],
  ['an empty input', { managerId: '' }],
])('a call that is rephrased with %s returns the first assessment', async (_, changes) => {
  const setup = await createSetup();
  const first = await setup.agent.create(trip);
  const second = await setup.agent.create({ ...trip, ...changes });
  expect(second.data.assessmentId).toBe(first.data.assessmentId);
  expect(await countCreates(setup)).toBe(1);
});

test('a country code is refused with the advice to use the English name', async () => {
  const setup = await createSetup();
  await setup.agent.create(trip);
  const { isError, text } = await setup.agent.create({ ...trip, residency: 'DE' });
  expect([isError, text]).toEqual([
    true,
    'Residency: "DE" is not a known English country name. Use the English name of the country, such as Germany for DE. Nothing was sent.',
  ]);
  expect(await countCreates(setup)).toBe(1);
});

test.each(['timeout-before-commit', 'timeout-after-commit'])(
  'a new server does not send a request that its killed predecessor may have sent (%s)',
  async (fault) => {
    const setup = await createSetup();
    await killDuringRequest(setup, fault);
    const before = await countCreates(setup);
    const otherAgent = await startAgent(setup.folder, setup.service);
    const repeatedAnswer = await otherAgent.create(trip);
    expect([repeatedAnswer.isError, repeatedAnswer.text]).toEqual([
      true,
      expect.stringContaining('it is unknown whether it took effect'),
    ]);
    expect((await setup.service.readLedger()).requests.rwa_create).toBe(1);
    expect(await countCreates(setup)).toBe(before);
  },
);

test('create_assessment sends no trip that was sent from a sheet', async () => {
  const setup = await createSetup({ 'trips.csv': toCsv([sameTrip]) });
  await setup.agent.send('plan_sheet', 'run_sheet', { sheet: 'trips.csv' });
  expect(await countCreates(setup)).toBe(1);
  const { isError, text } = await setup.agent.create(trip);
  const { assessments } = await setup.service.readLedger();
  expect([isError, text]).toEqual([
    true,
    expect.stringContaining('The same request was sent from the sheet trips.csv before'),
  ]);
  expect(text).toContain('Call get_assessment with this ID');
  const [, assessmentId = ''] = /with the ID (\S+)[.] /.exec(text) ?? [];
  const { data } = await setup.agent.call('get_assessment', { assessmentId });
  expect([assessmentId, data.ready]).toEqual([assessments[0]?.assessmentId, true]);
  expect(await countCreates(setup)).toBe(1);
});

test('create_assessment creates an unanswered trip of a deleted sheet after a person resolves its row', async () => {
  const setup = await createSetup({ 'trips.csv': toCsv([sameTrip]) });
  const { folder, service, agent } = setup;
  await service.loseAnswer('00123', 'reset-before-commit');
  await agent.send('plan_sheet', 'run_sheet', { sheet: 'trips.csv' });
  await rm(join(folder, 'trips.csv'));
  const { text } = await agent.create(trip);
  expect(text).toMatch(/run rwa resolve .* If .* is gone, they first create it again/);
  await writeFile(join(folder, 'trips.csv'), toCsv([sameTrip]));
  ageJournals(folder);
  const answer = ['resolve', 'trips.csv', '--row', '2', '--send-again'];
  expect((await rwaProcess(folder, answer, toEnv(service))).code).toBe(0);
  expect((await agent.create(trip)).data).toMatchObject({ status: 'Scored' });
  expect(await countCreates(setup)).toBe(1);
});

test('run_sheet sends no trip that create_assessment has sent', async () => {
  const setup = await createSetup({ 'trips.csv': toCsv([sameTrip]) });
  const created = await setup.agent.create(trip);
  const { text } = await setup.agent.send('plan_sheet', 'run_sheet', { sheet: 'trips.csv' });
  expect(text).toContain(`sent from assessments.csv`);
  expect(text).toContain('There is nothing to send.');
  expect(created.isError).toBe(false);
  expect(await countCreates(setup)).toBe(1);
});

test('run_sheet and create_assessment at the same moment create one assessment', async () => {
  const setup = await createSetup({ 'trips.csv': toCsv([sameTrip]) });
  const { agent } = setup;
  const [tripConfirmation, sheetConfirmation] = await Promise.all([
    agent.plan('plan_assessment', trip),
    agent.plan('plan_sheet', { sheet: 'trips.csv' }),
  ]);
  await Promise.all([
    agent.call('create_assessment', { ...trip, confirmation: tripConfirmation }),
    agent.call('run_sheet', { sheet: 'trips.csv', confirmation: sheetConfirmation }),
  ]);
  // If both calls are refused because of each other, the next call creates the assessment.
  expect(await countCreates(setup)).toBeLessThanOrEqual(1);
  await agent.create(trip);
  expect(await countCreates(setup)).toBe(1);
});

test('a confirmation is refused for other inputs, and then also for its own inputs', async () => {
  const setup = await createSetup();
  const { agent } = setup;
  const confirmation = await agent.plan('plan_assessment', trip);
  const spain = { ...trip, destination: 'Spain' };
  const answerForSpain = await agent.call('create_assessment', { ...spain, confirmation });
  expect([answerForSpain.isError, answerForSpain.text]).toEqual([
    true,
    expect.stringContaining('The confirmation is for another plan'),
  ]);
  const used = await agent.call('create_assessment', { ...trip, confirmation });
  expect([used.isError, used.text]).toEqual([
    true,
    expect.stringContaining('already used or expired. Nothing was sent. Call plan_assessment'),
  ]);
  expect(await countCreates(setup)).toBe(0);
});

test('a call without a confirmation sends nothing and advises to ask the person', async () => {
  const setup = await createSetup();
  const { isError, text } = await setup.agent.call('create_assessment', trip);
  expect([isError, text]).toEqual([
    true,
    'There is no confirmation. Nothing was sent. Call plan_assessment, show its plan to the person, and ask whether to send it. Only after a yes, call this tool with the confirmation from that plan.',
  ]);
  expect(await countCreates(setup)).toBe(0);
});

test('two servers on one folder create one assessment', async () => {
  const setup = await createSetup();
  const otherAgent = await startAgent(setup.folder, setup.service);
  await Promise.all([setup.agent.create(trip), otherAgent.create(trip)]);
  expect(await countCreates(setup)).toBe(1);
  const [first, second] = [await setup.agent.create(trip), await otherAgent.create(trip)];
  expect(first.data.assessmentId).toBe(second.data.assessmentId);
  expect(await countCreates(setup)).toBe(1);
});

test('servers that start at the same moment share a new folder', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith();
  const agents = await Promise.all([1, 2, 3, 4].map(() => startAgent(folder, service)));
  const answers = await Promise.all(agents.map((agent) => agent.call('list_sheets')));
  expect(answers.map(({ isError }) => isError)).toEqual([false, false, false, false]);
});

test('a request that another run is sending leaves no row in the sheet of requests', async () => {
  const setup = await createSetup({ 'trips.csv': toCsv([...people(11), sameTrip]) });
  const { service, folder, agent } = setup;
  const otherAgent = await startAgent(folder, service);
  const confirmation = await otherAgent.plan('plan_assessment', trip);
  await service.control('POST faults', { operation: 'rwa_create', fault: 'timeout-before-commit' });
  const run = agent.send('plan_sheet', 'run_sheet', { sheet: 'trips.csv' });
  run.catch(() => undefined);
  await expect.poll(async () => (await service.readLedger()).requests.rwa_create).toBe(5);
  const refused = await otherAgent.call('create_assessment', { ...trip, confirmation });
  expect([refused.isError, refused.text]).toEqual([
    true,
    expect.stringContaining('is also in trips.csv, which another run is sending now'),
  ]);
  process.kill(agent.pid ?? 0, 'SIGKILL');
  await expectNoRow(setup);
});

test('a new server removes the row of a request that its killed predecessor did not send', async () => {
  const setup = await createSetup();
  const { service, folder, agent } = setup;
  const sheet = join(folder, 'own', 'assessments.csv');
  await agent.create({ ...trip, destination: 'Spain' });
  const confirmation = await agent.plan('plan_assessment', trip);
  await service.control('POST faults', {
    operation: 'rwa_retrieve',
    fault: 'timeout-before-commit',
  });
  const call = agent.call('create_assessment', { ...trip, confirmation });
  call.catch(() => undefined);
  await expect.poll(() => readFile(sheet, 'utf8')).toContain('Portugal');
  process.kill(agent.pid ?? 0, 'SIGKILL');
  await expect(call).rejects.toThrow('Connection closed');
  await startAgent(folder, service);
  await expectNoRow(setup);
  expect(await readFile(sheet, 'utf8')).toContain('Spain');
  expect(await countCreates(setup)).toBe(1);
});

test('a folder with the requests of one company is refused for another', async () => {
  const { folder, service, agent } = await createSetup();
  await agent.create(trip);
  const env = { ...toEnv(service), RWA_TOKEN: service.sandbox.tokens[1] ?? '' };
  const result = await rwaProcess(folder, ['mcp', '--folder', 'own', '--allow', '.'], env);
  expect([result.code, result.err]).toEqual([
    2,
    expect.stringContaining('contains the requests of another company token'),
  ]);
});

test('a folder for single requests that cannot be created is refused', async () => {
  const { folder, service } = await createSetup();
  await writeFile(join(folder, 'file'), '');
  const result = await rwaProcess(folder, ['mcp', '--folder', 'file'], toEnv(service));
  expect([result.code, result.err]).toEqual([
    2,
    expect.stringContaining('The folder file cannot be created: EEXIST'),
  ]);
});

test('no command sends a row that a killed server added but did not send', async () => {
  const { folder, service, agent } = await createSetup();
  await agent.create(trip);
  await agent.client.close();
  const requestFolder = join(folder, 'own');
  const path = join(requestFolder, 'assessments.csv');
  const text = await readFile(path, 'utf8');
  const [, row = ''] = text.split('\r\n');
  await writeFile(path, `${text}${row.replace('Portugal', 'Spain')}\r\n`);
  const markPath = createDraftPath(`${path}.adding`).replace(`-${process.pid}-`, `-${endedPid}-`);
  await writeFile(markPath, '');
  const assess = (...extraArgs: string[]) =>
    rwaProcess(requestFolder, ['assess', 'assessments.csv', '--yes', ...extraArgs], toEnv(service));
  const lock = await lockSheet(path, toSheetFiles(path, {}), Date.now);
  expect((await assess()).err).toContain('Wait for it to end');
  await lock.release();
  const refused = await assess();
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining('has not finished adding a request'),
  ]);
  expect((await assess('--max-new', '0')).code).toBe(8);
  const next = await startAgent(folder, service);
  // The server removed the row when it started, so add it again.
  await writeFile(path, `${text}${row.replace('Portugal', 'Spain')}\r\n`);
  await writeFile(markPath, '');
  expect(await next.send('plan_sheet', 'run_sheet', { sheet: path })).toMatchObject({
    isError: true,
    text: expect.stringContaining('has not finished adding a request') as string,
  });
  expect(await countCreates({ service })).toBe(1);
});

test.each([
  ['its process has ended', (mark: string) => mark.replace(`-${process.pid}-`, `-${endedPid}-`), 0],
  ['its process ID is in use again', (mark: string) => mark, 2],
  ['it is from another host', (mark: string) => mark.replace(/-[\da-f]{8}-/, '-00000000-'), 2],
])(
  'the mark that a killed server left before its first row is deleted (%s)',
  async (_, rename, hoursAgo) => {
    const { agent, folder } = await createSetup();
    const mark = rename(createDraftPath(join(folder, 'own', 'assessments.csv.adding')));
    await writeFile(mark, '');
    const markedAt = Date.now() / 1_000 - hoursAgo * 3_600;
    await utimes(mark, markedAt, markedAt);
    expect((await agent.create(trip)).data).toMatchObject({ status: 'Scored' });
    const names = await readdir(join(folder, 'own'));
    expect(names.filter((name) => name.startsWith('.'))).toEqual([]);
  },
);

test.each(['SIGTERM', 'EOF'])(
  'a server that ends (%s) sends no request that is still planned or waiting',
  async (end) => {
    const setup = await createSetup({ 'trips.csv': toCsv(people(3)) });
    const { service, agent } = setup;
    const trips = ['Spain', 'Italy', 'Portugal'].map((destination) => ({ ...trip, destination }));
    const confirmed: Json[] = [];
    for (const inputs of trips) {
      confirmed.push({ ...inputs, confirmation: await agent.plan('plan_assessment', inputs) });
    }
    const confirmation = await agent.plan('plan_sheet', { sheet: 'trips.csv' });
    const { requests } = await service.readLedger();
    // Both kinds of runs begin with a request to retrieve, and send nothing else until it is
    // answered.
    await service.control('POST faults', { operation: 'rwa_retrieve', fault: 'slow', times: 2 });
    const calls = [
      agent.call('run_sheet', { sheet: 'trips.csv', confirmation }),
      ...confirmed.map((inputs) => agent.call('create_assessment', inputs)),
    ];
    for (const call of calls) call.catch(() => undefined);
    const expectedRequests = requests.rwa_retrieve + 2;
    await expect
      .poll(async () => (await service.readLedger()).requests.rwa_retrieve)
      .toBe(expectedRequests);
    const { pid = 0, client } = agent;
    if (end === 'SIGTERM') process.kill(pid, end);
    else await client.close();
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
    expect((await service.readLedger()).requests.rwa_create).toBe(0);
  },
);

test('a call that is repeated after its client has disconnected creates no second assessment', async () => {
  const setup = await createSetup();
  await setup.service.control('POST faults', {
    operation: 'rwa_create',
    fault: 'slow',
    times: 1,
  });
  const confirmation = await setup.agent.plan('plan_assessment', trip);
  const call = setup.agent.call('create_assessment', { ...trip, confirmation });
  call.catch(() => undefined);
  await expect.poll(async () => (await setup.service.readLedger()).requests.rwa_create).toBe(1);
  await setup.agent.client.close();
  const otherAgent = await startAgent(setup.folder, setup.service);
  expect((await otherAgent.create(trip)).data.status).toBeOneOf(['Pending', 'Scored']);
  expect(await countCreates(setup)).toBe(1);
});

test.each([{ email: '+ada@example.com' }, { first_name: '-Bob' }])(
  'an invitation is refused if a text begins like a formula (%o)',
  async (inputs) => {
    const setup = await createSetup();
    const { isError, text } = await setup.agent.call('plan_invitation', {
      ...invitation,
      ...inputs,
    });
    expect([isError, text]).toEqual([true, expect.stringContaining('begins like a formula')]);
  },
);

test('the same email is invited once, even if its capitals differ', async () => {
  const setup = await createSetup();
  const invite = (inputs: Json) => setup.agent.send('plan_invitation', 'invite_user', inputs);
  const first = await invite(invitation);
  const second = await invite({ ...invitation, email: String(invitation.email).toUpperCase() });
  expect(first.data).toMatchObject({ status: 'Invited' });
  expect(second.data.userId).toBe(first.data.userId);
  expect((await setup.service.readLedger()).commits.create_pending_user).toBe(1);
});

test('a person can assess the same trip again with rwa reassess', async () => {
  const setup = await createSetup();
  await setup.agent.create(trip);
  const sheet = join(setup.folder, 'own', 'assessments.csv');
  const { baseUrl, tokens } = setup.service.sandbox;
  const env = { RWA_BASE_URL: baseUrl, RWA_TOKEN: tokens[0] ?? '' };
  const args = ['reassess', sheet, '--rows', '2', '--yes', '--poll-interval', '50ms'];
  expect((await rwaProcess(setup.folder, args, env)).code).toBe(0);
  expect(await countCreates(setup)).toBe(2);
});

test('planning a request changes no file in the folder of requests', async () => {
  const { agent, folder } = await createSetup();
  await agent.create(trip);
  const requestFolder = join(folder, 'own');
  const changedFiles: (string | null)[] = [];
  const watcher = watch(requestFolder, (_, name) => changedFiles.push(name));
  onTestFinished(() => {
    watcher.close();
  });
  expect(await agent.plan('plan_assessment', { ...trip, destination: 'Spain' })).toBeDefined();
  await writeFile(join(requestFolder, 'last'), '');
  await expect.poll(() => changedFiles).toContain('last');
  expect(changedFiles.filter((name) => name !== 'last')).toEqual([]);
});

test('the sheet of requests and its journal have no token, and the journal has no destination', async () => {
  const setup = await createSetup();
  onTestFinished(() => setup.agent.client.close());
  await setup.agent.create(trip);
  const path = join(setup.folder, 'own', 'assessments.csv');
  const [sheet, journal] = await Promise.all([
    readFile(path, 'utf8'),
    readFile(`${path}.rwa-journal.jsonl`, 'utf8'),
  ]);
  const [token = ''] = setup.service.sandbox.tokens;
  expect(sheet + journal).not.toContain(token);
  expect(journal).not.toContain('Portugal');
});
