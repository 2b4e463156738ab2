import type { SheetRow } from '../../../sheets/sheet.js';
import { emailRemedy } from './emailRemedy.js';
import type { RowRemark } from './remark.js';
import { findCell, findCorrection, isBlank, findPlace, type RowReader } from './rowReader.js';
import type { ValueText } from './valueMessages.js';
import { shownCell } from './shownCell.js';
import type { UnreadCell } from './values.js';

/** What is said of one input of a row. */
export function remark<Text extends ValueText>(
  reader: RowReader,
  row: SheetRow,
  field: string,
  message: Text,
  remedy: ValueText,
): RowRemark & { readonly message: Text } {
  const { fields, trigger = '' } = reader.inputs;
  // The service may name what is no single input: whoever decides, for one. It stands with the input
  // that asks for it.
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

/** What to do about a cell that cannot be read. */
export function chooseRemedy(
  { dates }: RowReader,
  name: string,
  { remedy, isAmbiguous = false }: UnreadCell,
): ValueText {
  return (isAmbiguous ? dates.remedy(name) : undefined) ?? remedy;
}

/** The contract's text for a missing value has a name of its own for the field, not the sheet's. */
export function messageOfSheet({ inputs }: RowReader, name: string, message: string): ValueText {
  const field = inputs.fields[name];
  const isMissing = message === field?.missing && message.endsWith(' is missing');
  return isMissing ? { code: 'inputMissing', label: field.label } : message;
}

/**
 * What to do about a value that the contract refuses, where its own remedy does not fit: that is for
 * programs; for a cell, time zones do not matter.
 */
export function betterRemedy(
  { inputs }: RowReader,
  name: string,
  value: unknown,
): ValueText | undefined {
  const { kind } = inputs.fields[name] ?? {};
  if (kind === 'email' && typeof value === 'string') return emailRemedy(value);
  if (kind !== 'dateTime') return inputs.remedies?.[name];
  return { code: value === undefined ? 'typeDate' : 'correctOneDate' };
}

/**
 * A row with an identity and only numbers is unfinished or a total: one problem is enough for it.
 */
export function bareIdentity(
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

/** The only remark on a row with results and without inputs: they were moved, or its inputs were deleted. */
export function resultsAlone(reader: RowReader, row: SheetRow): RowRemark {
  const [identity = ''] = reader.inputs.identifiedBy ?? [];
  return remark(reader, row, identity, { code: 'resultsAlone' }, { code: 'moveResultsBack' });
}
