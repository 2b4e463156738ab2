import { expect, test } from 'vitest';
import { testServer } from '../access/testServer.js';

async function signInTwoMembers() {
  const server = await testServer();
  const { ask, member } = server;
  const [ada, bo] = [await member('viewer', 'ada'), await member('administrator', 'bo')];
  const send = async (cookie: string, method: string, path: string, body?: unknown) => {
    const answer = await ask(method, path, { cookie, body });
    return { status: answer.status, ...((await answer.json()) as Answer) };
  };
  const createActions = (cookie: string) => ({
    list: () => send(cookie, 'GET', '/api/views'),
    save: (view: object) => send(cookie, 'POST', '/api/views', view),
    rename: (id: string, name: string) => send(cookie, 'PATCH', `/api/views/${id}`, { name }),
    delete: (id: string) => send(cookie, 'DELETE', `/api/views/${id}`),
  });
  return {
    server,
    ada: { ...ada, ...createActions(ada.cookie) },
    bo: { ...bo, ...createActions(bo.cookie) },
  };
}

interface Answer {
  readonly views?: readonly { readonly id: string; readonly name: string }[];
  readonly error?: { readonly message: string };
}

const highView = { name: 'High', query: 'atLeast=7', hidden: ['change'] };
const spainView = { name: 'Spain', query: 'destination=Spain&sort=person', hidden: [] };

test('a member can save, replace, rename and delete views, which other members do not see', async () => {
  const { ada, bo } = await signInTwoMembers();
  await ada.save(spainView);
  const views = (await ada.save(highView)).views ?? [];
  expect(views).toMatchObject([highView, spainView]);
  const id = views[1]?.id ?? '';
  const franceView = { ...spainView, name: ' Spain ', query: 'destination=France' };
  expect(await ada.save(franceView)).toMatchObject({
    status: 200,
    views: [highView, { id, name: 'Spain', query: 'destination=France' }],
  });
  expect(await ada.rename(id, 'France')).toMatchObject({
    views: [{ id, name: 'France' }, highView],
  });
  expect((await bo.list()).views).toEqual([]);
  expect(await ada.delete(id)).toMatchObject({ status: 200, views: [highView] });
  expect((await ada.list()).views).toHaveLength(1);
});

test('a member cannot give two views the same name, or change a view of another member', async () => {
  const { ada, bo } = await signInTwoMembers();
  await ada.save(spainView);
  const id = (await ada.save(highView)).views?.[0]?.id ?? '';
  const refusedRename = await ada.rename(id, 'Spain');
  expect([refusedRename.status, refusedRename.error?.message]).toEqual([
    409,
    'You have another view with the name Spain.',
  ]);
  expect((await ada.rename(id, 'High')).status).toBe(200);
  expect((await ada.rename(id, '  ')).status).toBe(422);
  expect([await bo.rename(id, 'Mine'), await bo.delete(id)]).toMatchObject([
    { status: 404 },
    { status: 404 },
  ]);
  expect((await ada.list()).views).toMatchObject([highView, spainView]);
});

test('a member can have at most 50 views', async () => {
  const { ada } = await signInTwoMembers();
  for (let number = 1; number <= 50; number++)
    await ada.save({ ...highView, name: `View ${number}` });
  const refused = await ada.save(spainView);
  expect([refused.status, refused.error?.message]).toEqual([
    409,
    'You have 50 views. Delete one of them first.',
  ]);
  const views = (await ada.save({ ...highView, name: 'View 50' })).views ?? [];
  expect(views).toHaveLength(50);
  await ada.delete(views[0]?.id ?? '');
  expect((await ada.save(spainView)).views).toHaveLength(50);
});

test('the views of a removed member are deleted', async () => {
  const { server, ada, bo } = await signInTwoMembers();
  await ada.save(spainView);
  await bo.save(highView);
  await server.ask('DELETE', `/api/members/${ada.id}`, { cookie: bo.cookie });
  const remainingViews = await server.db.selectFrom('saved_view').select('name').execute();
  expect(remainingViews).toEqual([{ name: 'High' }]);
});
