import { type Route, route } from '../http/route.js';
import { onlyInBrowser } from './sessionRoutes.js';
import { madeToken, newToken, tokenList } from '../contract/shapes.js';

const topic = 'Personal access tokens';

/** The caller's own tokens. They are made in a browser only. */
export const tokenRoutes: readonly Route[] = [
  route({
    ...{ method: 'GET', path: '/api/tokens', needs: 'look', topic },
    summary: 'List your tokens',
    answer: tokenList,
    handle: async ({ caller }, { access }) => ({
      tokens: await access.tokens.listOf(caller.memberId),
    }),
  }),
  route({
    ...{ method: 'POST', path: '/api/tokens', needs: 'look', topic },
    summary: 'Create a token, with at most your own rights',
    body: newToken,
    answer: madeToken,
    handle: async ({ caller, body }, { access }) => {
      onlyInBrowser(caller);
      await access.tokens.deleteExpired();
      return access.change(caller, 'look', async (accounts) => {
        const made = await accounts.tokens.add(caller, body);
        await accounts.log(
          caller.name,
          `created the token ${body.name} with the role ${body.role}`,
        );
        return made;
      });
    },
  }),
  route({
    ...{ method: 'DELETE', path: '/api/tokens/:id', needs: 'look', topic },
    summary: 'Revoke one of your tokens',
    handle: async ({ caller, params }, { access }) => {
      onlyInBrowser(caller);
      await access.inTransaction(async (accounts) => {
        await accounts.tokens.delete(params.id ?? '', caller.memberId);
        await accounts.log(caller.name, 'revoked a token');
      });
      return undefined;
    },
  }),
];
