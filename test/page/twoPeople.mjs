// An administrator, an editor and a viewer, each with a separate browser, work on one sheet at the same time.
import { strict as assert } from 'node:assert';
import { setTimeout } from 'node:timers/promises';
import { createTrips, writeRows } from '../e2e/sheet.mjs';
import { openRow, goToResults, slowDownRuns, upload } from './sheetScreens.mjs';

const ROWS = 200;
const assessAll = `Assess ${ROWS} rows`;

export async function play(stage) {
  const { control } = await stage.startService('--ready-after', '0ms');
  await slowDownRuns(stage);
  const { link } = await stage.startServer();
  const admin = await stage.createPerson();
  await admin.join(link);
  const editor = await inviteMember(stage, admin, 'Eva Ek', 'editor');
  const viewer = await inviteMember(stage, admin, 'Vera Voss', 'viewer');
  await admin.checkLayout('members');
  await admin.follow('Sheets');
  const ids = Array.from({ length: ROWS }, (_, index) => `T-${index + 1}`);
  await writeRows(stage.getPath('trips.xlsx'), createTrips(ids));
  await upload(admin, stage.getPath('trips.xlsx'));

  // The upload appears in the list of the editor.
  await editor.follow('trips.xlsx');
  for (const person of [admin, editor]) {
    await person.follow(/^Assess/);
    await person.page.getByRole('button', { name: assessAll }).waitFor();
  }
  await pressTogether([admin, editor], assessAll);
  await Promise.all([admin, editor].map((person) => waitForProgress(person)));

  await editor.press('Pause');
  await waitForHeading(admin, 'Paused');
  await waitForHeading(editor, 'Paused');
  const assessedBeforePause = await stage.listAssessed();
  assert.ok(
    assessedBeforePause.length < ROWS,
    `${assessedBeforePause.length} were sent before the pause`,
  );
  await viewer.follow('trips.xlsx');
  await checkViewOnly(viewer);
  await viewer.follow('trips.xlsx');
  await viewer.follow(/^Results/);
  await viewer.press('Show more rows');
  await waitForRows(viewer, 'some are not sent');
  const releaseRows = await delayRows(viewer);
  await admin.checkLayout('paused');
  await admin.press('Resume');
  await waitForProgress(editor);

  // The administrator closes the browser, and opens the sheet in another one: the run has continued.
  const adminElsewhere = await stage.createPerson(undefined, await admin.context.storageState());
  const sheetUrl = admin.page.url();
  await admin.close();
  await adminElsewhere.page.goto(sheetUrl);
  await waitForProgress(adminElsewhere);
  await adminElsewhere.press('Stop…');
  await adminElsewhere.press('Stop the run');
  await waitForHeading(editor, 'Stopped');
  await waitForHeading(adminElsewhere, 'Stopped');
  const assessedBeforeStop = await stage.listAssessed();
  assert.ok(
    assessedBeforeStop.length < ROWS,
    `${assessedBeforeStop.length} were sent before the stop`,
  );

  await control('DELETE', 'faults');
  await editor.waitForText('Nothing more is sent.');
  await editor.checkLayout('stopped');
  await editor.follow('Continue');
  await editor.press(/^Assess \d+ rows$/);
  await Promise.all([editor, adminElsewhere].map((person) => goToResults(person)));
  const { requests } = await control('GET', 'ledger');
  assert.equal(requests.rwa_create, ROWS);
  assert.equal(new Set(await stage.listAssessed()).size, ROWS);
  releaseRows();
  await waitForRows(viewer, 'all are sent');

  await selectRows(adminElsewhere);
  await checkSharedDecision(adminElsewhere, editor);
  await checkStoppedReassessment(stage, editor);
  await checkSchedule(adminElsewhere, editor);
  await signOutEverywhere(adminElsewhere, viewer);
}

