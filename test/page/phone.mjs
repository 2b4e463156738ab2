// The main path on a phone, by touch. No screen is wider than the phone; wide tables scroll separately.
import { strict as assert } from 'node:assert';
import { phone } from './person.mjs';
import {
  deleteSheet,
  findBox,
  openRow,
  sample,
  start,
  toPlan,
  toResults,
  upload,
} from './sheetScreens.mjs';

export async function play(stage) {
  const { control } = await stage.service('--latency', '150ms', '--ready-after', '200ms');
  await control('POST', 'faults', {
    operation: 'rwa_create',
    fault: 'reset-after-commit',
    times: 1,
    match: { employeeId: '00318' },
  });
  const { link } = await stage.serve();
  const hr = await stage.person(phone);
  await hr.page.goto(link);
  await hr.title(/^Welcome/);
  await hr.look('join');
  await hr.join(link);
  await hr.look('empty');
  await upload(hr, sample);
  await hr.look('match');
  await hr.press('Check the rows');
  await hr.reads('No problems were found.');
  await hr.look('check');
  await hr.follow(/^Match/);
  await toPlan(hr);
  await hr.reads('24 rows are sent to be assessed.');
  await hr.look('plan');
  await start(hr);
  await hr.page.locator('.finished .score').first().waitFor();
  await hr.look('watch');
  await toResults(hr);
  await hr.look('results');
  await checkBlocks(hr);
  await settleRow(hr);
  await decideRow(hr);
  await hr.follow('Charts');
  await hr.reads('By destination');
  await hr.look('pictures');
  await hr.follow(/^Reassess/);
  await hr.page.getByRole('heading', { name: 'Round 1' }).waitFor();
  await hr.look('reassess');
  for (const screen of ['Compliance approvers', 'Members', 'Log', 'Settings', 'Sheets']) {
    await hr.follow(screen);
    await hr.title(screen);
    await hr.page.waitForFunction(() => document.querySelector('.loading') === null);
    await hr.look(screen.toLowerCase());
  }
  await hr.follow('hires-2026-q4.xlsx');
  await deleteSheet(hr, 'hires-2026-q4.xlsx');
}

/** Checks that a row shows its score, its highest risk and its decision, and that a tap anywhere opens it. */
async function checkBlocks(hr) {
  const { page } = hr;
  const row = page.getByRole('row', { name: /Zoë Ahlgren/ });
  // The names of the risks may arrive after the rows.
  await page.locator('.results .highest').first().waitFor();
  assert.match(await row.innerText(), /00042\s.*\s\S+.* \d+\.\d\s+\d+\.\d\s+none\Wyet/su);
  const cut = await page
    .locator('.results :is(th, td, small, .tag, .pill)')
    .evaluateAll((all) =>
      all
        .filter((each) => each.getBoundingClientRect().right > innerWidth - 16)
        .map((each) => each.outerHTML),
    );
  assert.deepEqual(cut, [], 'elements that are cut off');
  const { width, height } = await row.boundingBox();
  await row.tap({ position: { x: width - 8, y: height - 8 } });
  await page.getByRole('complementary', { name: /00042$/ }).waitFor();
  await hr.press('Close');
}

async function settleRow(hr) {
  await hr.press(/^Needs review 1/);
  await openRow(hr, '00318');
  await hr.look('to-settle');
  await hr.press('It does not exist…');
  await hr.look('it-does-not');
  await hr.press('Cancel');
  await hr.press('Close');
  await hr.press('All 24');
}

async function decideRow(hr) {
  const { page } = hr;
  await openRow(hr, '01015');
  // On a phone, a row has a separate screen.
  assert.equal(await page.locator('.results').isVisible(), false);
  await page.getByLabel('Manager').fill('M-200');
  await hr.press('Record the decision');
  await hr.reads('in the name of M-200');
  await hr.look('row');
  await hr.press('Close');
  await findBox(hr, '00042').tap();
  await hr.press('Decide for all…');
  await hr.look('decide');
  await hr.press('Cancel');
}
