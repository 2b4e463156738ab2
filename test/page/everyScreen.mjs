// Checks the screens with axe in light and dark mode, on a desktop and on a phone, also after refusals and
// while the server is unavailable.
import { strict as assert } from 'node:assert';
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createMessySheet } from '../batch/server/messySheet.ts';
import { editCells, createTrips, writeRows } from '../e2e/sheet.mjs';
import { desktop, Person, phone } from './person.mjs';
import {
  openColumns,
  openFold,
  openProfile,
  openRow,
  startRun,
  goToResults,
  upload,
} from './sheetScreens.mjs';

const ids = ['S-1', 'S-2', 'S-3', 'S-4', 'S-5', 'SANDBOX-LOST-ANSWER', 'SANDBOX-REJECTED'];

/** The limit of the compressed bytes that a first visit loads, without the responses of the API. */
const maxBytes = 46_000;

/** A screen that has sent no request for this time has sent all its requests. */
const quietMs = 700;

/** The violations that axe has found on all screens. */
const violations = [];

export async function play(stage) {
  violations.length = 0;
  const server = await stage.startServer({ RWA_BASE_URL: undefined, RWA_TOKEN: undefined });
  const visitor = await stage.createPerson();
  await visitor.page.goto(server.url);
  await visitor.waitForTitle('Sign in');
  await checkScreen(visitor, 'sign-in');
  const loadedBytes = await countLoadedBytes(visitor);
  assert.ok(loadedBytes < maxBytes, `a first visit loads ${loadedBytes} bytes`);
  visitor.expect(/40\d|410/);
  await visitor.page.goto(`${server.url}/join#no-such-code`);
  await visitor.waitForText(/^This link was used, or has expired\. If you have set a password/);
  await checkScreen(visitor, 'refused-link');

  const admin = await stage.createPerson();
  await admin.page.goto(server.link);
  await admin.waitForTitle(/^Welcome/);
  await checkScreen(admin, 'join');
  await admin.join(server.link);
  await admin.waitForText('No sheets yet');
  await checkScreen(admin, 'empty');
  await writeUploads(stage);
  await checkSheetScreens(admin, stage);
  await checkUnprovenIdScreens(admin, stage);
  await checkServerScreens(admin);
  await checkErrorScreens(admin, server, stage);
  assert.deepEqual(violations, [], 'violations that axe has found');
}

/** Returns the number of compressed bytes that the browser has loaded, without the responses of the API. */
function countLoadedBytes({ page }) {
  return page.evaluate(() =>
    ['navigation', 'resource']
      .flatMap((type) => performance.getEntriesByType(type))
      .filter(({ name }) => !new URL(name).pathname.startsWith('/api/'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
}

/** Checks the screens with the cells of a row with a problem, and with the list of ignored rows. */
async function checkProblemRows(admin) {
  const { page } = admin;
  await page.getByRole('link', { name: /^All/ }).click();
  await openFold(page.getByRole('listitem').filter({ hasText: 'perhaps' }), 'Show the row');
  await page.getByRole('term').first().waitFor();
  await checkScreen(admin, 'row-cells');
  await admin.press(/^Ignore this row/);
  await admin.waitForText('No problems were found.');
  await page.getByRole('link', { name: /^Ignored/ }).click();
  await page.getByRole('button', { name: 'Undo ignoring row 4' }).waitFor();
  await checkScreen(admin, 'ignored-rows');
  await admin.press('Undo ignoring row 4');
  await admin.waitForText('No row is ignored');
}

/** Waits until the page sends no more requests to the API. Returns all requests to the API since the page was loaded. */
async function listSettledRequests(page) {
  for (let previousCount = 0; ;) {
    const requests = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => new URL(name).pathname.startsWith('/api/')),
    );
    // Every step sends at least two requests.
    if (requests.length > 1 && requests.length === previousCount) return requests;
    previousCount = requests.length;
    await delay(quietMs);
  }
}

/** Loads all steps of the open sheet except Watch, and checks that no step sends a request to the API twice. */
async function checkRequests({ page }) {
  for (const step of ['match', 'check', 'start', 'results', 'results?row=4', 'reassess']) {
    await page.goto(new URL(step, page.url()).href);
    const requests = await listSettledRequests(page);
    assert.deepEqual(
      requests.toSorted(),
      [...new Set(requests)].toSorted(),
      `the requests of ${step}`,
    );
  }
}

/** Checks a screen on a desktop and on a phone. */
async function checkScreen(person, name) {
  for (const size of [desktop, phone]) {
    await person.page.setViewportSize(size);
    await person.checkLayout(name);
    violations.push(...(await person.findViolations(name)));
  }
  await person.page.setViewportSize(desktop);
}

async function writeUploads(stage) {
  await writeRows(stage.getPath('trips.xlsx'), createTrips(ids));
  await editCells(stage.getPath('trips.xlsx'), 'Sales contracts', { 4: 'perhaps' });
  await writeFile(stage.getPath('messy.xlsx'), await createMessySheet());
  await writeFile(stage.getPath('older.csv'), createSheetWithUnprovenIds(['O-1', 'O-2']));
  await writeFile(stage.getPath('broken.xlsx'), 'PK\x03\x04, and then no workbook');
  await writeFile(
    stage.getPath('picture.xlsx'),
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]),
  );
}

