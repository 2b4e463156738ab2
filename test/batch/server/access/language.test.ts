import { expect, test } from 'vitest';
import { RefusalError } from '../../../../batch/server/refusalError.js';
import {
  type Answer,
  serializeError,
  unwrapAnswer,
} from '../../../../batch/server/threads/calls.js';
import { PASSWORD, testServer } from './testServer.js';

const german = { 'Accept-Language': 'de-DE,de;q=0.9,en;q=0.5' };
const french = { 'Accept-Language': 'fr-FR,fr;q=0.9' };

async function readMessage(answer: Response): Promise<string> {
  const { error } = (await answer.json()) as { error: { message: string } };
  return error.message;
}

test('a member gets refusals in the language of their profile, even if the browser has another language', async () => {
  const { ask, member } = await testServer();
  const { cookie } = await member('administrator');
  await ask('PUT', '/api/profile', { cookie, body: { language: 'de' } });
  const noSheet = await ask('GET', '/api/sheets/none', { cookie, headers: french });
  expect(noSheet.status).toBe(404);
  expect(await readMessage(noSheet)).toBe(
    'Diese Tabelle gibt es nicht. Vielleicht hat sie jemand gelöscht.',
  );
  const noText = await ask('PUT', '/api/profile', { cookie, body: { name: '' } });
  expect(await readMessage(noText)).toBe('name: Geben Sie mindestens ein Zeichen ein.');
  const longText = await ask('PUT', '/api/profile', { cookie, body: { name: 'x'.repeat(101) } });
  expect(await readMessage(longText)).toBe('name: Geben Sie höchstens 100 Zeichen ein.');
  const weak = { password: PASSWORD, newPassword: 'short' };
  expect(await readMessage(await ask('PUT', '/api/password', { cookie, body: weak }))).toBe(
    'Wählen Sie ein Passwort mit 12 bis 1000 Zeichen.',
  );
});

test('a member gets the help in the language of their profile, and a stranger in the language of the browser', async () => {
  const { ask, member } = await testServer();
  const { cookie } = await member('viewer');
  await ask('PUT', '/api/profile', { cookie, body: { language: 'de' } });
  const findHelp = async (sender: object) =>
    (await ask('GET', '/help', { ...sender, headers: french })).headers.get('Location');
  expect(await findHelp({ cookie })).toBe('/help/de');
  expect(await findHelp({})).toBe('/help/fr');
});

test('a program gets refusals in the language of the member who created its token', async () => {
  const { ask, member, access } = await testServer();
  const { id, cookie } = await member('viewer');
  await ask('PUT', '/api/profile', { cookie, body: { language: 'fr' } });
  const creator = { memberId: id, rights: new Set(['look'] as const) };
  const { secret } = await access.tokens.add(creator, { name: 'n', role: 'viewer', days: 1 });
  const answer = await ask('PUT', '/api/profile', { token: secret, body: { name: 'New' } });
  expect(await readMessage(answer)).toBe(
    'Un jeton ne le permet pas. Connectez-vous avec un navigateur.',
  );
});

test.each([
  [german, 'Melden Sie sich zuerst an.'],
  [french, 'Connectez-vous d’abord.'],
  [{ 'Accept-Language': 'it' }, 'Sign in first.'],
  [{}, 'Sign in first.'],
])('a stranger with the headers %j gets the refusal "%s"', async (headers, message) => {
  const { ask } = await testServer();
  expect(await readMessage(await ask('GET', '/api/sheets', { headers }))).toBe(message);
});

test('a request from another website is refused in the language of the browser', async () => {
  const { ask } = await testServer();
  const headers = { ...german, Origin: 'https://evil.example' };
  expect(await readMessage(await ask('POST', '/api/session', { headers }))).toBe(
    'Diese Anfrage kam von einer anderen Website.',
  );
});

test('a refusal from another thread contains its message in each language', () => {
  const refusal = new RefusalError('conflict', (t) =>
    t(($) => $.results.viewNameTaken, { name: 'A' }),
  );
  const answer = structuredClone(serializeError({ id: 1, method: 'plan' }, refusal));
  expect(() => unwrapAnswer(answer as Extract<Answer, { id: number }>)).toThrow(
    expect.objectContaining({
      message: 'You have another view with the name A.',
      reason: {
        en: 'You have another view with the name A.',
        de: 'Sie haben schon eine andere Ansicht mit dem Namen A.',
        fr: 'Vous avez déjà une autre vue nommée A.',
      },
    }),
  );
});
