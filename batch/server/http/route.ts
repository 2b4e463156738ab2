import type { Context } from 'hono';
import type { z } from 'zod/v4';
import type { Caller } from '../access/caller.js';
import type { Services } from '../services.js';
import type { Right } from '../contract/shapes.js';

/** A request whose caller has the right for its route, and which fits the schemas of the route. */
export interface RouteRequest<Query, Body> {
  readonly caller: Caller;
  /** The parts of the path: `id` of `/api/sheets/:id`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly context: Context;
}

/** A route of the API. The server, /api/openapi.json and docs/api.md are created from all routes. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with its parameters: `/api/sheets/:id`. */
  readonly path: string;
  /** The right that the caller needs; `none` if nobody needs to be signed in. */
  readonly requires: Right | 'none';
  /** The topic in the document: "Sheets". */
  readonly topic: string;
  /** One line: "List all sheets". */
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** True if the body is a file, which the handler reads from the context. */
  readonly takesFile?: boolean;
  /** The schema of the data in the answer; missing for an empty answer, and with `answersWith`. */
  readonly response?: z.ZodType;
  /** The media type of an answer that the handler creates itself, such as a file or a stream. */
  readonly answersWith?: string;
  /** Returns a Response (a file, a stream), data that fits `response`, or undefined for an empty answer. */
  readonly handle: (request: RouteRequest<never, never>, services: Services) => unknown;
}

/** Declares a route. Its handler gets the query and the body with the types of their schemas. */
export function route<
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
>(
  declared: Omit<Route, 'handle' | 'query' | 'body' | 'response'> & {
    readonly query?: Query;
    readonly body?: Body;
    readonly response?: Answer;
    readonly handle: (
      request: RouteRequest<z.output<Query>, z.output<Body>>,
      services: Services,
    ) => z.input<Answer> | Response | undefined | Promise<z.input<Answer> | Response | undefined>;
  },
): Route {
  return declared;
}
