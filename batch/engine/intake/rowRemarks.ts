import type { SheetRow } from '../../../sheets/sheet.js';
import type { RowRemark } from './remark.js';
import { findCell, findCorrection, findPlace, type RowReader } from './rowReader.js';
import { isBlank, shownCell } from './cellValues.js';
import type { ValueText } from './intakeMessages.js';
import type { UnreadCell } from './values.js';

/** Creates a remark about one input of a row. */
export function remark<Text extends ValueText>(
  reader: RowReader,
  row: SheetRow,
  field: string,
  message: Text,
  remedy: ValueText,
): RowRemark & { readonly message: Text } {
  const { fields, trigger = '' } = reader.inputs;
  // The service may report a field that is no input, such as the approver's. Place the remark at
  // the trigger input.
  const place = Object.hasOwn(fields, field) ? field : trigger;
  const cell = findCell(reader, place, row);
  const corrected = findCorrection(reader, place, row, cell);
  return {
    row: row.number,
    ...findPlace(reader, place),
    field,
    label: fields[place]?.label ?? field,
    value: fields[place] === undefined ? '' : shownCell(cell),
    ...(corrected === undefined ? {} : { readAs: corrected.to }),
    message,
    remedy,
  };
}

/** Returns the remedy for a cell that cannot be read. */
export function chooseRemedy(
  { dates }: RowReader,
  name: string,
  { remedy, isAmbiguous = false }: UnreadCell,
): ValueText {
  return (isAmbiguous ? dates.remedy(name) : undefined) ?? remedy;
}

/**
 * Replaces the contract's text for a missing value, which uses the contract's name for the field,
 * by one with the sheet's label.
 */
export function toSheetMessage({ inputs }: RowReader, name: string, message: string): ValueText {
  const field = inputs.fields[name];
  const isMissing = message === field?.missing && message.endsWith(' is missing');
  return isMissing ? { code: 'inputMissing', label: field.label } : message;
}

/**
 * Returns the remedy for a value that the contract refuses, if the contract's own is meant for
 * programs. In a cell, for example, time zones do not matter.
 */
export function findBetterRemedy(
  { inputs }: RowReader,
  name: string,
  value: unknown,
): ValueText | undefined {
  const { kind } = inputs.fields[name] ?? {};
  if (kind === 'email' && typeof value === 'string') return chooseEmailRemedy(value);
  if (kind !== 'dateTime') return inputs.remedies?.[name];
  return { code: value === undefined ? 'typeDate' : 'correctOneDate' };
}

/**
 * Returns a single remark for a row with an ID and only numbers, which is unfinished or a total.
 */
export function findBareIdentity(
  reader: RowReader,
  row: SheetRow,
  problems: readonly RowRemark[],
): readonly RowRemark[] | undefined {
  const { identifiedBy: [identity, ...others] = [], fields } = reader.inputs;
  if (problems.length < 2 || identity === undefined || others.length > 0) return undefined;
  const filled = [...reader.columns.fields].filter(([, column]) => !isBlank(row.cells[column]));
  const beside = filled.filter(([name]) => name !== identity);
  const isBare = beside.every(([name]) => fields[name]?.kind === 'integer');
  if (filled.length === beside.length || !isBare) return undefined;
  const message = { code: 'identityAlone', hasNumbers: beside.length > 0 } as const;
  return [remark(reader, row, identity, message, { code: 'fillInOthers' })];
}

/** Returns the only remark for a row with results but no inputs, which were moved or deleted. */
export function resultsAlone(reader: RowReader, row: SheetRow): RowRemark {
  const [identity = ''] = reader.inputs.identifiedBy ?? [];
  return remark(reader, row, identity, { code: 'resultsAlone' }, { code: 'moveResultsBack' });
}

/** Returns the remedy for a text that is not one email address, from its probable mistake. */
export function chooseEmailRemedy(text: string): ValueText {
  const [, inner = ''] = /<\s*(?:mailto:)?([^<>\s]+@[^<>\s]+)\s*>/i.exec(text) ?? [];
  if (inner !== '') return { code: 'keepOnlyAddress', address: inner };
  if ((text.match(/@/g) ?? []).length > 1) {
    return { code: 'giveOneAddress' };
  }
  const bare = text.replace(/^mailto:/i, '').replace(/[.,;]+$/, '');
  if (bare !== text) return { code: 'keepOnlyAddress', address: bare };
  if (/\s/.test(text)) return { code: 'removeSpaces' };
  const [local = '', domain = ''] = text.split('@');
  if (!isAscii(local)) return { code: 'removeAccents' };
  // Every program accepts the ASCII form; the service's own rule is unknown.
  const ascii = isAscii(domain) ? '' : toAsciiDomain(domain);
  if (ascii !== '') return { code: 'writeDomain', domain: ascii };
  return { code: 'giveWholeAddress' };
}

/** Returns the domain in ASCII, as browsers write it; empty for a text that is not a domain. */
function toAsciiDomain(domain: string): string {
  if (/[/?#:@\\\s]/.test(domain)) return '';
  return URL.parse(`http://${domain}/`)?.hostname ?? '';
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7E]*$/.test(text);
}
