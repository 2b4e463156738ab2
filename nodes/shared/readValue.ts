import { assessmentIdField } from '../../src/decision.js';
import type { Field } from '../../src/field.js';
import { type ReadInput, readInput } from '../../src/inputText.js';
import { readAssessmentId } from '../../src/reportLink.js';
import { serialToIso } from '../../sheets/serialDate.js';

/** 1 January 1990: a smaller number, such as a year, is not the date of a trip or a hire. */
const earliestSerial = 32_874;

/**
 * A value that is left to the validation, which refuses it: true or false as a Staff ID, or an
 * object or a list for an input that is not a date.
 */
interface NotRead {
  readonly ok: 'notRead';
}

/**
 * Reads a JSON value for an input, as `rwa` reads the text of a cell. A date can also be a date
 * object, or the serial number that n8n reads from a date cell of a workbook. No time zone is applied,
 * so that the day stays the one that n8n shows.
 */
export function readValue(field: Field, value: unknown): ReadInput | NotRead {
  if (value === undefined || value === null) return { ok: true, value: undefined };
  if (typeof value === 'string') {
    return field === assessmentIdField ? readAssessmentId(value) : readInput(field, value);
  }
  if (typeof value === 'boolean') {
    return field.kind === 'staffId' ? { ok: 'notRead' } : readInput(field, String(value));
  }
  if (typeof value === 'number') return readNumber(field, value);
  return field.kind === 'dateTime' ? readInput(field, toDateText(value)) : { ok: 'notRead' };
}

function readNumber(field: Field, value: number): ReadInput {
  if (Number.isNaN(value)) return { ok: true, value: undefined };
  if (field.kind === 'integer') return { ok: true, value };
  if (field.kind === 'dateTime') {
    const iso = value < earliestSerial ? undefined : serialToIso(value, false);
    if (iso !== undefined) return readInput(field, iso);
    const message = { code: 'numberNoDate', number: `${value}` } as const;
    return { ok: false, message, remedy: field.remedy };
  }
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    return { ok: false, message: { code: 'numberRounded' }, remedy: { code: 'typeIdAsText' } };
  }
  return readInput(field, String(value));
}

function toDateText(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  const text = isLuxonDateTime(value) ? value.toISO() : JSON.stringify(value);
  // Luxon returns null for a date that does not exist.
  return text ?? '';
}

function isLuxonDateTime(value: unknown): value is { toISO(): string | null } {
  return typeof value === 'object' && value !== null && 'toISO' in value;
}
