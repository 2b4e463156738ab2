import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderApiPage } from '../../../../batch/server/http/apiPage.js';
import { routes } from '../../../../batch/server/http/routes.js';
import { testServer } from '../access/testServer.js';

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, { operationId: string; security?: unknown[] }>>;
  readonly components: { readonly schemas: Record<string, unknown> };
}

test('the OpenAPI document contains all routes and all schemas that it refers to', async () => {
  const { ask } = await testServer();
  const answer = await ask('GET', '/api/openapi.json');
  const document = (await answer.json()) as Document;

  const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.keys(byMethod).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operations.toSorted()).toEqual(
    routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`).toSorted(),
  );
  const ids = Object.values(document.paths).flatMap((byMethod) =>
    Object.values(byMethod).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  const references = JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g);
  for (const [, reference = ''] of references) {
    expect(Object.keys(document.components.schemas)).toContain(
      reference.replace('#/components/schemas/', ''),
    );
  }
});

test('docs/api.md is current: if not, run `npm run api`', () => {
  expect(readFileSync('docs/api.md', 'utf8')).toBe(renderApiPage(routes));
});
