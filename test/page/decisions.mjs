// On a desktop, HR decides on four rows of the sample, reassesses all rows, sets and ends a schedule, and deletes the
// sheet.
import { strict as assert } from 'node:assert';
import { eventually } from './person.mjs';
import {
  assess,
  deleteSheet,
  findCheckbox,
  openProfile,
  openRow,
  sample,
  goToResults,
} from './sheetScreens.mjs';

export async function play(stage) {
  const sandbox = await stage.startService('--ready-after', '200ms');
  const { link } = await stage.startServer();
  const hr = await stage.createPerson();
  await hr.join(link);
  await setName(hr, 'Anna Weber');
  await assess(hr, sample);
  await hr.waitForText(/Uploaded by Anna Weber/);
  const colleague = await openWithoutEvents(stage, hr);
  await decideRows(hr, sandbox);
  await colleague.reconnect();
  await reassess(hr);
  await endSchedule(hr);
  await deleteSheet(hr, 'hires-2026-q4.xlsx');
  await hr.waitForText('No sheets yet');
}

/** Gives the first administrator a name instead of "Administrator". */
async function setName(hr, name) {
  await openProfile(hr);
  await hr.page.getByLabel('Your name').fill(name);
  await hr.press('Save the name');
  await hr.page.locator('.who summary').getByText(name).waitFor();
  await hr.checkLayout('profile');
  await hr.follow('Log');
  await hr.waitForText(`changed their name to ${name}`);
  await hr.follow('Sheets');
}

async function decideRows(hr, { retrieve }) {
  const { page } = hr;
  await openRow(hr, '00318');
  // The sheet names only one manager.
  assert.deepEqual(await listChoices(page.getByLabel('Manager')), ['M-100']);
  await page.getByLabel('Decision', { exact: true }).selectOption('Compliance Approved');
  await page.getByLabel('Compliance approver').fill('C-100');
  await page.getByLabel(/^Note/).fill('Agreed with tax');
  await hr.press('Record the decision');
  await page
    .getByRole('listitem')
    .filter({ hasText: /in the name of C-100.*Anna Weber/, hasNotText: 'being recorded' })
    .waitFor();
  await hr.checkLayout('decided');
  const id = await page.getByRole('complementary').locator('code').textContent();
  const { status, note } = await retrieve(id);
  assert.deepEqual([status, note], ['Compliance Approved', 'Agreed with tax']);
  await undoDecision(hr, () => retrieve(id));
  await page.keyboard.press('Escape');

  const position = await findCheckbox(hr, '01015').boundingBox();
  for (const id of ['01015', '00042', '00608']) await findCheckbox(hr, id).check();
  await hr.waitForText('3 rows selected');
  assert.deepEqual(await findCheckbox(hr, '01015').boundingBox(), position, 'no row moves');
  await hr.press('Decide for all…');
  const dialog = page.getByRole('dialog');
  const manager = dialog.getByLabel('Manager');
  const [first] = await listChoices(manager);
  await manager.fill(first);
  await hr.waitForText('Choose a person, or type a Staff ID.');
  await hr.checkLayout('decide-for-all');
  await hr.press('Record 3 decisions');
  await dialog.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.querySelectorAll('.results .tag.yes').length === 4);
  await hr.checkLayout('all-decided');
}

/** Withdraws the approval of the open row, and records it again. `retrieve` gets the assessment from the service. */
async function undoDecision(hr, retrieve) {
  const { page } = hr;
  await hr.waitForText('To undo Compliance Approved, record another decision');
  const decision = page.getByLabel('Decision', { exact: true });
  await decision.selectOption('Pending');
  await hr.press('Record the decision');
  await page.getByText('To undo').waitFor({ state: 'detached' });
  assert.equal((await retrieve()).status, 'Pending');
  await page.getByRole('button', { name: 'No decision 24' }).waitFor();
  await decision.selectOption('Compliance Approved');
  await page.getByLabel('Compliance approver').fill('C-100');
  await hr.press('Record the decision');
  await hr.waitForText('To undo Compliance Approved');
}

