import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { numberIn } from '../shared/options.js';
import { sheetOption } from './properties.js';

/** The options of the node for one item: those that are set, or else their defaults. */
export class Options {
  readonly #context: IExecuteFunctions;
  readonly #set: Readonly<Record<string, unknown>>;

  constructor(context: IExecuteFunctions, itemIndex: number) {
    this.#context = context;
    // As a whole: of one that is not set, n8n would throw.
    this.#set = context.getNodeParameter('options', itemIndex, {});
  }

  isSet(name: string): boolean {
    return this.#set[name] !== undefined;
  }

  isOn(name: string): boolean {
    const value = this.#value(name);
    return value === 1 || isValue(value, true);
  }

  /** A text without the spaces around it; empty where there is none. */
  text(name: string): string {
    return toText(this.#set[name]);
  }

  /** Throws a NodeOperationError: an imported workflow can contain a text where the editor allows none. */
  number(name: string): number {
    const number = numberIn(this.#value(name));
    if (number !== undefined) return number;
    throw this.problem(`${this.label(name)} must be a number`, 'Correct it in the options.');
  }

  /** The entries of a fixed collection, each with its texts by name. */
  entries(name: string, entry: string): readonly Readonly<Record<string, string>>[] {
    const entries = (this.#set[name] as Record<string, unknown> | undefined)?.[entry];
    if (!Array.isArray(entries)) return [];
    return entries.map((each: Record<string, unknown> | null) =>
      Object.fromEntries(Object.entries(each ?? {}).map(([key, value]) => [key, toText(value)])),
    );
  }

  /** The name of an option in the editor. */
  label(name: string): string {
    return sheetOption(name)?.displayName ?? name;
  }

  /** An error of the options: what is wrong, and what to do. Nothing was sent. */
  problem(message: string, remedy: string): NodeOperationError {
    const description = `${remedy} Nothing was sent.`;
    return new NodeOperationError(this.#context.getNode(), message, { description });
  }

  #value(name: string): unknown {
    return this.#set[name] ?? sheetOption(name)?.default;
  }
}

function isValue(value: unknown, wanted: boolean): boolean {
  return value === wanted || value === String(wanted);
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
