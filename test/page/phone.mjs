// HR follows the main path on a phone. No screen is wider than the phone: wide tables scroll in their boxes.
import { strict as assert } from 'node:assert';
import { phone } from './person.mjs';
import {
  findCheckbox,
  openRow,
  sample,
  startRun,
  goToPlan,
  goToResults,
  upload,
} from './sheetScreens.mjs';

export async function play(stage) {
  const { control } = await stage.startService('--latency', '150ms', '--ready-after', '200ms');
  await control('POST', 'faults', {
    operation: 'rwa_create',
    fault: 'reset-after-commit',
    times: 1,
    match: { employeeId: '00318' },
  });
  const { link } = await stage.startServer();
  const hr = await stage.createPerson(phone);
  await hr.page.goto(link);
  await hr.waitForTitle(/^Welcome/);
  await hr.checkLayout('join');
  await hr.join(link);
  await hr.checkLayout('empty');
  await upload(hr, sample);
  await hr.checkLayout('match');
  await hr.press('Check the rows');
  await hr.waitForText('No problems were found.');
  await hr.checkLayout('check');
  await hr.follow(/^Match/);
  await goToPlan(hr);
  await hr.waitForText('24 rows are sent to be assessed.');
  await hr.checkLayout('plan');
  await startRun(hr);
  await hr.page.locator('.finished .score').first().waitFor();
  await hr.checkLayout('watch');
  await goToResults(hr);
  await hr.checkLayout('results');
  await checkRowBlock(hr);
  await settleRow(hr);
  await decideRow(hr);
  await hr.follow('Charts');
  await hr.waitForText('By destination');
  await hr.checkLayout('pictures');
  await hr.follow(/^Reassess/);
  await hr.page.getByRole('heading', { name: 'Round 1' }).waitFor();
  await hr.checkLayout('reassess');
  for (const screen of ['Compliance approvers', 'Members', 'Log', 'Settings', 'Sheets']) {
    await hr.follow(screen);
    await hr.waitForTitle(screen);
    await hr.page.waitForFunction(() => document.querySelector('.loading') === null);
    await hr.checkLayout(screen.toLowerCase());
  }
  await hr.follow('hires-2026-q4.xlsx');
  await checkRefusedDeletion(hr);
}

/** Checks that a sheet is kept while nobody has answered for its row under Needs review. */
async function checkRefusedDeletion(hr) {
  hr.expect(/409/);
  await hr.press('Delete…');
  await hr.press('Delete the sheet');
  await hr.waitForText(/1 row has no answer yet/);
  await hr.checkLayout('delete-refused');
  await hr.press('Cancel');
}

/**
 * Checks that a row shows its score, its highest risk and its decision, that no part of the table is cut off, and that a
 * tap at the edge of a row opens it.
 */
async function checkRowBlock(hr) {
  const { page } = hr;
  const row = page.getByRole('row', { name: /Zoë Ahlgren/ });
  // The names of the risks may arrive after the rows.
  await page.locator('.results .highest').first().waitFor();
  assert.match(await row.innerText(), /00042\s.*\s\S+.* \d+\.\d\s+\d+\.\d\s+none\Wyet/su);
  const cutElements = await page
    .locator('.results :is(th, td, small, .tag, .pill)')
    .evaluateAll((elements) =>
      elements
        // The page has a margin of 16 pixels.
        .filter((element) => element.getBoundingClientRect().right > innerWidth - 16)
        .map((element) => element.outerHTML),
    );
  assert.deepEqual(cutElements, [], 'elements that are cut off');
  const { width, height } = await row.boundingBox();
  await row.tap({ position: { x: width - 8, y: height - 8 } });
  await page.getByRole('complementary', { name: /00042$/ }).waitFor();
  await hr.press('Close');
}

async function settleRow(hr) {
  await hr.press(/^Needs review 1/);
  await openRow(hr, '00318');
  await hr.checkLayout('to-settle');
  await hr.press('It does not exist…');
  await hr.checkLayout('it-does-not');
  await hr.press('Cancel');
  await hr.press('Close');
  await hr.press('All 24');
}

async function decideRow(hr) {
  const { page } = hr;
  await openRow(hr, '01015');
  // On a phone, the details of a row hide the table.
  assert.equal(await page.locator('.results').isVisible(), false);
  await page.getByLabel('Manager').fill('M-200');
  await hr.press('Record the decision');
  await hr.waitForText('in the name of M-200');
  await hr.checkLayout('row');
  await hr.press('Close');
  await findCheckbox(hr, '00042').tap();
  await hr.press('Decide for all…');
  await hr.checkLayout('decide');
  await hr.press('Cancel');
}
