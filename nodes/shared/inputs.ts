import { type IDataObject, type IExecuteFunctions, isResourceLocatorValue } from 'n8n-workflow';
import { asShown, isoParts } from '../../src/dateTime.js';
import type { Field, Fields } from '../../src/field.js';
import { serialToIso } from '../../src/serialDate.js';

/** What the parameters of these fields say for one item, in the types that the core takes. */
export function inputsOf(
  context: IExecuteFunctions,
  fields: Fields,
  itemIndex: number,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      // A parameter that is hidden has no value, and n8n's own extractValue would throw for it.
      const value: unknown = context.getNodeParameter(name, itemIndex, '');
      return [name, typed(field, isResourceLocatorValue(value) ? value.value : value)];
    }),
  );
}

/** The same for fields in a collection. */
export function collectedInputsOf(
  context: IExecuteFunctions,
  collection: string,
  fields: Fields,
  itemIndex: number,
): Record<string, unknown> {
  const given = context.getNodeParameter(collection, itemIndex, {}) as IDataObject;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, typed(field, given[name])]),
  );
}

// Values from spreadsheets are often text.
function typed({ kind }: Field, value: unknown): unknown {
  if (kind === 'integer' && typeof value === 'string' && /^\s*\d+\s*$/.test(value)) {
    return Number(value);
  }
  return kind === 'dateTime' ? isoDateTime(value) : value;
}

/**
 * An ISO date-time of a date picker's value, an ISO date, a date object, or the serial number as
 * which n8n reads a workbook's date cell. It is of the day that n8n shows for the value: an offset is
 * left aside, as Luxon's DateTime has one, and a date without a time zone is taken as it stands.
 */
export function isoDateTime(value: unknown): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (isLuxonDateTime(value)) return isoDateTime(value.toISO());
  const text = typeof value === 'number' ? serialToIso(value, false) : value;
  if (typeof text !== 'string') return value;
  const parts = isoParts(text);
  return parts === undefined ? text.trim() : asShown(parts);
}

function isLuxonDateTime(value: unknown): value is { toISO(): unknown } {
  return typeof value === 'object' && value !== null && 'toISO' in value;
}
