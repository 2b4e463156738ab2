// Uses the page from the link to the download with only the keyboard. The focus is never lost and always
// visible, dialogs return it, and changes are announced to screen readers.
import { strict as assert } from 'node:assert';
import { eventually } from './person.mjs';
import { endingWith, findBox, sample } from './sheetScreens.mjs';

/** More tab stops than on any screen. */
const MAX_TABS = 200;

export async function play(stage) {
  const { control } = await stage.service('--latency', '150ms', '--ready-after', '200ms');
  await control('POST', 'faults', {
    operation: 'rwa_create',
    fault: 'status-500-before-commit',
    times: 1,
    match: { employeeId: '00318' },
  });
  const { link } = await stage.serve();
  const hr = await stage.person();
  const { page } = hr;
  await page.goto(link);
  await hr.title(/^Welcome/);
  await press(hr, 'button', 'Sign in here');
  await waitForFocus(hr, 'Sheets');

  await tabTo(hr, page.getByRole('button', { name: 'Choose files' }));
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.keyboard.press('Enter'),
  ]);
  await chooser.setFiles(sample);
  await page.getByRole('heading', { name: 'Which column is what?' }).waitFor();
  await waitForFocus(hr, 'hires-2026-q4.xlsx: Match');
  await press(hr, 'button', 'Check the rows');
  await waitForFocus(hr, 'hires-2026-q4.xlsx: Check');
  await press(hr, 'link', 'Plan the assessment of 24 rows');
  await waitForFocus(hr, 'hires-2026-q4.xlsx: Assess');
  await press(hr, 'button', 'Assess 24 rows', 'Space');
  await page.getByRole('progressbar', { name: 'Rows finished' }).waitFor();
  await waitForFocus(hr, 'hires-2026-q4.xlsx: Assess');
  await page.getByRole('heading', { name: 'Finished', exact: true }).waitFor();
  await waitForFocus(hr, 'hires-2026-q4.xlsx: Assess');
  await press(hr, 'link', 'See the results');
  await page.getByRole('region', { name: 'Rows' }).waitFor();
  await waitForFocus(hr, 'hires-2026-q4.xlsx: Results');

  await stage.ageRequests();
  await settleRow(hr);
  await decideRows(hr);
  await selectRange(hr);
  await checkShortcuts(hr);
  await filterRows(hr);
  await cancelDeletion(hr);
  await tabTo(hr, page.getByRole('link', { name: 'Download the sheet with scores' }));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.keyboard.press('Enter'),
  ]);
  assert.match(download.suggestedFilename(), /\.xlsx$/);
  await checkAnnouncements(hr);
}

/** Closes the dialog with Escape, and checks that the button that opened it has the focus again. */
async function settleRow(hr) {
  const { page } = hr;
  await press(hr, 'button', /^Needs review 1/, 'Space');
  await press(hr, 'link', endingWith('00318'));
  await waitForFocus(hr, 'Tomás Ferreira 00318', 'h2');
  await press(hr, 'button', 'It does not exist…');
  await page.getByRole('dialog').waitFor();
  await assertFocusKept(hr);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await waitForFocus(hr, 'It does not exist…');
  await press(hr, 'button', 'It does not exist…');
  await press(hr, 'button', 'It does not exist: send it again');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('complementary').getByText('Not sent', { exact: true }).waitFor();
  await assertFocusKept(hr);
  await page.keyboard.press('Escape');
  await page.getByRole('complementary').waitFor({ state: 'detached' });
  await assertFocusKept(hr);
}

async function decideRows(hr) {
  const { page } = hr;
  await press(hr, 'button', /^All 24/, 'Enter');
  await press(hr, 'link', endingWith('01015'));
  await waitForFocus(hr, 'Pieter de Wit 01015', 'h2');
  await tabTo(hr, page.getByLabel('Decision', { exact: true }));
  // Move from Manager Approved to Compliance Approved.
  await page.keyboard.press('ArrowDown');
  await tabTo(hr, page.getByLabel('Compliance approver'));
  await page.keyboard.type('C-100');
  await page.keyboard.press('Enter');
  await page.getByText('in the name of C-100').waitFor();
  await assertFocusKept(hr);
  await page.keyboard.press('Escape');
  await waitForFocus(hr, 'Pieter de Wit 01015', 'a');

  await tabTo(hr, findBox(hr, '00042'));
  await page.keyboard.press('Space');
  await press(hr, 'button', 'Decide for all…');
  await page.getByRole('dialog').waitFor();
  await tabTo(hr, page.getByRole('dialog').getByLabel('Manager'));
  await page.keyboard.type('M-200');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await assertFocusKept(hr);
}

