import type { SheetRow } from '../../../sheets/sheet.js';
import { applies } from '../../../src/assessmentFields.js';
import { suggestEnglishName } from '../../../src/foreignCountries.js';
import { type Problem, validate } from '../../../src/problems.js';
import { findWarnings } from '../../../src/warnings.js';
import { isBlank, toShownCell } from './cellValues.js';
import { toCorrectedCell, type AppliedCorrection } from './corrections.js';
import { DateColumns } from './dateColumns.js';
import type { ValueMessage } from './intakeMessages.js';
import type { RowRemark, SuggestedValue } from './remark.js';
import type { SheetRequest } from './rowKey.js';
import { findCell, findCorrection, isEmptyRow, findPlace, type RowReader } from './rowReader.js';
import type { SheetInputs } from './sheetInputs.js';
import { type ReadingOptions, refuseGuessedText, type UnreadCell } from './values.js';

export type ReadRow = (
  | { readonly request: SheetRequest }
  | {
      readonly problems: readonly RowRemark[];
      readonly readable?: Readonly<Record<string, unknown>>;
    }
) & {
  /** The requests with other reading options, or before an approver was added. */
  readonly otherRequests?: readonly SheetRequest[];
  readonly warnings: readonly RowRemark[];
  readonly suggested?: readonly SuggestedValue[];
  readonly corrected?: readonly AppliedCorrection[];
};

/** If the row's assessment was made from a reading with other options, returns that reading. */
export function readRow(reader: RowReader, row: SheetRow): ReadRow {
  const { inputs, acceptSuggestions = false } = reader;
  if (isEmptyRow(reader, row))
    return { problems: [createResultsAloneRemark(reader, row)], warnings: [] };
  const cells = readCells(reader, row);
  const { values, alternatives, suggested, corrected, isAmbiguous } = cells;
  const hasIgnored = suggested.length > 0 && !acceptSuggestions;
  const otherReadings = listOtherOptions(isAmbiguous, hasIgnored).map((options) =>
    readRow({ ...reader, ...options, dates: new DateColumns() }, row),
  );
  const sentReading = findSentReading(otherReadings, reader, row);
  if (sentReading !== undefined) return sentReading;
  const warnings = findWarnings(values, findSuggestedName).map(({ field, message }) =>
    createRemark(reader, row, field, message),
  );
  const extras = {
    warnings,
    ...(suggested.length === 0 ? {} : { suggested }),
    ...(corrected.length === 0 ? {} : { corrected }),
  };
  const validated = validate(inputs.name, values);
  if (validated.ok && cells.problems.length === 0) {
    const others = listRequestsWith(inputs, values, [
      alternatives,
      ...omitApprovers(inputs, values),
    ]);
    return { request: validated.request, ...toOtherRequests(others), ...extras };
  }
  const refused = validated.ok ? [] : toRemarks(validated.problems, cells, reader, row);
  const order = Object.keys(inputs.fields);
  const problems = [...cells.problems, ...refused].sort(
    (a, b) => order.indexOf(a.field) - order.indexOf(b.field),
  );
  const others = otherReadings.flatMap(listRequests);
  const reported = findBareIdentity(reader, row, problems) ?? problems;
  return { problems: reported, readable: values, ...toOtherRequests(others), ...extras };
}

interface ReadCells {
  readonly values: Record<string, unknown>;
  /** The values to use with the opposite choice about suggestions. */
  readonly alternatives: Record<string, unknown>;
  readonly problems: RowRemark[];
  readonly unread: Set<string>;
  readonly suggested: SuggestedValue[];
  readonly corrected: AppliedCorrection[];
  /** True if more cells would be readable with a chosen order of day and month. */
  isAmbiguous: boolean;
}

