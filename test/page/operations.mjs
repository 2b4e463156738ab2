// An administrator pauses all runs of a server, changes its limits, and drains a worker if there are many machines.
import { strict as assert } from 'node:assert';
import { createTrips, writeRows } from '../e2e/sheet.mjs';
import { desktop, phone } from './person.mjs';
import { start, toPlan, toResults, upload } from './sheetScreens.mjs';

const ROWS = 60;

export async function play(stage) {
  const { control } = await stage.service('--latency', '300ms', '--ready-after', '0ms');
  const { link } = await stage.serve();
  const admin = await stage.person();
  await admin.join(link);
  await lookAtEmpty(admin);
  const ids = Array.from({ length: ROWS }, (_, index) => `O-${index + 1}`);
  await writeRows(stage.at('trips.xlsx'), createTrips(ids));
  await admin.follow('Sheets');
  await upload(admin, stage.at('trips.xlsx'));
  await toPlan(admin);
  await start(admin);
  const sheet = admin.page.url();

  await admin.follow('Operations');
  await figure(admin, 'Active runs', '1');
  await admin.press('Pause all runs…');
  await admin.reads(/^1 active run finishes the requests in flight, then waits\./);
  await admin.look('operations-pause');
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Pause all runs' }).click();
  await admin.reads(/1 run waits to be resumed\.$/);
  await figure(admin, 'Active runs', '0');
  await checkBothSizes(admin, 'operations-paused');
  const sent = await stage.assessed();
  assert.ok(sent.length < ROWS, `${sent.length} were sent before the pause`);
  await refuseResume(admin, sheet);
  assert.deepEqual(await stage.assessed(), sent, 'nothing is sent during the pause');

  await admin.follow('Operations');
  await changeLimits(admin);
  if (stage.cluster !== undefined) await drain(admin);
  await admin.press('Resume all runs');
  await admin.page.getByRole('button', { name: 'Pause all runs…' }).waitFor();
  await admin.page.goto(sheet);
  await toResults(admin);
  assert.equal(new Set(await stage.assessed()).size, ROWS);
  assert.equal((await control('GET', 'ledger')).requests.rwa_create, ROWS);
  await readLog(admin, stage);
}

async function lookAtEmpty(admin) {
  await admin.follow('Operations');
  await admin.reads('Nothing has to be tried again.');
  await admin.reads('No run has failed in the last seven days.');
  await checkBothSizes(admin, 'operations');
}

async function checkBothSizes(admin, name) {
  for (const size of [phone, desktop]) {
    await admin.page.setViewportSize(size);
    await admin.look(name);
    assert.deepEqual(await admin.axe(name), []);
  }
}

/** Waits until a figure has this value. */
function figure({ page }, name, value) {
  return page
    .locator('.figures div')
    .filter({ hasText: name })
    .getByText(value, { exact: true })
    .waitFor();
}

async function refuseResume(admin, sheet) {
  admin.expect(/409/);
  await admin.page.goto(sheet);
  await admin.press('Resume');
  await admin.reads(/has paused all runs of this server\. Ask an administrator to resume them/);
  await admin.look('operations-refused');
}

async function changeLimits(admin) {
  const { page } = admin;
  await page.getByLabel('Requests at the same time').fill('20');
  await page.getByLabel('Requests a second').fill('250.5');
  await admin.press('Save the limits');
  await admin.reads('Saved.');
  await page.reload();
  await page.getByLabel('Requests a second').waitFor();
  assert.equal(await page.getByLabel('Requests at the same time').inputValue(), '20');
  assert.equal(await page.getByLabel('Requests a second').inputValue(), '250.5');
}

async function drain(admin) {
  const { page } = admin;
  await admin.press(/^Drain /);
  await admin.reads('Drained');
  await checkBothSizes(admin, 'operations-drained');
  await admin.press(/^Take slices again/);
  await page.getByText('Ready', { exact: true }).waitFor();
}

async function readLog(admin, stage) {
  await admin.follow('Log');
  for (const action of ['paused all runs', 'resumed all runs']) await admin.reads(action);
  await admin.reads(/^set the limits to 20 at the same time, and 250\.5 requests a second/);
  if (stage.cluster !== undefined) await admin.reads(/^drained a worker on /);
}
