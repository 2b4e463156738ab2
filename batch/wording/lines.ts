import type { Sentence } from './sentence.js';

/** A message: its code and its parameters. */
interface Coded {
  readonly code: string;
}

/**
 * Returns the lines of a message, by a face's words for its code. Throws an Error for a code
 * without words, which is a bug: without the message, a person would not know what to do.
 */
export function linesBy(wording: object, message: Coded): readonly Sentence[] {
  const words = wordsFor(wording, message);
  return Array.isArray(words) ? (words as readonly Sentence[]) : [words as Sentence];
}

/** Returns a face's words for a code. Throws an Error if there are none. */
export function wordsFor(wording: object, message: Coded): unknown {
  const word = (wording as Readonly<Record<string, ((message: Coded) => unknown) | undefined>>)[
    message.code
  ];
  if (word === undefined) throw new Error(`There are no words for ${message.code}.`);
  return word(message);
}