/** Creates a CSV file with Assessment IDs, but without the row references that prove which row each ID belongs to. */
function createSheetWithUnprovenIds(employees) {
  const inputs = {
    Purpose: 'Hire From Anywhere',
    Seniority: 'Mid',
    'Role type': 'Other',
    Citizenship: 'France',
    'Destination country': 'Portugal',
    Residency: 'Germany',
    'Sales contracts': 'No',
    'Legal right to work': 'Yes',
    'Benefits the local market': 'No',
    'Number of hires': '2',
    'Hiring urgency': '1-3 months',
    'Start date': '2026-11-03',
    'End date': '2027-11-02',
  };
  const results = 'Assessment status,Assessment ID,Assessment message';
  const rows = employees.map((id) => [id, ...Object.values(inputs), 'Scored', `9${id}`, '']);
  return [`Employee ID,${Object.keys(inputs)},${results}`, ...rows, ''].join('\r\n');
}

async function checkUnprovenIdScreens(admin, stage) {
  const { page } = admin;
  await upload(admin, stage.getPath('older.csv'));
  await admin.press('Check the rows');
  await page.getByRole('link', { name: /^Results/ }).click();
  await openRow(admin, 'O-1');
  await admin.waitForText('Is this the assessment of this row?');
  await checkScreen(admin, 'row-with-unproven-id');
  await admin.press('It has none…');
  await checkScreen(admin, 'has-no-assessment');
  await admin.press('Cancel');
  await admin.press('It has an assessment…');
  assert.equal(await page.getByLabel('Assessment ID').inputValue(), '9O-1');
  await page.getByLabel(/^Also accept the unproven IDs/).check();
  await checkScreen(admin, 'confirm-id');
  await admin.press('Use this assessment');
  await page.getByText('Pending', { exact: true }).nth(1).waitFor();
  await admin.follow('Sheets');
  await admin.waitForTitle('Sheets');
}

async function checkSheetScreens(admin, stage) {
  const { page } = admin;
  await upload(admin, stage.getPath('messy.xlsx'));
  await admin.waitForText('Still missing: Sales contracts.');
  await checkScreen(admin, 'match-guesses');
  await admin.follow('Sheets');
  await upload(admin, stage.getPath('trips.xlsx'));
  await checkScreen(admin, 'match');
  await checkHelp(admin);
  await openColumns(admin);
  await checkScreen(admin, 'match-columns');
  await admin.press('Check the rows');
  await admin.waitForText(/^1 row has problems/);
  await checkScreen(admin, 'check');
  await page.getByRole('link', { name: /^Corrected/ }).click();
  await admin.waitForText('Nothing has been corrected');
  await checkScreen(admin, 'corrections');
  await checkProblemRows(admin);
  await admin.follow(/^Results/);
  await admin.follow('Plan the assessment');
  await admin.waitForText('6 rows are sent to be assessed.');
  await checkScreen(admin, 'start');
  await startRun(admin);
  await page.locator('.finished li').first().waitFor();
  await checkScreen(admin, 'watch');
  await goToResults(admin);
  await page.getByText('Filter', { exact: true }).click();
  await page.getByLabel('At least').selectOption('1');
  await checkScreen(admin, 'filtered-results');
  await admin.press('Clear filters');
  await page.getByText('Views', { exact: true }).click();
  await page.getByLabel('Name of this view').fill('High');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete the view High' }).waitFor();
  await checkScreen(admin, 'views');
  await page.getByText('Columns', { exact: true }).click();
  await checkScreen(admin, 'results');
  await openRow(admin, 'SANDBOX-LOST-ANSWER');
  await checkScreen(admin, 'row-to-settle');
  await admin.press('It exists…');
  await checkScreen(admin, 'settle');
  await admin.press('Cancel');
  await openRow(admin, 'S-1');
  await checkScreen(admin, 'row');
  await page.keyboard.press('Escape');
  await page.getByLabel('Select S-2').check();
  await admin.press('Decide for all…');
  await checkScreen(admin, 'decide');
  await admin.press('Cancel');
  await admin.follow('Charts');
  await admin.waitForText('By destination');
  await checkScreen(admin, 'pictures');
  await admin.follow(/^Reassess/);
  await page.getByRole('heading', { name: 'Round 1' }).waitFor();
  await checkScreen(admin, 'reassess');
  await admin.press('Delete…');
  await checkScreen(admin, 'delete');
  await admin.press('Cancel');
  await checkRequests(admin);
  await admin.follow('Sheets');
  await admin.waitForTitle('Sheets');
  await checkScreen(admin, 'sheets');
}