async function inviteMember(stage, admin, name, role) {
  const { page } = admin;
  await admin.follow('Members');
  const form = page.getByRole('region', { name: 'Invite a member' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Role').selectOption(role);
  await admin.press('Create a link');
  await form.locator('li', { hasText: name }).waitFor();
  const person = await stage.createPerson();
  await person.page.goto(await form.locator('code').textContent());
  await person.waitForTitle(`Welcome, ${name}`);
  await person.press('Sign in here');
  await person.waitForTitle('Sheets');
  return person;
}

/**
 * Presses the same button for several people at the same time. Holds their requests until all have pressed it, because
 * the first request removes the button from the other screens.
 */
async function pressTogether(people, name) {
  const { promise: released, resolve: release } = Promise.withResolvers();
  let sent = 0;
  const hold = async (request) => {
    sent += 1;
    if (sent === people.length) release();
    await released;
    await request.continue();
  };
  for (const { page } of people) await page.route(/\/runs$/, hold, { times: 1 });
  await Promise.all(people.map((person) => person.press(name)));
}

function waitForHeading({ page }, name) {
  return page.getByRole('heading', { name, level: 2 }).waitFor();
}

async function waitForProgress({ page }) {
  await page.waitForFunction(() => {
    const done = Number(document.querySelector('.bar')?.getAttribute('aria-valuenow'));
    return done > 0 && document.querySelector('.finished li') !== null;
  });
}

/** Waits until the results show two pages of rows. `state` is `all are sent` or `some are not sent`. */
async function waitForRows({ page }, state) {
  await page.waitForFunction((wanted) => {
    const rows = [...document.querySelectorAll('.results tbody tr')];
    const areAllSent = rows.every((row) => !row.textContent.includes('Not sent'));
    return rows.length === 100 && areAllSent === (wanted === 'all are sent');
  }, state);
}

/**
 * Delays each request for rows, so that rows change during the request. The returned function ends the delay, and checks
 * that no request began before the previous one had ended.
 */
async function delayRows({ page }) {
  let isDelayed = true;
  let requests = 0;
  let inFlight = 0;
  let overlaps = 0;
  await page.route(/\/rows\?/, async (request) => {
    if (isDelayed) {
      requests += 1;
      inFlight += 1;
      if (inFlight > 1) overlaps += 1;
      await setTimeout(4_000);
      inFlight -= 1;
    }
    await request.continue();
  });
  return () => {
    isDelayed = false;
    assert.ok(requests > 0, 'the rows were not loaded again');
    assert.equal(overlaps, 0, `${overlaps} of ${requests} requests for rows replaced another one`);
  };
}

/** Checks that a stopped reassessment can be continued with the same choices. */
async function checkStoppedReassessment(stage, editor) {
  const { page } = editor;
  await slowDownRuns(stage);
  await editor.follow(/^Reassess/);
  await page.getByLabel('Only these rows').fill('2-40');
  await page.getByLabel('Round', { exact: true }).selectOption('named');
  await page.getByLabel('Name of the round').fill('2027-Q1');
  await editor.press(/^Reassess \d+ rows$/);
  await editor.press('Stop…');
  await editor.press('Stop the run');
  await waitForHeading(editor, 'Stopped');
  await editor.checkLayout('stopped-reassessment');
  await editor.follow('Continue');
  assert.equal(await page.getByLabel('Only these rows').inputValue(), '2-40');
  assert.equal(await page.getByLabel('Name of the round').inputValue(), '2027-Q1');
  await stage.sandbox.control('DELETE', 'faults');
}

/** Checks that only the member who sets a schedule too late for today sees that today is skipped. */
async function checkSchedule(admin, editor) {
  await admin.follow(/^Reassess/);
  await admin.press('Set the schedule');
  const hasPassed = await admin.page.evaluate(() => new Date().getHours() >= 6);
  await admin.waitForText(hasPassed ? /^Rounds begin at 06:00/ : /^The next round begins/);
  await editor.page
    .getByRole('navigation')
    .getByRole('link', { name: /^Reassess/ })
    .click();
  await editor.waitForText(/^The next round begins/);
}

/** Checks that a viewer sees no buttons that change anything. */
async function checkViewOnly(viewer) {
  const { page } = viewer;
  await waitForHeading(viewer, 'Paused');
  await viewer.checkLayout('watch-of-a-viewer');
  assert.deepEqual(await listButtons(viewer), []);
  await viewer.follow(/^Results/);
  await openRow(viewer, await page.locator('.results tbody a').first().textContent());
  await viewer.waitForText(/^Only approvers and administrators can decide/);
  await viewer.checkLayout('row-of-a-viewer');
  await viewer.follow(/^Match/);
  await viewer.waitForText(/^Ask an editor or an administrator/);
  assert.deepEqual(await listButtons(viewer), ['Show\nthe matched columns']);
  await viewer.press('Show the matched columns');
  assert.equal(await page.locator('main select:enabled').count(), 0);
  for (const step of [/^Check/, /^Reassess/]) {
    await viewer.follow(step);
    await viewer.waitForText(/^Only editors and administrators can/);
    assert.deepEqual(await listButtons(viewer), []);
  }
  for (const screen of ['Compliance approvers', 'Members', 'Settings']) {
    await viewer.follow(screen);
    await viewer.waitForTitle(screen);
    assert.equal(await page.getByText(/webhook|token/i).count(), 0, screen);
  }
  assert.equal(await page.getByRole('link', { name: 'Log' }).count(), 0);
  await viewer.follow('Sheets');
  await viewer.waitForText(/^Only editors and administrators can/);
  assert.deepEqual(await listButtons(viewer), []);
}

async function listButtons({ page }) {
  return page.locator('main').getByRole('button').allInnerTexts();
}

/** Selects a range of rows with Shift, then all rows of all pages, and checks that another filter deselects them. */
async function selectRows(person) {
  const { page } = person;
  const boxes = page.getByRole('checkbox', { name: /^Select T-/ });
  await boxes.nth(1).click();
  await boxes.nth(5).click({ modifiers: ['Shift'] });
  await person.waitForText('5 rows selected');
  await boxes.nth(3).click({ modifiers: ['Shift'] });
  await person.waitForText('2 rows selected');
  await page.getByLabel('Select all rows that are shown').check();
  await person.waitForText('50 rows selected');
  await person.checkLayout('selected');
  await person.press(`Select all ${ROWS} rows that match`);
  await person.waitForText(`${ROWS} rows selected`);
  // A decision must not include rows that the new filter hides.
  const { promise: released, resolve: release } = Promise.withResolvers();
  const hold = async (request) => {
    await released;
    await request.continue();
  };
  await page.route(/\/rows\?filter=high/, hold, { times: 1 });
  await person.press(/^7 and higher/);
  await boxes.nth(1).click();
  assert.equal(await boxes.nth(1).isChecked(), false, 'a row of the previous filter is selected');
  release();
  await person.waitForText(`${ROWS} rows are no longer selected, because the filter has changed.`);
  assert.equal(await page.getByRole('button', { name: 'Decide for all…' }).count(), 0);
  await person.checkLayout('deselected');
  await person.press(/^All/);
  await person.press('Clear');
}

/** Checks that the editor sees the decision of the approver. */
async function checkSharedDecision(approver, editor) {
  const name = await approver.page.locator('.results tbody a').first().textContent();
  await openRow(approver, name);
  await approver.page.getByLabel('Manager').fill('M-200');
  await approver.press('Record the decision');
  await editor.page.getByRole('row', { name: new RegExp(`${name} .*Manager Approved`) }).waitFor();
}

/** Ends the viewer's sessions, and checks that the viewer must sign in again. */
async function signOutEverywhere(admin, viewer) {
  await admin.follow('Members');
  viewer.expect(/401/);
  await admin.press('Sign out everywhere: Vera Voss');
  await viewer.waitForTitle('Sign in');
  await viewer.checkLayout('signed-out');
}
