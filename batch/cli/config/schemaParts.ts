import { z } from 'zod/v4';

/** Creates a function that returns the message about a missing value or one of the wrong type. */
export function toBe(expected: string) {
  return ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? 'It is missing.' : `It must be ${expected}.`;
}

/** The schema of a text that is not empty. */
export const text = z.string({ error: toBe('a text') }).min(1, 'It must not be empty.');

/** Creates the schema of an object with no other names than those in `shape`. */
export function strictObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, { error: toBe('an object') });
}
