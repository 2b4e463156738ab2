// An administrator sets the mail server, and gets an email when a run has ended and rows need review.
import { strict as assert } from 'node:assert';
import { createTrips, writeRows } from '../e2e/sheet.mjs';
import { startMailServer } from '../mailServer.ts';
import { eventually } from './person.mjs';
import { assess, openProfile } from './sheetScreens.mjs';

const email = 'ana@example.com';

export async function play(stage) {
  const mail = await startMailServer();
  try {
    await stage.service('--ready-after', '0ms');
    const { link } = await stage.serve();
    const hr = await stage.person();
    await hr.join(link);
    await setMailServer(hr, mail);
    await chooseNotices(hr);
    await writeRows(stage.at('trips.xlsx'), createTrips(['W-1', 'W-2', 'SANDBOX-REJECTED']));
    await assess(hr, stage.at('trips.xlsx'));
    await readEmail(hr, mail);
    await turnOff(hr);
  } finally {
    await mail.stop();
  }
}

async function setMailServer(hr, { settings, received }) {
  const { page } = hr;
  await hr.follow('Settings');
  await page.getByLabel('Mail server').fill('smtp.example.com');
  await page.getByLabel('Security').selectOption('none');
  assert.equal(await page.getByLabel('Port').inputValue(), '25');
  await page.getByLabel('Port').fill(String(settings.port));
  await page.getByLabel('User').fill(settings.user);
  await page.getByLabel('Password').fill('wrong');
  await page.getByLabel('Sender').fill(settings.sender);
  hr.expect(/422/);
  await hr.press('Save the mail server');
  await hr.reads(/^Without encryption, others could read the password/);
  await hr.look('mail-not-encrypted');
  await page.getByLabel('Mail server').fill(settings.host);
  await page.getByLabel('Test message to').fill(email);
  await hr.press('Send a test message');
  await hr.reads(/refused the user or the password/);
  await hr.look('mail-refused');
  await page.getByLabel('Password').fill(settings.password);
  await hr.press('Send a test message');
  await hr.reads(/has accepted the message to ana@example\.com/);
  await hr.look('mail-accepted');
  assert.equal(received[0].subject, 'Test message of Remote Work Assessment');
  await hr.press('Save the mail server');
  await hr.reads('Saved.');
  assert.equal(await page.getByLabel('Password').inputValue(), '');
  await hr.reads('One is stored; leave this empty to keep it.');
}

async function chooseNotices(hr) {
  const { page } = hr;
  await openProfile(hr);
  const notices = page.getByRole('region', { name: 'Your email notices' });
  await notices.getByLabel('Email').fill(email);
  await notices.getByLabel('Rows need review').selectOption('All runs');
  await hr.press('Save the notices');
  await hr.reads('Saved.');
  await hr.look('notices');
  await hr.follow('Sheets');
  await hr.title('Sheets');
}

async function readEmail(hr, { received }) {
  await eventually(() => assert.equal(received.length, 2));
  const [, { to, subject, text }] = received;
  assert.deepEqual(to, [email]);
  assert.equal(subject, 'trips: 2 assessed, 1 row needs review');
  assert.doesNotMatch(text, /W-1|SANDBOX-REJECTED/);
  const [, address] = /Open the sheet: (\S+)/.exec(text);
  await hr.page.goto(address);
  await hr.title(/^trips\.xlsx/);
}

async function turnOff(hr) {
  await hr.follow('Settings');
  await hr.press('Turn off…');
  await hr.look('turn-off-emails');
  await hr.page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await hr.page.getByRole('button', { name: 'Turn off…' }).waitFor({ state: 'detached' });
}
