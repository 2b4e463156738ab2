// HR uses only the keyboard, from the link to the download, except in a few steps about the shortcuts. The story checks
// that the focus is kept and visible, that it returns after a dialog, and that the page announces changes to screen
// readers.
import { strict as assert } from 'node:assert';
import { eventually } from './person.mjs';
import { createIdPattern, findCheckbox, sample } from './sheetScreens.mjs';

/** More than the number of elements that Tab reaches on any screen. */
const MAX_TABS = 200;

export async function play(stage) {
  const { control } = await stage.startService('--latency', '150ms', '--ready-after', '200ms');
  await control('POST', 'faults', {
    operation: 'rwa_create',
    fault: 'status-500-before-commit',
    times: 1,
    match: { employeeId: '00318' },
  });
  const { link } = await stage.startServer();
  const hr = await stage.createPerson();
  const { page } = hr;
  await page.goto(link);
  await hr.waitForTitle(/^Welcome/);
  await press(hr, 'button', 'Sign in here');
  await waitForFocus(hr, 'Sheets');

  await tabTo(hr, page.getByRole('button', { name: 'Choose files' }));
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.keyboard.press('Enter'),
  ]);
  await chooser.setFiles(sample);
  await page.getByRole('heading', { name: 'What does each column contain?' }).waitFor();
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

/** Settles an unconfirmed row, after checking that Escape closes the dialog and returns the focus to its button. */
async function settleRow(hr) {
  const { page } = hr;
  await press(hr, 'button', /^Needs review 1/, 'Space');
  await press(hr, 'link', createIdPattern('00318'));
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
  await press(hr, 'link', createIdPattern('01015'));
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

  await tabTo(hr, findCheckbox(hr, '00042'));
  await page.keyboard.press('Space');
  await press(hr, 'button', 'Decide for all…');
  await page.getByRole('dialog').waitFor();
  await tabTo(hr, page.getByRole('dialog').getByLabel('Manager'));
  await page.keyboard.type('M-200');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await assertFocusKept(hr);
}

async function selectRange(hr) {
  const { page } = hr;
  await press(hr, 'checkbox', 'Select Pieter de Wit, 01015', 'Space');
  await press(hr, 'checkbox', 'Select Henrik Solberg, 00608', 'Shift+Space');
  await page.getByText('3 rows selected').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('3 rows selected').waitFor({ state: 'detached' });
}

/** Checks that single keys move, select, search and close, do nothing in a field, and can be turned off. */
async function checkShortcuts(hr) {
  const { page } = hr;
  const pressKeys = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press(hr, 'button', /^All 24/);
  await pressKeys('j');
  await waitForFocus(hr, 'Pieter de Wit 01015', 'a');
  await pressKeys('j', 'ArrowDown', 'k', 'x', 'j', 'j', 'Shift+X');
  await page.getByText('3 rows selected').waitFor();
  await pressKeys('Enter');
  await page.getByRole('complementary').getByText('Status').waitFor();
  // If a row is open, the arrow keys scroll its details, so the focus stays there.
  await pressKeys('ArrowDown');
  await page.getByRole('complementary').locator(':focus').waitFor();
  await pressKeys('Escape');
  await page.getByRole('complementary').waitFor({ state: 'detached' });
  await page.getByText('3 rows selected').waitFor();
  await pressKeys('Escape');
  await page.getByText('3 rows selected').waitFor({ state: 'detached' });
  await pressKeys('/');
  await page.keyboard.type('jx?');
  assert.equal(await page.getByRole('searchbox').inputValue(), 'jx?');
  for (let letters = 0; letters < 3; letters++) await pressKeys('Backspace');
  await page.getByRole('button', { name: /^All 24/ }).focus();
  await pressKeys('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await hr.checkLayout('keys');
  await page.getByLabel('Use these keys').uncheck();
  await pressKeys('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await pressKeys('j');
  assert.equal(await page.locator('.results tbody :focus').count(), 0);
  await press(hr, 'button', 'Keyboard shortcuts');
  await page.getByLabel('Use these keys').check();
  await pressKeys('Escape');
}

async function filterRows(hr) {
  const { page } = hr;
  await tabTo(hr, page.getByRole('searchbox'));
  await page.keyboard.type('nobody');
  await press(hr, 'button', 'Show all rows');
  await page.getByRole('link', { name: createIdPattern('00042') }).waitFor();
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
  for (const expected of [
    /hires-2026-q4\.xlsx: Uploaded\./,
    /\d+ of 24 rows done\./,
    /The run has ended\./,
    /Recorded\./,
    /Recorded: Compliance Approved\./,
    /1 row selected/,
    /1 decision recorded\./,
  ]) {
    await eventually(async () => {
      assert.match((await hr.getAnnouncements()).join('\n'), expected);
    });
  }
}

/** Moves the focus to an element with Tab, and presses a key there. */
async function press(hr, role, name, key = 'Enter') {
  await tabTo(hr, hr.page.getByRole(role, { name, exact: true }));
  await hr.page.keyboard.press(key);
}

/** Presses Tab until an element has the focus, and checks that the focus is visible. */
async function tabTo(hr, target) {
  await target.waitFor();
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await assertFocusVisible(hr);
      return;
    }
    await hr.page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${target}`);
}

async function assertFocusVisible({ page }) {
  const focused = await page.evaluate(() => {
    const element = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    return {
      name: element.outerHTML.slice(0, 120),
      isOutlined: outlineStyle !== 'none' && outlineWidth !== '0px',
      hasSize: width > 0 && height > 0,
    };
  });
  assert.ok(focused.isOutlined && focused.hasSize, `the focus is not visible on ${focused.name}`);
}

/**
 * Waits until an element other than the body has the focus: a browser moves the focus to the body if the focused
 * element is removed.
 */
async function assertFocusKept({ page }) {
  const hasFocus = () => document.activeElement !== document.body;
  await page.waitForFunction(hasFocus, undefined, { timeout: 15_000 });
}

/**
 * Waits until the element with this text has the focus. The selector distinguishes a link to a row from the heading of
 * its details, which has the same text.
 */
async function waitForFocus({ page }, text, selector = '*') {
  const hasFocus = ({ text, selector }) =>
    document.activeElement?.textContent === text && document.activeElement.matches(selector);
  await page.waitForFunction(hasFocus, { text, selector }, { timeout: 15_000 }).catch(async () => {
    const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    assert.fail(`"${text}" should have the focus, not ${focused}`);
  });
}