/** Opens the help of the step Match in a new tab, and checks that it begins with the section about this step. */
async function checkHelp(admin) {
  const [page] = await Promise.all([
    admin.context.waitForEvent('page'),
    admin.follow('Help with Match (new tab)'),
  ]);
  const reader = new Person(admin.context, page, admin.pictures);
  await reader.waitForTitle('Help');
  assert.match(page.url(), /\/help\/en#match$/);
  await checkScreen(reader, 'help');
  admin.errors.push(...reader.errors);
  await page.close();
}

async function checkServerScreens(admin) {
  const { page } = admin;
  await admin.follow('Compliance approvers');
  for (const [label, value] of [
    ['First name', 'Ann'],
    ['Last name', 'Berg'],
    ['Email', 'ann@example.com'],
  ]) {
    await page.getByLabel(label).fill(value);
  }
  await page.getByRole('region', { name: 'Invite' }).getByLabel('Staff ID').fill('C-900');
  await admin.press('Invite');
  await page.getByRole('row', { name: /C-900/ }).waitFor();
  await checkScreen(admin, 'people');
  await admin.follow('Members');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Grace Lee');
  await admin.press('Create a link');
  await page.getByRole('listitem').getByText('Grace Lee').waitFor();
  await checkScreen(admin, 'members');
  await openProfile(admin);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('n8n');
  await admin.press('Create a token');
  await admin.waitForText('Copy this token.');
  // An administrator sets the first password here before the server is opened to other machines.
  await admin.waitForText('Your password');
  await checkScreen(admin, 'profile');
  await admin.follow('Log');
  await page.getByRole('row').nth(1).waitFor();
  await checkScreen(admin, 'log');
  await admin.follow('Operations');
  await page.getByRole('heading', { name: 'Failed runs' }).waitFor();
  await checkScreen(admin, 'operations');
  await admin.follow('Settings');
  await page.getByLabel('Webhook').waitFor();
  await page.getByLabel('Mail server').fill('127.0.0.1');
  await page.getByLabel('Sender').fill('rwa@example.com');
  await page.getByLabel('Security').selectOption('none');
  await page.getByLabel('Port').fill('9');
  await admin.press('Save the mail server');
  await page.getByLabel('Test message to').fill('ann@example.com');
  await admin.press('Send a test message');
  await page.getByRole('alert').waitFor();
  await admin.press('Check now');
  await admin.waitForText('No problem was found.');
  await checkScreen(admin, 'settings');
  await page.goto(`${new URL(page.url()).origin}/sheets`);
  await admin.waitForTitle('Sheets');
  await page.goto(`${new URL(page.url()).origin}/nowhere`);
  await admin.waitForTitle('There is no such page');
  await checkScreen(admin, 'nowhere');
}

async function checkErrorScreens(admin, server, stage) {
  const { page } = admin;
  await admin.follow('Sheets');
  await admin.waitForTitle('Sheets');
  admin.expect(/422|415|400/);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    admin.press('Choose files'),
  ]);
  await chooser.setFiles([stage.getPath('picture.xlsx'), stage.getPath('broken.xlsx')]);
  await page.getByRole('alert').getByText('picture.xlsx').waitFor();
  await admin.waitForText('Cannot be read');
  await checkScreen(admin, 'refused-upload');
  await page.getByRole('row').getByRole('link', { name: 'broken.xlsx' }).click();
  await page.getByRole('alert').waitFor();
  await checkScreen(admin, 'unreadable');
  await checkMissingScript(admin);
  await admin.follow('Sheets');

  // Holds back the responses and the events, so that the page shows "Loading the sheet…". The first event contains the
  // whole sheet.
  // Without a shared worker, the page requests the events itself: Playwright cannot hold the requests of a worker.
  await admin.context.addInitScript(() => delete globalThis.SharedWorker);
  await page.reload();
  const { promise: released, resolve: release } = Promise.withResolvers();
  await page.route(/\/api\/(?:sheets\/|events\?sheet=)/, async (request) => {
    await released;
    await request.continue();
  });
  await admin.follow('trips.xlsx');
  await admin.waitForText('Loading the sheet…');
  violations.push(...(await admin.findViolations('loading')));
  release();
  await admin.waitForTitle(/^trips\.xlsx/);

  admin.expect(/ERR_/);
  await server.kill();
  await admin.waitForText(/^The connection to the server is lost/);
  await checkScreen(admin, 'cut-off');
  await admin.follow('Settings');
  await admin.waitForText(/^The server cannot be reached/);
  await checkScreen(admin, 'server-away');
  assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 1);
}

/** Checks a screen whose script cannot be loaded at first. */
async function checkMissingScript(admin) {
  const { page } = admin;
  const script = /\/page\/laterScreens-/;
  admin.expect(/ERR_FAILED/);
  await page.route(script, (request) => request.abort());
  await page.reload();
  await admin.follow('Log');
  await admin.waitForText(/^The server cannot be reached/);
  await checkScreen(admin, 'script-away');
  await page.unroute(script);
  await admin.press('Try again');
  await page.getByRole('row').nth(1).waitFor();
}
