import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { toNumber } from '../shared/options.js';
import { findSheetOption } from './properties.js';

/** The node's options for one item. Switches and numbers that are not set have their defaults. */
export class Options {
  readonly #context: IExecuteFunctions;
  readonly #given: Readonly<Record<string, unknown>>;

  constructor(context: IExecuteFunctions, itemIndex: number) {
    this.#context = context;
    // Read the whole collection: n8n throws for a single option that is not set.
    this.#given = context.getNodeParameter('options', itemIndex, {});
  }

  isSet(name: string): boolean {
    return this.#given[name] !== undefined;
  }

  /** Returns true also for 1 and for the text `true`, which an expression may give. */
  isOn(name: string): boolean {
    const value = this.#value(name);
    return value === 1 || value === true || value === 'true';
  }

  /** Returns the text or number of an option without surrounding spaces, or an empty text for anything else. */
  readText(name: string): string {
    return toText(this.#given[name]);
  }

  /** Throws a NodeOperationError for a value that is not a number. */
  readNumber(name: string): number {
    const number = toNumber(this.#value(name));
    if (number !== undefined) return number;
    throw this.createError(`${this.getLabel(name)} must be a number`, 'Correct it in the options.');
  }

  /** Returns the entries of a fixed collection, each with its texts by name. */
  readEntries(name: string, entry: string): readonly Readonly<Record<string, string>>[] {
    const entries = (this.#given[name] as Record<string, unknown> | undefined)?.[entry];
    if (!Array.isArray(entries)) return [];
    return entries.map((texts: Record<string, unknown> | null) =>
      Object.fromEntries(Object.entries(texts ?? {}).map(([key, value]) => [key, toText(value)])),
    );
  }

  /** Returns the name of an option in the editor. */
  getLabel(name: string): string {
    return findSheetOption(name)?.displayName ?? name;
  }

  /** Creates an error about a parameter or option. Its text says that nothing was sent. */
  createError(message: string, remedy: string): NodeOperationError {
    const description = `${remedy} Nothing was sent.`;
    return new NodeOperationError(this.#context.getNode(), message, { description });
  }

  #value(name: string): unknown {
    return this.#given[name] ?? findSheetOption(name)?.default;
  }
}

/** Returns a parameter as text without surrounding spaces, or an empty text if it is neither a text nor a number. */
export function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
