// An administrator sets the mail server, gets an email about a run with a rejected row, and turns the emails off.
import { strict as assert } from 'node:assert';
import { createTrips, writeRows } from '../e2e/sheet.mjs';
import { startMailServer } from '../mailServer.ts';
import { eventually } from './person.mjs';
import { assess, openProfile } from './sheetScreens.mjs';

const email = 'ana@example.com';

export async function play(stage) {
  const mail = await startMailServer();
  try {
    await stage.startService('--ready-after', '0ms');
    const { link } = await stage.startServer();
    const hr = await stage.createPerson();
    await hr.join(link);
    await setMailServer(hr, mail);
    await chooseNotices(hr);
    await writeRows(stage.getPath('trips.xlsx'), createTrips(['W-1', 'W-2', 'SANDBOX-REJECTED']));
    await assess(hr, stage.getPath('trips.xlsx'));
    await readEmail(hr, mail);
    await turnOffEmails(hr);
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
  await hr.waitForText(/^Without encryption, others could read the password/);
  await hr.checkLayout('mail-not-encrypted');
  await page.getByLabel('Mail server').fill(settings.host);
  await page.getByLabel('Test message to').fill(email);
  await hr.press('Send a test message');
  await hr.waitForText(/refused the user or the password/);
  await hr.checkLayout('mail-refused');
  await page.getByLabel('Password').fill(settings.password);
  await hr.press('Send a test message');
  await hr.waitForText(/has accepted the message to ana@example\.com/);
  await hr.checkLayout('mail-accepted');
  assert.equal(received[0].subject, 'Test message from Remote Work Assessment');
  await hr.press('Save the mail server');
  await hr.waitForText('Saved.');
  assert.equal(await page.getByLabel('Password').inputValue(), '');
  await hr.waitForText('A password is stored; leave this empty to keep it.');
}

async function chooseNotices(hr) {
  const { page } = hr;
  await openProfile(hr);
  const notices = page.getByRole('region', { name: 'Your email notices' });
  await notices.getByLabel('Email').fill(email);
  await notices.getByLabel('Rows need attention').selectOption('All runs');
  await hr.press('Save the notices');
  await hr.waitForText('Saved.');
  await hr.checkLayout('notices');
  await hr.follow('Sheets');
  await hr.waitForTitle('Sheets');
}

async function readEmail(hr, { received }) {
  await eventually(() => assert.equal(received.length, 2));
  const [, { to, subject, text }] = received;
  assert.deepEqual(to, [email]);
  assert.equal(subject, 'trips: 2 assessed, 1 row rejected');
  assert.doesNotMatch(text, /W-1|SANDBOX-REJECTED/);
  const [, address] = /Open the sheet: (\S+)/.exec(text);
  await hr.page.goto(address);
  await hr.waitForTitle(/^trips\.xlsx/);
}

async function turnOffEmails(hr) {
  await hr.follow('Settings');
  await hr.press('Turn off…');
  await hr.checkLayout('turn-off-emails');
  await hr.page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await hr.page.getByRole('button', { name: 'Turn off…' }).waitFor({ state: 'detached' });
}
