import { assessmentFields } from '../../../src/assessmentFields.js';
import type { Field, FieldKind } from '../../../src/field.js';
import type { RowRemark } from '../../engine/intake/remark.js';
import type { ValueMessage } from '../../engine/intake/intakeMessages.js';

export const problemKinds = {
  missing: 'Missing value',
  choice: 'Not a known choice',
  country: 'Not a country',
  date: 'Not a date',
  ambiguousDate: 'Date with an unclear order',
  endBeforeStart: 'End before start',
  number: 'Not a whole number',
  id: 'Unclear ID',
  cell: 'Cell that cannot be read',
  incomplete: 'Unfinished row',
  duplicate: 'Same as another row',
  blocked: 'Needs an answer',
  refused: 'Rejected by the service',
  unusual: 'Unusual, but it can be sent',
} as const;

/** These kinds follow from the status of a row, which a run or a person can change. */
export const statusKinds = ['duplicate', 'blocked', 'refused'] as const;

export type ProblemKind = keyof typeof problemKinds;

const fields: Readonly<Record<string, Field | undefined>> = assessmentFields;

type Code = ValueMessage['code'];

const kindByCode: Readonly<Partial<Record<Code, ProblemKind>>> = {
  inputMissing: 'missing',
  settingEmpty: 'missing',
  identityAlone: 'incomplete',
  resultsAlone: 'incomplete',
  cellNotCalculated: 'cell',
  cellTooLong: 'cell',
  cellContainsError: 'cell',
  cellOnlyInExcel: 'cell',
  numberNoDate: 'date',
  cellContainsDate: 'id',
  cellContainsBoolean: 'id',
  numberRounded: 'id',
  cellNumberFormatted: 'id',
  textEncodingGuessed: 'id',
  endBeforeStart: 'endBeforeStart',
  sayDateOrder: 'ambiguousDate',
  datesOfColumn: 'ambiguousDate',
  datesOfOtherColumns: 'ambiguousDate',
  datesContradict: 'ambiguousDate',
};

const kindByField: Readonly<Record<FieldKind, ProblemKind>> = {
  choice: 'choice',
  openChoice: 'choice',
  country: 'country',
  dateTime: 'date',
  integer: 'number',
  staffId: 'id',
  text: 'cell',
  email: 'cell',
};

export function classifyProblem({ message, remedy, field, value }: RowRemark): ProblemKind {
  const byCode =
    kindByCode[message.code] ?? (remedy === undefined ? undefined : kindByCode[remedy.code]);
  if (byCode !== undefined) return byCode;
  return value === '' ? 'missing' : kindByField[fields[field]?.kind ?? 'text'];
}
