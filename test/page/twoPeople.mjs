// An administrator, an editor and a viewer with separate browsers work on one sheet.
import { strict as assert } from 'node:assert';
import { createTrips, writeRows } from '../e2e/sheet.mjs';
import { openRow, toResults, upload } from './sheetScreens.mjs';

const ROWS = 80;
const assessAll = `Assess ${ROWS} rows`;

export async function play(stage) {
  const { control } = await stage.service('--latency', '400ms', '--ready-after', '0ms');
  const { link } = await stage.serve();
  const admin = await stage.person();
  await admin.join(link);
  const editor = await inviteMember(stage, admin, 'Eva Ek', 'editor');
  const viewer = await inviteMember(stage, admin, 'Vera Voss', 'viewer');
  await admin.look('members');
  await admin.follow('Sheets');
  const ids = Array.from({ length: ROWS }, (_, index) => `T-${index + 1}`);
  await writeRows(stage.at('trips.xlsx'), createTrips(ids));
  await upload(admin, stage.at('trips.xlsx'));

  // An upload appears in the list of the other person.
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
  const paused = await stage.assessed();
  assert.ok(paused.length < ROWS, `${paused.length} were sent before the pause`);
  await viewer.follow('trips.xlsx');
  await checkViewOnly(viewer);
  await admin.look('paused');
  await admin.press('Resume');
  await waitForProgress(editor);

  // Close the browser, and open another one.
  const elsewhere = await stage.person(undefined, await admin.context.storageState());
  const at = admin.page.url();
  await admin.close();
  await elsewhere.page.goto(at);
  await waitForProgress(elsewhere);
  await elsewhere.press('Stop…');
  await elsewhere.press('Stop the run');
  await waitForHeading(editor, 'Stopped');
  await waitForHeading(elsewhere, 'Stopped');
  const stopped = await stage.assessed();
  assert.ok(stopped.length < ROWS, `${stopped.length} were sent before the stop`);

  await editor.follow(/^Assess/);
  await editor.press(/^Assess \d+ rows$/);
  await Promise.all([editor, elsewhere].map((person) => toResults(person)));
  const { requests } = await control('GET', 'ledger');
  assert.equal(requests.rwa_create, ROWS);
  assert.equal(new Set(await stage.assessed()).size, ROWS);

  await selectMany(elsewhere);
  await decideVisibly(elsewhere, editor);
  await signOutEverywhere(elsewhere, viewer);
}

/** Creates a link for a person, who signs in with it. */
async function inviteMember(stage, admin, name, role) {
  const { page } = admin;
  await admin.follow('Members');
  const form = page.getByRole('region', { name: 'Invite a member' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Role').selectOption(role);
  await admin.press('Create a link');
  await form.locator('li', { hasText: name }).waitFor();
  const person = await stage.person();
  await person.page.goto(await form.locator('code').textContent());
  await person.title(`Welcome, ${name}`);
  await person.press('Sign in here');
  await person.title('Sheets');
  return person;
}

/**
 * Presses the same button for several people. Holds their requests until all have pressed it: the first request would take
 * the button away from the others.
 */
async function pressTogether(people, name) {
  const { promise: allSent, resolve: goOn } = Promise.withResolvers();
  let sent = 0;
  const hold = async (request) => {
    sent += 1;
    if (sent === people.length) goOn();
    await allSent;
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

/** Checks that a viewer sees no buttons that change anything. */
async function checkViewOnly(viewer) {
  const { page } = viewer;
  await waitForHeading(viewer, 'Paused');
  await viewer.look('watch-of-a-viewer');
  assert.deepEqual(await listButtons(viewer), []);
  await viewer.follow(/^Results/);
  await openRow(viewer, await page.locator('.results tbody a').first().textContent());
  await viewer.reads(/^Only approvers and administrators can decide/);
  await viewer.look('row-of-a-viewer');
  await viewer.follow(/^Match/);
  await viewer.reads(/^Your role is view-only here/);
  assert.deepEqual(await listButtons(viewer), ['Show\nthe matched columns']);
  await viewer.press('Show the matched columns');
  assert.equal(await page.locator('main select:enabled').count(), 0);
  for (const step of [/^Check/, /^Reassess/]) {
    await viewer.follow(step);
    await viewer.reads(/^Your role is view-only here/);
    assert.deepEqual(await listButtons(viewer), []);
  }
  for (const screen of ['Compliance approvers', 'Members', 'Settings']) {
    await viewer.follow(screen);
    await viewer.title(screen);
    assert.equal(await page.getByText(/webhook|token/i).count(), 0, screen);
  }
  assert.equal(await page.getByRole('link', { name: 'Log' }).count(), 0);
  await viewer.follow('Sheets');
  await viewer.reads(/^Your role is view-only here/);
  assert.deepEqual(await listButtons(viewer), []);
}

async function listButtons({ page }) {
  return page.locator('main').getByRole('button').allInnerTexts();
}

/** Selects a range of rows with Shift, and all rows, also those on other pages. */
async function selectMany(person) {
  const { page } = person;
  const boxes = page.getByRole('checkbox', { name: /^Select T-/ });
  await boxes.nth(1).click();
  await boxes.nth(5).click({ modifiers: ['Shift'] });
  await person.reads('5 rows selected');
  await boxes.nth(3).click({ modifiers: ['Shift'] });
  await person.reads('2 rows selected');
  await page.getByLabel('Select all rows that are shown').check();
  await person.reads('50 rows selected');
  await person.look('selected');
  await person.press(`Select all ${ROWS} rows that match`);
  await person.reads(`${ROWS} rows selected`);
  await person.press('Clear');
}

async function decideVisibly(approver, editor) {
  const name = await approver.page.locator('.results tbody a').first().textContent();
  await openRow(approver, name);
  await approver.page.getByLabel('Manager').fill('M-200');
  await approver.press('Record the decision');
  await editor.page.getByRole('row', { name: new RegExp(`${name} .*Manager Approved`) }).waitFor();
}

/** Checks that a person whose sessions were ended must sign in again. */
async function signOutEverywhere(admin, viewer) {
  await admin.follow('Members');
  viewer.expect(/401/);
  await admin.press('Sign out everywhere: Vera Voss');
  await viewer.title('Sign in');
  await viewer.look('signed-out');
}
