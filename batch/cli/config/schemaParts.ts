import { z } from 'zod/v4';

export function toBe(expected: string) {
  return ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? 'It is missing.' : `It must be ${expected}.`;
}

export const text = z.string({ error: toBe('a text') }).min(1, 'It must not be empty.');

export function strictObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, { error: toBe('an object') });
}
