import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Fields } from '../../src/field.js';

/** The unchecked inputs of one item, by field name. */
export type GivenInputs = Readonly<Record<string, unknown>>;

export function getInputs(
  context: IExecuteFunctions,
  fields: Fields,
  itemIndex: number,
): GivenInputs {
  return Object.fromEntries(
    Object.keys(fields).map((name) => [name, getInput(context, name, itemIndex)]),
  );
}

export function getInput(context: IExecuteFunctions, name: string, itemIndex: number): unknown {
  // A hidden parameter has no value, and n8n's own `extractValue` would throw.
  return unwrapChoice(context.getNodeParameter(name, itemIndex, ''));
}

export function getCollectedInputs(
  context: IExecuteFunctions,
  collection: string,
  fields: Fields,
  itemIndex: number,
): GivenInputs {
  const given = context.getNodeParameter(collection, itemIndex, {}) as IDataObject | undefined;
  return Object.fromEntries(Object.keys(fields).map((name) => [name, unwrapChoice(given?.[name])]));
}

// A choice from a list is an object. It is recognised by its fields, because n8n adds the mark
// `__rl` only when the choice is edited.
function unwrapChoice(value: unknown): unknown {
  const isFromList =
    typeof value === 'object' && value !== null && 'mode' in value && 'value' in value;
  return isFromList ? value.value : value;
}
