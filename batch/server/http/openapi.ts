import { z } from 'zod/v4';
import type { Route } from './route.js';
import * as shapes from '../contract/shapes.js';

type Json = Record<string, unknown>;

export function createOpenApiDocument(routes: readonly Route[], version: string): Json {
  const schemas = new Schemas();
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: describeOperation(route, schemas),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'rwa serve',
      version,
      description:
        'The API behind the page of rwa serve. Programs use a personal access token. Times are ISO 8601 in UTC. Row numbers are those of the spreadsheet.',
    },
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A personal access token, made on the page: rwa_…',
        },
      },
      schemas: schemas.listUsed(),
    },
  };
}

/** Returns `getSheetsIdRows` for GET /api/sheets/:id/rows. */
function createOperationId({ method, path }: Route): string {
  const words = path.replace(/^\/(?:api\/)?/, '').split(/\W+/);
  return method.toLowerCase() + words.map((word) => capitalize(word)).join('');
}

function describeOperation(route: Route, schemas: Schemas): Json {
  const id = createOperationId(route);
  const { requires, topic, summary, query, body, response, answersWith } = route;
  const refused = {
    description: 'Refused',
    content: toJsonContent(schemas.createReference(shapes.refusal, 'output')),
  };
  const content =
    answersWith !== undefined
      ? { [answersWith]: { schema: { type: 'string' } } }
      : response && toJsonContent(schemas.createReference(response, 'output', `${id}Answer`));
  return {
    operationId: id,
    tags: [topic],
    summary,
    description:
      requires === 'none'
        ? 'For everybody who reaches the server.'
        : `Needs the right to ${requires}.`,
    ...(requires === 'none' ? { security: [] } : {}),
    parameters: [...describePathParameters(route.path), ...describeQueryParameters(query)],
    ...describeRequestBody(
      route,
      body && toJsonContent(schemas.createReference(body, 'input', `${id}Body`)),
    ),
    responses: {
      ...(content === undefined
        ? { 204: { description: 'Done' } }
        : { 200: { description: 'Done', content } }),
      default: refused,
    },
  };
}

function describeRequestBody({ takesFile }: Route, content: Json | undefined): Json {
  if (takesFile === true) {
    const file = { schema: { type: 'string', format: 'binary' } };
    return { requestBody: { required: true, content: { 'application/octet-stream': file } } };
  }
  return content === undefined ? {} : { requestBody: { required: true, content } };
}

function describePathParameters(path: string): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function describeQueryParameters(query: z.ZodObject | undefined): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, {
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function toJsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const REF = '#/components/schemas/';

/** Schemas in shapes.ts keep their names. A schema of only one route is named after the operation. */
class Schemas {
  readonly #registry = z.registry<{ id: string }>();
  readonly #roots = { input: new Set<string>(), output: new Set<string>() };

  constructor() {
    for (const [name, value] of Object.entries(shapes)) {
      if (value instanceof z.ZodType) this.#registry.add(value, { id: capitalize(name) });
    }
  }

  createReference(schema: z.ZodType, io: 'input' | 'output', name = ''): Json {
    if (!this.#registry.has(schema)) this.#registry.add(schema, { id: capitalize(name) });
    const id = this.#registry.get(schema)?.id ?? name;
    this.#roots[io].add(id);
    return { $ref: REF + id };
  }

  listUsed(): Json {
    const found = new Map<string, unknown>();
    for (const io of ['input', 'output'] as const) {
      const { schemas } = z.toJSONSchema(this.#registry, {
        io,
        unrepresentable: 'any',
        uri: (id) => REF + id,
      });
      const idsToVisit = [...this.#roots[io]];
      for (let id = idsToVisit.pop(); id !== undefined; id = idsToVisit.pop()) {
        const schema = tidy(schemas[id]);
        const text = JSON.stringify(schema);
        const known = found.get(id);
        if (known !== undefined && JSON.stringify(known) !== text) {
          throw new Error(`${id} is not the same in requests and in answers: use two schemas.`);
        }
        if (known !== undefined) continue;
        found.set(id, schema);
        idsToVisit.push(
          ...[...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, to = '']) => to),
        );
      }
    }
    return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** Also removes `additionalProperties: false`, because a later version may add fields. */
function tidy(schema: unknown): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === '$schema' ||
      key === '$id' ||
      (key === 'id' && typeof value === 'string') ||
      (key === 'additionalProperties' && value === false)
        ? undefined
        : value,
    ),
  );
}