/** Returns the suggestions of a field, after the server has sent them. */
function listChoices(field) {
  return eventually(async () => {
    const choices = await field.evaluate(({ list }) => [...list.options].map(({ value }) => value));
    assert.notEqual(choices.length, 0, 'the field suggests nobody');
    return choices;
  });
}

async function reassess(hr) {
  const { page } = hr;
  await checkLoadingPlan(hr);
  await hr.waitForText('24 rows are assessed again.');
  await hr.waitForText('4 rows have a decision, which stays with their present assessment.');
  await hr.checkLayout('reassess');
  await hr.press('Reassess 24 rows');
  await goToResults(hr);
  // In the sandbox, the same inputs get the same scores.
  await hr.press(/^Risen 0/);
  await hr.press('Show all rows');
  await hr.waitForText('Manager Approved (round 1)');
  await hr.checkLayout('decided-earlier');
  await openRow(hr, '00318');
  await hr.waitForText('Over time');
  await hr.waitForText('on the assessment of round 1');
  await hr.checkLayout('over-time');
  await hr.follow(/^Reassess/);
  await page.getByRole('heading', { name: 'Round 2' }).waitFor();
  await page.getByRole('button', { name: 'Nothing to reassess' }).waitFor();
  await hr.waitForText('You can begin the next round tomorrow');
  await page.getByLabel('How often').selectOption('Every quarter');
  await page.getByLabel('From').fill('2027-01-04');
  await hr.press('Set the schedule');
  await hr.waitForText('The next round begins 4 Jan 2027 at 06:00.');
  await hr.checkLayout('scheduled');
}

async function endSchedule(hr) {
  await hr.press('End the schedule');
  await hr.waitForText('Nothing is planned.');
}

/**
 * Opens Reassess. Checks that the screen does not show "Nothing to reassess" before it has the plan, and that no round
 * can begin with the plan for an earlier choice.
 */
async function checkLoadingPlan(hr) {
  const { page } = hr;
  const releaseFirst = await holdPlan(page);
  await hr.follow(/^Reassess/);
  await hr.waitForText('Loading the plan…');
  assert.equal(await page.getByText('Nothing to reassess').count(), 0);
  releaseFirst();
  const button = page.getByRole('button', { name: 'Reassess 24 rows' });
  await button.waitFor();
  const releaseSecond = await holdPlan(page);
  await page.getByLabel('Round', { exact: true }).selectOption('Begin a new one');
  await eventually(async () => assert.equal(await button.isDisabled(), true));
  releaseSecond();
  await eventually(async () => assert.equal(await button.isDisabled(), false));
}

/** Holds the next request for a plan until the returned function is called. */
async function holdPlan(page) {
  const { promise: released, resolve: release } = Promise.withResolvers();
  const hold = async (request) => {
    await released;
    await request.continue();
  };
  await page.route(/\/plan\?operation=reassess/, hold, { times: 1 });
  return release;
}

/**
 * Opens the results for a colleague whose browser gets no events from the server. `reconnect` lets the events through,
 * and checks that the page then shows the decisions that were made meanwhile.
 */
async function openWithoutEvents(stage, hr) {
  const colleague = await stage.createPerson(undefined, await hr.context.storageState());
  const { page, context } = colleague;
  // Without a shared worker, the page requests the events itself: Playwright cannot block the requests of a worker.
  await context.addInitScript(() => delete globalThis.SharedWorker);
  const events = /\/api\/events/;
  colleague.expect(/ERR_FAILED/);
  await page.route(events, (request) => request.abort());
  await page.goto(hr.page.url());
  await colleague.waitForText(/^The connection to the server is lost/);
  await page.getByRole('link', { name: /00318$/ }).waitFor();
  return {
    async reconnect() {
      assert.equal(await page.locator('.results .tag.yes').count(), 0);
      await page.unroute(events);
      await page.waitForFunction(() => document.querySelectorAll('.results .tag.yes').length === 4);
      await colleague.close();
    },
  };
}