export function chooseEmailRemedy(text: string): ValueMessage {
  const [, inner = ''] = /<\s*(?:mailto:)?([^<>\s@]+@[^<>\s]+)\s*>/i.exec(text) ?? [];
  if (inner !== '') return { code: 'keepOnlyAddress', address: inner };
  if ((text.match(/@/g) ?? []).length > 1) {
    return { code: 'giveOneAddress' };
  }
  const bare = text.replace(/^mailto:/i, '').replace(/(?<![.,;])[.,;]+$/, '');
  if (bare !== text) return { code: 'keepOnlyAddress', address: bare };
  if (/\s/.test(text)) return { code: 'removeSpaces' };
  const [local = '', domain = ''] = text.split('@');
  if (!isAscii(local)) return { code: 'removeAccents' };
  // The ASCII form is safe, although the service's own rule is unknown.
  const ascii = isAscii(domain) ? '' : toAsciiDomain(domain);
  if (ascii !== '') return { code: 'writeDomain', domain: ascii };
  return { code: 'giveWholeAddress' };
}

function readCells(reader: RowReader, row: SheetRow): ReadCells {
  const { acceptSuggestions = false } = reader;
  const all: ReadCells = {
    values: {},
    alternatives: {},
    problems: [],
    unread: new Set(),
    suggested: [],
    corrected: [],
    isAmbiguous: false,
  };
  const { values, alternatives, problems, unread, suggested, corrected } = all;
  for (const [name, field] of reader.order) {
    if (!applies(field, values.purpose)) continue;
    const written = findCell(reader, name, row);
    const correction = findCorrection(reader, name, row, written);
    if (correction !== undefined) corrected.push(correction);
    const cell = correction === undefined ? written : toCorrectedCell(correction);
    const readCell = reader.shared.read(name, field, cell, reader.dateOrder);
    const isFromFile = correction === undefined && reader.set[name] === undefined;
    const read = isFromFile ? refuseGuessedText(field, readCell, reader.guessedEncoding) : readCell;
    if (field.kind === 'dateTime') reader.dates.add(name, cell, read);
    if (!read.ok) {
      unread.add(name);
      all.isAmbiguous ||= read.message.code === 'ambiguousDate';
      problems.push(
        createRemark(reader, row, name, read.message, chooseRemedy(reader, name, read)),
      );
      continue;
    }
    const { value, suggestion } = read;
    if (value === undefined) continue;
    values[name] = suggestion !== undefined && acceptSuggestions ? suggestion : value;
    if (suggestion === undefined) continue;
    suggested.push({ ...findPlace(reader, name), field: name, value: String(value), suggestion });
    alternatives[name] = acceptSuggestions ? value : suggestion;
  }
  return all;
}

function toRemarks(
  problems: readonly Problem[],
  { values, unread, suggested }: ReadCells,
  reader: RowReader,
  row: SheetRow,
): RowRemark[] {
  return problems.flatMap(({ field, message, remedy }) => {
    if (unread.has(field)) return [];
    const bestRemedy = findBetterRemedy(reader, field, values[field]) ?? remedy;
    const found = createRemark(reader, row, field, message, bestRemedy);
    const suggestedValue = suggested.find((value) => value.field === field);
    return [
      suggestedValue === undefined ? found : { ...found, suggestion: suggestedValue.suggestion },
    ];
  });
}

function listOtherOptions(isAmbiguous: boolean, hasIgnored: boolean): readonly ReadingOptions[] {
  if (isAmbiguous) return [{ dateOrder: 'dmy' }, { dateOrder: 'mdy' }];
  return hasIgnored ? [{ acceptSuggestions: true }] : [];
}

/** Drops the suggestions: a person has accepted this reading. */
function findSentReading(
  readings: readonly ReadRow[],
  { wasAssessed }: RowReader,
  row: SheetRow,
): ReadRow | undefined {
  const found = readings.find((read) => 'request' in read && wasAssessed(row, read.request));
  if (found === undefined) return undefined;
  const { suggested: _, ...sentReading } = found;
  return sentReading;
}

function listRequests(read: ReadRow): readonly SheetRequest[] {
  const { otherRequests = [] } = read;
  return 'request' in read ? [read.request, ...otherRequests] : otherRequests;
}

function toOtherRequests(requests: readonly SheetRequest[]): Pick<ReadRow, 'otherRequests'> {
  return requests.length === 0 ? {} : { otherRequests: requests };
}

