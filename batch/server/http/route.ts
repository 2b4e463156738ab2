import type { Context } from 'hono';
import type { z } from 'zod/v4';
import type { Caller } from '../access/caller.js';
import type { Services } from '../services.js';
import type { Right } from '../contract/shapes.js';

export interface RouteRequest<Query, Body> {
  readonly caller: Caller;
  /** The values in the path, such as `id` of `/api/sheets/:id`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly context: Context;
}

/** The server, /api/openapi.json and docs/api.md are created from all routes. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** `none` if nobody needs to be signed in. */
  readonly requires: Right | 'none';
  readonly topic: string;
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The handler reads the file from the context. */
  readonly takesFile?: boolean;
  /** Missing for an empty answer, and with `answersWith`. */
  readonly response?: z.ZodType;
  /** The content type of an answer that the handler creates itself, such as a file or a stream. */
  readonly answersWith?: string;
  /** Returns a Response, data that fits `response`, or undefined for an empty answer. */
  readonly handle: (request: RouteRequest<never, never>, services: Services) => unknown;
}

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
