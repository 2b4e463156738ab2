// `npm run page` plays stories of people who use the built `rwa serve` in Chromium. After `--`, the names of stories play
// only these stories, `--keep FOLDER` puts the pictures into FOLDER, and `--postgres` uses Postgres and a worker.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { chromium, launchChromium } from '../chromium.mjs';
import { startPostgres } from '../postgres/server.mjs';
import { reportSkippedCheck } from '../skips.ts';
import { Stage } from './stage.mjs';

/** The titles of the stories by file name. The longest story is first: at the end, it would run alone. */
const stories = {
  everyScreen:
    'axe finds no violations on any screen, on a desktop and a phone, in light and dark mode',
  hiringSheet: 'HR assesses a hiring sheet, from the link to the download',
  twoPeople: 'two people work on a sheet at the same time, and a third can only view it',
  phone: 'HR follows the main path on a phone',
  germanSheet: 'HR assesses a messy German workbook, and confirms the guessed columns',
  german: 'HR follows the main path in German, and then sees the page in French',
  decisions: 'HR decides, reassesses all rows, sets and ends a schedule, and deletes the sheet',
  mistakes: 'HR makes mistakes, and sees how to correct them',
  emails: 'an administrator sets the mail server, and gets an email about a run',
  manyTabs: 'every tab shows all changes, even with more tabs than connections to the server',
  operations:
    'an administrator pauses all runs, changes limits, and, with Postgres, drains a worker',
  restored: 'after a restore, sheets wait until somebody has checked the service',
  keyboard: 'HR uses only the keyboard, from the link to the download',
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' }, postgres: { type: 'boolean', default: false } },
});
if (chromium === undefined) {
  reportSkippedCheck('Chromium is not installed (apt-get install -y chromium).');
  process.exit(0);
}
const folder = await mkdtemp(join(tmpdir(), 'rwa-page-'));
const pictures = values.keep === undefined ? join(folder, 'pictures') : resolve(values.keep);
await mkdir(pictures, { recursive: true });
const cluster = values.postgres ? await startPostgres() : undefined;
const browser = await launchChromium();
let passed = 0;
let failed = 0;
try {
  const chosen = Object.entries(stories).filter(
    ([name]) => positionals.length === 0 || positionals.includes(name),
  );
  // Two stories run at a time, because each mostly waits for its server.
  const limit = pLimit(2);
  await Promise.all(chosen.map(([name, title]) => limit(() => playStory(name, title))));
} finally {
  await browser.close();
  await cluster?.stop();
}
console.log(`Pictures of all screens: ${pictures}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function playStory(name, title) {
  const startedMs = Date.now();
  const stage = new Stage(browser, join(folder, name), join(pictures, name), cluster);
  let failure;
  try {
    const { play } = await import(`./${name}.mjs`);
    await play(stage);
    stage.assertNoErrors();
  } catch (error) {
    failure = error;
    await stage.photograph();
  } finally {
    await stage.close();
    await rm(stage.folder, { recursive: true, force: true });
  }
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  if (failure === undefined) passed += 1;
  else failed += 1;
  console.log(`${failure === undefined ? 'ok    ' : 'failed'} ${title} (${seconds} s)`);
  if (failure !== undefined) console.log(failure.stack ?? failure);
}
