import type { Sentence } from './sentence.js';

export interface CodedMessage {
  readonly code: string;
}

/**
 * Throws an Error for a code without words, which is a bug: without the message, a person would not
 * know what to do.
 */
export function wordLines(wording: object, message: CodedMessage): readonly Sentence[] {
  const words = lookUpWords(wording, message);
  return Array.isArray(words) ? (words as readonly Sentence[]) : [words as Sentence];
}

export function lookUpWords(wording: object, message: CodedMessage): unknown {
  const toWords = (
    wording as Readonly<Record<string, ((message: CodedMessage) => unknown) | undefined>>
  )[message.code];
  if (toWords === undefined) throw new Error(`There are no words for ${message.code}.`);
  return toWords(message);
}
