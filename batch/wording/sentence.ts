/** A text from a cell, or from the service about a cell; logs omit it. */
export interface Value {
  readonly value: string;
}

/** A plain text, or a sentence with values that must not be shown to every reader. */
export type Sentence = string | ValuedSentence;

const omission = '…';

/**
 * A sentence with values from the sheet, or words of the service that may quote them. The people who
 * work with the sheet see the values, even in JSON. Logs and notices omit them, because more people
 * read logs and notices than the sheet.
 */
export class ValuedSentence {
  readonly text: string;
  readonly withoutValues: string;

  constructor(text: string, withoutValues: string) {
    this.text = text;
    this.withoutValues = withoutValues;
  }

  toString(): string {
    return this.text;
  }

  toJSON(): string {
    return this.text;
  }
}

/** Marks a part of a {@link sentence} as a value. */
export function value(text: string): Value {
  return { value: text };
}

/** A template tag for a sentence with values: `` sentence`Row 5 says ${value('Ja')}.` ``. */
export function sentence(
  texts: TemplateStringsArray,
  ...parts: readonly (Sentence | Value)[]
): ValuedSentence {
  const fillWith = (toText: (part: Sentence | Value) => string) =>
    texts.map((text, at) => (at === 0 ? '' : toText(parts[at - 1] ?? '')) + text).join('');
  return new ValuedSentence(fillWith(withValues), fillWith(withoutValues));
}

export function joinSentences(sentences: readonly Sentence[], separator = ' '): Sentence {
  if (sentences.every((text) => typeof text === 'string')) return sentences.join(separator);
  return new ValuedSentence(
    sentences.map(withValues).join(separator),
    sentences.map(withoutValues).join(separator),
  );
}

/** Lists parts of a sentence: `one, another and a third`. */
export function listParts(parts: readonly Sentence[]): Sentence {
  const [last, ...others] = parts.toReversed();
  if (last === undefined || others.length === 0) return last ?? '';
  return sentence`${joinSentences(others.toReversed(), ', ')} and ${last}`;
}

/** Returns the sentence with `change` applied to its text, both with and without its values. */
export function mapSentence(original: Sentence, change: (text: string) => string): Sentence {
  if (typeof original === 'string') return change(original);
  return new ValuedSentence(change(original.text), change(original.withoutValues));
}

/** Returns the text of the sentence, including its values. */
export function withValues(part: Sentence | Value): string {
  if (typeof part === 'string') return part;
  return 'value' in part ? part.value : part.text;
}

/** Returns the text of the sentence for logs and notices, without its values. */
export function withoutValues(part: Sentence | Value): string {
  if (typeof part === 'string') return part;
  return 'value' in part ? omission : part.withoutValues;
}
