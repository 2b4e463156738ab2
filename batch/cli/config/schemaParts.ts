import { z } from 'zod/v4';

/** Creates the message about a value of the wrong type, or a missing one. */
export function toBe(expected: string) {
  return ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? 'It is missing.' : `It must be ${expected}.`;
}

/** A text that is not empty. */
export const text = z.string({ error: toBe('a text') }).min(1, 'It must not be empty.');

/** Creates the schema of an object that has only the names in `shape`. */
export function strictObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, { error: toBe('an object') });
}
