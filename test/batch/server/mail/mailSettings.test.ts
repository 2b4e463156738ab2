import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import type {
  Log,
  MailServerChange,
  MailTestResult,
} from '../../../../batch/server/contract/shapes.js';
import { readMailServer } from '../../../../batch/server/mail/mailSettings.js';
import { findFreePort } from '../../../freePort.js';
import { authorityFile } from '../../../http/secureService.js';
import { readCookie, testServer } from '../access/testServer.js';
import { testRounds } from '../rounds/testRounds.js';
import { testLog } from '../testLog.js';
import { testMailServer } from './testMailServer.js';

const path = '/api/settings/mail';
const to = 'ana@example.com';
const password = 'typed-secret';
const typedSettings: MailServerChange = {
  host: 'smtp.example.com',
  port: 587,
  security: 'starttls',
  user: 'rwa',
  password,
  sender: 'rwa@example.com',
};

/** Sends a test message with these settings, and returns the result that an administrator sees. */
async function sendTestMessage(settings: MailServerChange) {
  const { ask } = await testRounds();
  const answer = await ask('administrator', 'POST', `${path}/test`, { ...settings, to });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { isAccepted: boolean; message: string };
}

test('the password is stored, but no answer and no log contains it', async () => {
  const { ask, services } = await testRounds();
  const lines = testLog();
  const answers = [
    await ask('administrator', 'PUT', path, typedSettings),
    await ask('administrator', 'GET', path),
  ];
  const { password: _, ...shown } = { ...typedSettings, hasPassword: true };
  for (const answer of answers) expect(await answer.json()).toEqual({ server: shown });
  expect((await readMailServer(services.store))?.password).toBe(password);
  const { entries } = await services.access.logPage(undefined, 'en');
  expect(entries[0]?.action).toMatch(/^signed in/);
  expect(entries.map(({ action }) => action)).toContain('set the mail server smtp.example.com');
  expect(`${JSON.stringify(entries)} ${JSON.stringify(lines)}`).not.toContain(password);
});

test('a change without a password keeps the stored password, but only for the same server and user', async () => {
  const { ask, services } = await testRounds();
  const { password: _, ...withoutPassword } = typedSettings;
  await ask('administrator', 'PUT', path, typedSettings);
  const changed = await ask('administrator', 'PUT', path, {
    ...withoutPassword,
    sender: 'hr@example.com',
  });
  expect(changed.status).toBe(200);
  expect(await readMailServer(services.store)).toMatchObject({
    password,
    sender: 'hr@example.com',
  });
  for (const other of [{ host: 'evil.example.com' }, { port: 25 }, { user: 'other' }]) {
    for (const [method, route] of [
      ['PUT', path],
      ['POST', `${path}/test`],
    ] as const) {
      const answer = await ask('administrator', method, route, {
        ...withoutPassword,
        ...other,
        to,
      });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain('Enter the password again');
    }
  }
  expect(await readMailServer(services.store)).toMatchObject({ host: 'smtp.example.com' });
});

test.each([
  [{ host: 'https://smtp.example.com' }, 'host', 'Write only its name, such as smtp.example.com.'],
  [{ host: '' }, 'host', 'not the name of a mail server'],
  [{ port: 0 }, 'port', ''],
  [{ security: 'none' }, 'security', 'Only a mail server on this machine (localhost)'],
  [{ sender: 'HR' }, 'sender', 'such as rwa@example.com'],
  [{ sender: 'rwa@example.com\r\nBcc: a@b.example' }, 'sender', 'Enter the sender'],
  [{ user: '' }, 'user', 'Enter the user name for this password.'],
  [{ password: '' }, 'password', 'Enter the password of this user.'],
])(
  'settings with %j are refused with a message for the field "%s"',
  async (change, field, message) => {
    const { ask, services } = await testRounds();
    const answer = await ask('administrator', 'PUT', path, { ...typedSettings, ...change });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const text = await answer.text();
    expect(text).toContain(`"field":"${field}"`);
    expect(text).toContain(message);
    expect(await readMailServer(services.store)).toBeUndefined();
  },
);

test('an administrator can turn off all emails', async () => {
  const { ask, services } = await testRounds();
  await ask('administrator', 'PUT', path, typedSettings);
  expect((await ask('administrator', 'DELETE', path)).status).toBe(204);
  expect(await readMailServer(services.store)).toBeUndefined();
  expect(await (await ask('administrator', 'GET', path)).json()).toEqual({ server: null });
});

test('the result of a test message contains the answer of the mail server that has accepted it', async () => {
  const mail = await testMailServer();
  const { isAccepted, message } = await sendTestMessage(mail.settings);
  expect(message).toMatch(
    /^The mail server 127\.0\.0\.1 has accepted the message to ana@example\.com\. Its answer: "250 /,
  );
  expect(isAccepted).toBe(true);
  expect(mail.received).toMatchObject([
    { to: [to], subject: 'Test message from Remote Work Assessment' },
  ]);
});

test('a mail server on this machine needs neither encryption nor sign-in', async () => {
  const { settings, received } = await testMailServer({ needsSignIn: false });
  const { isAccepted } = await sendTestMessage({
    ...settings,
    host: 'localhost',
    user: '',
    password: '',
  });
  expect(isAccepted).toBe(true);
  expect(received).toHaveLength(1);
});