function findSuggestedName(country: string): string | undefined {
  return suggestEnglishName(country)?.name;
}

/** Approvers may be added after a row was sent, and scores do not depend on them. */
function omitApprovers(
  { name }: SheetInputs,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, undefined>>[] {
  if (name !== 'rwa_create') return [];
  return ['managerId', 'complianceTeamMemberId'].flatMap((field) =>
    values[field] === undefined ? [] : [{ [field]: undefined }],
  );
}

/** Replaces values by each set of other values, and by all sets together. */
function listRequestsWith(
  { name }: SheetInputs,
  values: Readonly<Record<string, unknown>>,
  sets: readonly Readonly<Record<string, unknown>>[],
): SheetRequest[] {
  const used = sets.filter((others) => Object.keys(others).length > 0);
  const all = used.length > 1 ? [...used, Object.assign({}, ...used) as object] : used;
  return all.flatMap((others) => {
    const validated = validate(name, { ...values, ...others });
    return validated.ok ? [validated.request] : [];
  });
}

function createRemark(
  reader: RowReader,
  row: SheetRow,
  field: string,
  message: ValueMessage,
  remedy?: ValueMessage,
): RowRemark {
  const { fields, trigger = '' } = reader.inputs;
  // A problem may name a field that is not an input, such as the approver's.
  const place = Object.hasOwn(fields, field) ? field : trigger;
  const cell = findCell(reader, place, row);
  const corrected = findCorrection(reader, place, row, cell);
  return {
    row: row.number,
    ...findPlace(reader, place),
    field,
    label: fields[place]?.label ?? field,
    value: fields[place] === undefined ? '' : toShownCell(cell),
    ...(corrected === undefined ? {} : { readAs: corrected.to }),
    message,
    ...(remedy === undefined ? {} : { remedy }),
  };
}

function chooseRemedy(
  { dates }: RowReader,
  name: string,
  { message, remedy }: UnreadCell,
): ValueMessage {
  return (message.code === 'ambiguousDate' ? dates.chooseRemedy(name) : undefined) ?? remedy;
}

/** The contract's own remedies are meant for programs: in a cell, time zones do not matter. */
function findBetterRemedy(
  { inputs }: RowReader,
  name: string,
  value: unknown,
): ValueMessage | undefined {
  const { kind } = inputs.fields[name] ?? {};
  if (kind === 'email' && typeof value === 'string') return chooseEmailRemedy(value);
  if (kind === 'dateTime') return value === undefined ? { code: 'typeDate' } : undefined;
  return inputs.remedies?.[name];
}

/** A row with only an ID, or an ID and numbers, is probably unfinished, or a total. */
function findBareIdentity(
  reader: RowReader,
  row: SheetRow,
  problems: readonly RowRemark[],
): readonly RowRemark[] | undefined {
  const { identifiedBy: [identity, ...others] = [], fields } = reader.inputs;
  if (problems.length < 2 || identity === undefined || others.length > 0) return undefined;
  const filled = [...reader.columns.fields].filter(([, column]) => !isBlank(row.cells[column]));
  const otherInputs = filled.filter(([name]) => name !== identity);
  const isBare = otherInputs.every(([name]) => fields[name]?.kind === 'integer');
  if (filled.length === otherInputs.length || !isBare) return undefined;
  const message = { code: 'identityAlone', hasNumbers: otherInputs.length > 0 } as const;
  return [createRemark(reader, row, identity, message, { code: 'fillInOthers' })];
}

/** Creates the remark for a row with results but no inputs, which were moved or deleted. */
function createResultsAloneRemark(reader: RowReader, row: SheetRow): RowRemark {
  const [identity = ''] = reader.inputs.identifiedBy ?? [];
  return createRemark(reader, row, identity, { code: 'resultsAlone' }, { code: 'moveResultsBack' });
}

/** Returns the domain as browsers write it; empty for a text that is not a domain. */
function toAsciiDomain(domain: string): string {
  if (/[/?#:@\\\s]/.test(domain)) return '';
  return URL.parse(`http://${domain}/`)?.hostname ?? '';
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7E]*$/.test(text);
}
