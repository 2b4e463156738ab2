import { type Route, route } from './route.js';
import { onlyInBrowser } from './sessionRoutes.js';
import { madeToken, newToken, tokenList } from './shapes.js';

const topic = 'Personal access tokens';

/** The caller's own tokens. They are made in a browser only. */
export const tokenRoutes: readonly Route[] = [
  route({
    ...{ method: 'GET', path: '/api/tokens', needs: 'look', topic },
    summary: 'List your tokens',
    answer: tokenList,
    handle: ({ caller }, { access }) => ({ tokens: access.tokens.listOf(caller.memberId) }),
  }),
  route({
    ...{ method: 'POST', path: '/api/tokens', needs: 'look', topic },
    summary: 'Create a token, with at most your own rights',
    body: newToken,
    answer: madeToken,
    handle: ({ caller, body }, { access }) => {
      onlyInBrowser(caller);
      const made = access.tokens.add(caller, body);
      access.log(caller.name, `created the token ${body.name} with the role ${body.role}`);
      return made;
    },
  }),
  route({
    ...{ method: 'DELETE', path: '/api/tokens/:id', needs: 'look', topic },
    summary: 'Revoke one of your tokens',
    handle: ({ caller, params }, { access }) => {
      onlyInBrowser(caller);
      access.tokens.delete(params.id ?? '', caller.memberId);
      access.log(caller.name, 'revoked a token');
      return undefined;
    },
  }),
];