test('the result of a test message with a wrong password contains the answer of the mail server', async () => {
  const mail = await testMailServer();
  const { isAccepted, message } = await sendTestMessage({
    ...mail.settings,
    password: 'wrong-secret',
  });
  expect(isAccepted).toBe(false);
  expect(message).toBe(
    'The mail server 127.0.0.1 refused the user or the password. Its answer: "535 Wrong user or password". Some mail servers need an app password.',
  );
});

test('an administrator reads the result of a test message and the log in German', async () => {
  const { ask, member, access } = await testServer();
  const { id, cookie } = await member('administrator', 'Ana');
  await access.members.setLanguage(id, 'de');
  await ask('PUT', path, { cookie, body: typedSettings });
  const settings = { ...typedSettings, host: '127.0.0.1', port: await findFreePort(), to };
  const answer = await ask('POST', `${path}/test`, { cookie, body: settings });
  expect((await answer.json()) as MailTestResult).toEqual({
    isAccepted: false,
    message: 'Der Mailserver 127.0.0.1 wurde nicht erreicht: Die Verbindung wurde abgelehnt.',
  });
  await access.logByServer({ code: 'inputsDeleted', days: 90 });
  const { entries } = (await (await ask('GET', '/api/log', { cookie })).json()) as Log;
  expect(entries.map(({ who, action }) => [who, action])).toEqual(
    expect.arrayContaining([
      ['Ana', 'Mailserver smtp.example.com festgelegt'],
      [
        'Der Server',
        'Datei und Angaben einer Tabelle 90 Tage nach dem letzten Durchlauf oder Hochladen gelöscht',
      ],
    ]),
  );
});

test.each(['starttls', 'tls'] as const)(
  'with %s, a certificate from an unknown authority is refused, and no message is delivered',
  async (security) => {
    const mail = await testMailServer({ security });
    const { isAccepted, message } = await sendTestMessage(mail.settings);
    expect(isAccepted).toBe(false);
    expect(message).toContain(
      'The mail server 127.0.0.1 was not used: the certificate of the server is from an authority that is not trusted here.',
    );
    expect(message).toContain('NODE_EXTRA_CA_CERTS');
    expect(mail.received).toEqual([]);
  },
);

test.each(['starttls', 'tls'] as const)(
  'with %s, a trusted certificate is accepted',
  async (security) => {
    const before = getCACertificates();
    setDefaultCACertificates([...before, readFileSync(authorityFile, 'utf8')]);
    onTestFinished(() => {
      setDefaultCACertificates(before);
    });
    const mail = await testMailServer({ security });
    expect(await sendTestMessage(mail.settings)).toMatchObject({ isAccepted: true });
  },
);

test('the result of a test message reports that the mail server offers no STARTTLS on the port', async () => {
  const mail = await testMailServer();
  const { isAccepted, message } = await sendTestMessage({ ...mail.settings, security: 'starttls' });
  expect(isAccepted).toBe(false);
  expect(message).toContain('offers no STARTTLS on this port, so nothing was sent');
  expect(message).toContain('port 587 usually needs STARTTLS, and port 465 TLS');
  expect(mail.received).toEqual([]);
});

test('the result of a test message reports that the mail server does not begin with TLS on the port', async () => {
  const mail = await testMailServer();
  const { message } = await sendTestMessage({ ...mail.settings, security: 'tls' });
  expect(message).toContain('does not begin with TLS on this port');
});

test('members choose their notices, and only members who sign in with a link can change their address', async () => {
  const { ask, member, access } = await testServer();
  const { code } = await access.links.invite('', 'Ana', 'viewer');
  const cookie = readCookie(await ask('POST', '/api/links', { body: { code } }));
  const choose = (body: object, by = cookie) => ask('PUT', '/api/notices', { cookie: by, body });
  const shown = { ends: 'own', review: 'none', email: '', canChangeEmail: true, isMailOn: false };
  expect(await (await ask('GET', '/api/notices', { cookie })).json()).toEqual(shown);
  const change = { ends: 'all', review: 'own', email: ' ana@example.com ' };
  const chosen = { ...shown, ...change, email: 'ana@example.com' };
  expect(await (await choose(change)).json()).toEqual(chosen);
  expect(await (await choose({ ...change, email: 'ana' })).json()).toMatchObject({
    error: { field: 'email', message: 'Enter an address such as ana@example.com.' },
  });
  expect(await (await ask('GET', '/api/notices', { cookie })).json()).toEqual(chosen);

  const ben = await member('editor', 'ben');
  const refused = await choose(change, ben.cookie);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('Your notices go to the address that you sign in with.');
  expect(await (await choose({ ends: 'none', review: 'all' }, ben.cookie)).json()).toMatchObject({
    ends: 'none',
    review: 'all',
    email: 'ben@example.com',
    canChangeEmail: false,
  });
});

test('notices cannot be chosen with a token', async () => {
  const { ask, member } = await testServer();
  const { cookie } = await member('viewer');
  const body = { name: 'n8n', role: 'viewer', days: 1 };
  const created = (await (await ask('POST', '/api/tokens', { cookie, body })).json()) as {
    secret: string;
  };
  const change = { ends: 'all', review: 'own' };
  const answer = await ask('PUT', '/api/notices', { token: created.secret, body: change });
  expect(answer.status).toBe(403);
});
