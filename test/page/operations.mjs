// An administrator pauses all runs of a server, changes its limits, and, with Postgres, drains a worker. At the end,
// the service refuses the token.
import { strict as assert } from 'node:assert';
import { until } from '../e2e/processes.mjs';
import { createTrips, writeRows } from '../e2e/sheet.mjs';
import { desktop, phone } from './person.mjs';
import { startRun, goToPlan, goToResults, slowDownRuns, upload } from './sheetScreens.mjs';

const ROWS = 200;

export async function play(stage) {
  const { control } = await stage.startService('--ready-after', '0ms');
  await slowDownRuns(stage);
  const { link } = await stage.startServer();
  const admin = await stage.createPerson();
  await admin.join(link);
  await checkWithoutRuns(admin);
  const ids = Array.from({ length: ROWS }, (_, index) => `O-${index + 1}`);
  await writeRows(stage.getPath('trips.xlsx'), createTrips(ids));
  await admin.follow('Sheets');
  await upload(admin, stage.getPath('trips.xlsx'));
  await goToPlan(admin);
  await startRun(admin);
  const sheetUrl = admin.page.url();

  await checkFailedRefresh(admin);
  await waitForFigure(admin, 'Active runs', '1');
  await admin.press('Pause all runs…');
  await admin.waitForText(/^1 active run finishes the requests in flight, then waits\./);
  await checkBothSizes(admin, 'operations-pause');
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Pause all runs' }).click();
  await admin.waitForText(/1 run waits to be resumed\.$/);
  await waitForFigure(admin, 'Active runs', '0');
  await checkBothSizes(admin, 'operations-paused');
  const assessed = await stage.listAssessed();
  assert.ok(assessed.length < ROWS, `${assessed.length} were sent before the pause`);
  await checkRefusedResume(admin, sheetUrl);
  assert.deepEqual(await stage.listAssessed(), assessed, 'nothing is sent during the pause');

  await admin.follow('Operations');
  await changeLimits(admin);
  if (stage.cluster !== undefined) await drainWorker(admin);
  await control('DELETE', 'faults');
  await admin.press('Resume all runs');
  await admin.page.getByRole('button', { name: 'Pause all runs…' }).waitFor();
  await admin.page.goto(sheetUrl);
  await goToResults(admin);
  assert.equal(new Set(await stage.listAssessed()).size, ROWS);
  assert.equal((await control('GET', 'ledger')).requests.rwa_create, ROWS);
  await checkLog(admin, stage);
  await checkRefusedToken(admin, stage, control);
}

/** Checks that the figures stay when a refresh of the screen fails, and that the next refresh succeeds. */
async function checkFailedRefresh(admin) {
  await admin.follow('Operations');
  await waitForFigure(admin, 'Active runs', '1');
  admin.expect(/503/);
  let hasFailed = false;
  const fail = (request) => {
    hasFailed = true;
    return request.fulfill({ status: 503, body: '' });
  };
  await admin.page.route(/\/api\/operations$/, fail, { times: 1 });
  await until('a failed refresh', () => hasFailed);
  const isAnswer = (response) => response.url().endsWith('/api/operations') && response.ok();
  const error = admin.page.getByRole('alert').waitFor({ timeout: 2_000 });
  await assert.rejects(error, /Timeout/, 'the figures must not become an error');
  await admin.page.waitForResponse(isAnswer);
}

async function checkWithoutRuns(admin) {
  await admin.follow('Operations');
  await admin.waitForText('Nothing is waiting for a retry.');
  await admin.waitForText('No run has failed in the last seven days.');
  await checkBothSizes(admin, 'operations');
}

/** Checks the layout and the accessibility of a screen on a phone and on a desktop. */
async function checkBothSizes(admin, name) {
  for (const size of [phone, desktop]) {
    await admin.page.setViewportSize(size);
    await admin.checkLayout(name);
    assert.deepEqual(await admin.findViolations(name), []);
  }
}

function waitForFigure({ page }, name, value) {
  return page
    .locator('.figures div')
    .filter({ hasText: name })
    .getByText(value, { exact: true })
    .waitFor();
}

/** Checks that a single run cannot be resumed while all runs are paused. */
async function checkRefusedResume(admin, sheetUrl) {
  admin.expect(/409/);
  await admin.page.goto(sheetUrl);
  await admin.press('Resume');
  await admin.waitForText(
    /has paused all runs of this server\. Ask an administrator to resume them/,
  );
  await admin.checkLayout('operations-refused');
}

async function changeLimits(admin) {
  const { page } = admin;
  await page.getByLabel('Requests at the same time').fill('20');
  const rate = page.getByLabel('Requests per second');
  // The server accepts no rate below one request an hour.
  for (const [typed, isValid] of [
    [String(1 / 3600), true],
    ['0.0002', false],
  ]) {
    await rate.fill(typed);
    assert.equal(await rate.evaluate((input) => input.checkValidity()), isValid, typed);
  }
  await rate.fill('250.5');
  await admin.press('Save the limits');
  await admin.waitForText('Saved.');
  await page.reload();
  await rate.waitFor();
  assert.equal(await page.getByLabel('Requests at the same time').inputValue(), '20');
  assert.equal(await rate.inputValue(), '250.5');
}

async function drainWorker(admin) {
  const { page } = admin;
  await admin.press(/^Drain /);
  await admin.waitForText('Drained');
  await checkBothSizes(admin, 'operations-drained');
  await admin.press(/^Take slices again/);
  await page.getByText('Ready', { exact: true }).waitFor();
}

async function checkRefusedToken(admin, stage, control) {
  for (const operation of ['rwa_create', 'rwa_retrieve']) {
    await control('POST', 'faults', { operation, fault: 'token-refused' });
  }
  await writeRows(stage.getPath('refused.xlsx'), createTrips(['T-1', 'T-2']));
  await admin.follow('Sheets');
  await upload(admin, stage.getPath('refused.xlsx'));
  await goToPlan(admin);
  await startRun(admin);
  await admin.follow('Operations');
  await admin.waitForText('Token refused');
  await admin.waitForText(/Correct the token, then start (?:this worker|the server) again\.$/);
  await checkBothSizes(admin, 'operations-token-refused');
}

async function checkLog(admin, stage) {
  await admin.follow('Log');
  for (const action of ['paused all runs', 'resumed all runs']) await admin.waitForText(action);
  await admin.waitForText(
    /^set the limits to 20 requests at the same time, and 250\.5 requests a second/,
  );
  if (stage.cluster !== undefined) await admin.waitForText(/^drained a worker on /);
}
