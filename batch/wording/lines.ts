import type { Sentence } from './sentence.js';

export interface CodedMessage {
  readonly code: string;
}

export function wordLines(wording: object, message: CodedMessage): readonly Sentence[] {
  const words = lookUpWords(wording, message);
  return Array.isArray(words) ? (words as readonly Sentence[]) : [words as Sentence];
}

/**
 * A code without words is a bug, but throwing would lose the results of a run that has already sent
 * its rows.
 */
export function lookUpWords(wording: object, message: CodedMessage): unknown {
  const toWords = (
    wording as Readonly<Record<string, ((message: CodedMessage) => unknown) | undefined>>
  )[message.code];
  return toWords?.(message) ?? `This message has no words yet (${message.code}). Please report it.`;
}
