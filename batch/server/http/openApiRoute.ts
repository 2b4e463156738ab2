import manifest from '../../package.json' with { type: 'json' };
import { createOpenApiDocument } from './openapi.js';
import type { Route } from './route.js';

export function createOpenApiRoute(routes: readonly Route[]): Route {
  const ownRoute: Route = {
    method: 'GET',
    path: '/api/openapi.json',
    requires: 'none',
    topic: 'This document',
    summary: 'Show the OpenAPI document of this API',
    answersWith: 'application/json',
    handle: ({ context }) => {
      document ??= createOpenApiDocument([...routes, ownRoute], manifest.version);
      return context.json(document);
    },
  };
  let document: object | undefined;
  return ownRoute;
}
