import type { Sentence } from './sentence.js';

/** A message as a code, with the parameters to word it. */
interface Coded {
  readonly code: string;
}

/**
 * The lines of a message, by a face's words for each code. Throws an Error for a code that it has no
 * words for, since nobody would know what to do: the face is mistaken about what can occur in it.
 */
export function linesBy(wording: object, said: Coded): readonly Sentence[] {
  const words = wordsFor(wording, said);
  return Array.isArray(words) ? (words as readonly Sentence[]) : [words as Sentence];
}

/** The words of one code as the face gives them. Throws an Error where it has none. */
export function wordsFor(wording: object, said: Coded): unknown {
  const word = (wording as Readonly<Record<string, ((of: Coded) => unknown) | undefined>>)[
    said.code
  ];
  if (word === undefined) throw new Error(`There are no words for ${said.code}.`);
  return word(said);
}
