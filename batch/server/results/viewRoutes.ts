import { newView, renamedView, savedViewList } from '../contract/shapes.js';
import { type Route, route } from '../http/route.js';
import { deleteView, renameView, listSavedViews, saveView } from './viewStore.js';

const topic = 'Saved views';

export const viewRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/views',
    requires: 'look',
    topic,
    summary: 'List your saved views of results',
    response: savedViewList,
    handle: async ({ caller }, { store }) => ({
      views: await listSavedViews(store, caller.memberId),
    }),
  }),
  route({
    method: 'POST',
    path: '/api/views',
    requires: 'look',
    topic,
    summary: 'Save a view, in place of your view with the same name',
    body: newView,
    response: savedViewList,
    handle: ({ caller, body }, { access }) =>
      access.change(caller, 'look', async (_, tx) => {
        await saveView(tx, caller.memberId, body);
        return { views: await listSavedViews(tx, caller.memberId) };
      }),
  }),
  route({
    method: 'PATCH',
    path: '/api/views/:id',
    requires: 'look',
    topic,
    summary: 'Rename one of your views',
    body: renamedView,
    response: savedViewList,
    handle: ({ caller, params, body }, { access }) =>
      access.change(caller, 'look', async (_, tx) => {
        const { name } = body;
        await renameView(tx, caller.memberId, { id: params.id ?? '', name });
        return { views: await listSavedViews(tx, caller.memberId) };
      }),
  }),
  route({
    method: 'DELETE',
    path: '/api/views/:id',
    requires: 'look',
    topic,
    summary: 'Delete one of your views',
    response: savedViewList,
    handle: async ({ caller, params }, { store }) => {
      await deleteView(store, caller.memberId, params.id ?? '');
      return { views: await listSavedViews(store, caller.memberId) };
    },
  }),
];