/** Selects a range with Space on its first box and Shift+Space on its last. */
async function selectRange(hr) {
  const { page } = hr;
  await press(hr, 'checkbox', 'Select Pieter de Wit, 01015', 'Space');
  await press(hr, 'checkbox', 'Select Henrik Solberg, 00608', 'Shift+Space');
  await page.getByText('3 rows selected').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('3 rows selected').waitFor({ state: 'detached' });
}

/** Moves, selects, searches and closes with single keys, which do nothing in a field and can be turned off. */
async function checkShortcuts(hr) {
  const { page } = hr;
  const keys = async (...all) => {
    for (const key of all) await page.keyboard.press(key);
  };
  await press(hr, 'button', /^All 24/);
  await keys('j');
  await waitForFocus(hr, 'Pieter de Wit 01015', 'a');
  await keys('j', 'ArrowDown', 'k', 'x', 'j', 'j', 'Shift+X');
  await page.getByText('3 rows selected').waitFor();
  await keys('Enter');
  await page.getByRole('complementary').getByText('Status').waitFor();
  // The arrows scroll the open row.
  await keys('ArrowDown');
  await page.getByRole('complementary').locator(':focus').waitFor();
  await keys('Escape');
  await page.getByRole('complementary').waitFor({ state: 'detached' });
  await page.getByText('3 rows selected').waitFor();
  await keys('Escape');
  await page.getByText('3 rows selected').waitFor({ state: 'detached' });
  await keys('/');
  await page.keyboard.type('jx?');
  assert.equal(await page.getByRole('searchbox').inputValue(), 'jx?');
  for (let letters = 0; letters < 3; letters++) await keys('Backspace');
  await page.getByRole('button', { name: /^All 24/ }).focus();
  await keys('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await hr.look('keys');
  await page.getByLabel('Use these keys').uncheck();
  await keys('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await keys('j');
  assert.equal(await page.locator('.results tbody :focus').count(), 0);
  await press(hr, 'button', 'Keyboard shortcuts');
  await page.getByLabel('Use these keys').check();
  await keys('Escape');
}

async function filterRows(hr) {
  const { page } = hr;
  await tabTo(hr, page.getByRole('searchbox'));
  await page.keyboard.type('nobody');
  await press(hr, 'button', 'Show all rows');
  await page.getByRole('link', { name: endingWith('00042') }).waitFor();
  await assertFocusKept(hr);
}

async function cancelDeletion(hr) {
  const { page } = hr;
  await press(hr, 'button', 'Delete…');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await waitForFocus(hr, 'Delete…');
}

async function checkAnnouncements(hr) {
  for (const announced of [
    /hires-2026-q4\.xlsx: Uploaded\./,
    /\d+ of 24 rows done\./,
    /The run has ended\./,
    /Recorded\./,
    /Recorded: Compliance Approved\./,
    /1 row selected/,
    /1 decision recorded\./,
  ]) {
    await eventually(async () => {
      assert.match((await hr.heard()).join('\n'), announced);
    });
  }
}

/** Moves the focus to an element with Tab, and presses a key. */
async function press(hr, role, name, key = 'Enter') {
  await tabTo(hr, hr.page.getByRole(role, { name, exact: true }));
  await hr.page.keyboard.press(key);
}

async function tabTo(hr, target) {
  await target.waitFor();
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await assertFocusVisible(hr);
      return;
    }
    await hr.page.keyboard.press('Tab');
  }
  assert.fail(`no Tab leads to ${target}`);
}

/** Checks that the focus is visible. */
async function assertFocusVisible({ page }) {
  const seen = await page.evaluate(() => {
    const element = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    return {
      name: element.outerHTML.slice(0, 120),
      isOutlined: outlineStyle !== 'none' && outlineWidth !== '0px',
      isThere: width > 0 && height > 0,
    };
  });
  assert.ok(seen.isOutlined && seen.isThere, `the focus is not visible on ${seen.name}`);
}

/** Waits until an element has the focus after the last change. */
async function assertFocusKept({ page }) {
  const hasFocus = () => document.activeElement !== document.body;
  await page.waitForFunction(hasFocus, undefined, { timeout: 15_000 });
}

/** Waits until the element with this text has the focus. A link to a row and the heading of its panel have the same text. */
async function waitForFocus({ page }, words, kind = '*') {
  const has = ({ words, kind }) =>
    document.activeElement?.textContent === words && document.activeElement.matches(kind);
  await page.waitForFunction(has, { words, kind }, { timeout: 15_000 }).catch(async () => {
    const other = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    assert.fail(`"${words}" should have the focus, not ${other}`);
  });
}
