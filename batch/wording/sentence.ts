/** A text from a cell, or from the service about a cell; logs omit it. */
export interface Value {
  readonly value: string;
}

export type Sentence = string | ValuedSentence;

const omission = '…';

/**
 * The people who work with the sheet see its values, even in JSON. Logs and notices omit the
 * values, because more people read logs and notices.
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

export function value(text: string): Value {
  return { value: text };
}

/** A template tag: `` sentence`Row 5 says ${value('Ja')}.` ``. */
export function sentence(
  texts: TemplateStringsArray,
  ...parts: readonly (Sentence | Value)[]
): ValuedSentence {
  const fillWith = (toText: (part: Sentence | Value) => string) =>
    texts.map((text, at) => (at === 0 ? '' : toText(parts[at - 1] ?? '')) + text).join('');
  return new ValuedSentence(fillWith(showValues), fillWith(omitValues));
}

export function joinSentences(sentences: readonly Sentence[], separator = ' '): Sentence {
  if (sentences.every((text) => typeof text === 'string')) return sentences.join(separator);
  return new ValuedSentence(
    sentences.map(showValues).join(separator),
    sentences.map(omitValues).join(separator),
  );
}

/** Joins parts as in `one, another and a third`. */
export function listParts(parts: readonly Sentence[]): Sentence {
  const [last, ...others] = parts.toReversed();
  if (last === undefined || others.length === 0) return last ?? '';
  return sentence`${joinSentences(others.toReversed(), ', ')} and ${last}`;
}

export function mapSentence(original: Sentence, change: (text: string) => string): Sentence {
  if (typeof original === 'string') return change(original);
  return new ValuedSentence(change(original.text), change(original.withoutValues));
}

export function showValues(part: Sentence | Value): string {
  if (typeof part === 'string') return part;
  return 'value' in part ? part.value : part.text;
}

/** Formats a sentence for logs and notices. */
export function omitValues(part: Sentence | Value): string {
  if (typeof part === 'string') return part;
  return 'value' in part ? omission : part.withoutValues;
}
