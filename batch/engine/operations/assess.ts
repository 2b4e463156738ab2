import type { ColourStop, ResultColumn } from '../../../sheets/sheet.js';
import { assessmentFields } from '../../../src/assessmentFields.js';
import { purposeResults, riskScores } from '../../../src/riskResult.js';
import { UsageError } from '../errors.js';
import { HeadingNames } from '../intake/headingNames.js';
import { type KeptScores, unpackScores } from '../intake/keptScores.js';
import { unpackUrl } from '../journal/reportUrl.js';
import { assessRow } from '../rows/assessRow.js';
import { subtractScores, findUnknownScore } from '../rows/rowResults.js';
import { planRows, toShownState } from '../rows/planRows.js';
import { planRound, reassessRow, findStatusInRound } from '../rows/reassessment.js';
import { findRowStatus } from '../rows/rowStatus.js';
import { isInRanges, assertRowsExist, type Selection } from '../rows/selection.js';
import { sheetCommands } from '../sheetCommand.js';
import {
  idChars,
  createReferenceColumn,
  type ReportColumn,
  type SheetOperation,
  createStatusColumns,
} from './sheetOperation.js';
import {
  type PlannedRow,
  findBlock,
  findImportedId,
  findNewRowKey,
  getHistory,
} from '../rows/plannedRow.js';

/** The colours of scores in a workbook, from 0 (no risk) to 10. */
const scoreColours: readonly ColourStop[] = [
  { value: 0, colour: '63BE7B' },
  { value: 5, colour: 'FFEB84' },
  { value: 10, colour: 'F8696B' },
];

export const scoreStyle = {
  kind: 'number',
  format: '0.0',
  colours: scoreColours,
} as const satisfies Partial<ResultColumn>;

const changeStyle = {
  kind: 'number',
  format: String.raw`+0.0;\-0.0;0.0`,
  widthChars: 9,
} as const satisfies Partial<ResultColumn>;

const scoreNames = Object.keys(riskScores) as (keyof typeof riskScores)[];

const [status, message] = createStatusColumns('Assessment');

const columns: readonly ReportColumn[] = [
  status,
  ...[...scoreNames, 'cumulativePeRiskLevel' as const, 'contractorMisclass' as const].map(
    (name: keyof KeptScores): ReportColumn => ({
      name,
      heading: { ...riskScores, ...purposeResults }[name],
      ...(name === 'cumulativePeRiskLevel' ? { kind: 'text' } : scoreStyle),
      readValue: ({ scores }) => scores?.[name],
    }),
  ),
  {
    name: 'previousOverall',
    heading: 'Previous overall risk',
    ...scoreStyle,
    optional: true,
    readValue: (row) => row.previousOverall,
  },
  {
    name: 'change',
    heading: 'Change',
    alternativeHeading: 'Change in overall risk',
    ...changeStyle,
    optional: true,
    readValue: (row) => row.change,
  },
  {
    name: 'redirectUrl',
    heading: 'Report link',
    kind: 'link',
    linkText: 'Open report',
    isKeptInHeldRow: true,
    readValue: (row) => row.redirectUrl,
  },
  message,
  {
    name: 'id',
    heading: 'Assessment ID',
    kind: 'text',
    widthChars: idChars,
    isKeptInHeldRow: true,
    readValue: ({ assessmentId }) => assessmentId,
  },
  {
    name: 'assessedAt',
    heading: 'Assessed at',
    kind: 'dateTime',
    readValue: (row) => row.assessedAt,
  },
  createReferenceColumn('Row'),
];

export const assess: SheetOperation = {
  command: 'assess',
  ...sheetCommands.assess,
  fields: assessmentFields,
  columns,
  headings: new HeadingNames(assessmentFields, columns),
  identifiedBy: ['employeeId'],
  person: 'employeeId',
  subject: 'employeeId',
  repeatable: false,
  requestsPerRow: 2,
  plan: planRows,
  status: findRowStatus,
  work: assessRow,
  toEffectFact(row, assessmentId, at) {
    if (assessmentId === undefined) {
      throw new UsageError({ code: 'assessmentIdMissing' });
    }
    return { fact: 'created', row, assessmentId, by: 'person', at };
  },
  details: (row, state) => {
    const { previous } = row;
    const importedId = findImportedId(row);
    const { earlier, isChanged } = getHistory(row);
    // Show the previous assessment until the next assessment exists.
    const exists = state?.assessmentId !== undefined || importedId !== undefined;
    const inSheet =
      previous?.scores === undefined
        ? undefined
        : toShownState(row, { outcome: 'answered', assessmentId: importedId });
    const [last, before] = exists ? [state ?? inSheet, earlier[0]] : earlier;
    // A person must first decide whether the assessment belongs to the row.
    if (findNewRowKey(row) !== undefined) return {};
    // A score is shown only with the inputs that it was made for.
    if (!exists && isChanged) {
      return { assessmentId: last?.assessmentId, redirectUrl: unpackUrl(last) };
    }
    if (findUnknownScore(row, state) !== undefined) {
      return { assessmentId: state?.assessmentId, redirectUrl: unpackUrl(state) };
    }
    const isUnsentRepeat = row.sameAs !== undefined && state === undefined;
    if (findBlock(row) !== undefined || isUnsentRepeat)
      return { assessmentId: previous?.id === '' ? undefined : previous?.id };
    const known = {
      assessmentId: last?.assessmentId ?? importedId,
      redirectUrl: unpackUrl(last),
      scores: last?.scores && unpackScores(last.scores),
      assessedAt: last?.state === 'Scored' && last.at !== '' ? last.at : undefined,
    };
    if (before === undefined) return known;
    const { overallTrip: previousOverall } = before.scores ? unpackScores(before.scores) : {};
    const change = subtractScores(known.scores?.overallTrip, previousOverall);
    return { ...known, previousOverall, previousAt: before.at, change };
  },
};

export function createAssessOperation({ rows }: Pick<Selection, 'rows'>): SheetOperation {
  if (rows === undefined) return assess;
  return {
    ...assess,
    check(sheet) {
      assertRowsExist(sheet, { rows });
    },
    plan: (sheet, states) =>
      planRows(sheet, states).map((row): PlannedRow =>
        isInRanges(row.number, rows) ? row : { ...row, skipReason: 'rows' },
      ),
  };
}

export function createReassessment(selection: Selection): SheetOperation {
  return {
    ...assess,
    command: 'reassess',
    readsResults: true,
    isInRounds: true,
    isForNamedRows: (selection.rows ?? []).length > 0,
    baseOperation: assess,
    check(rows) {
      assertRowsExist(rows, selection);
    },
    plan: planRound(selection),
    status: findStatusInRound,
    work: reassessRow,
  };
}

/** The operation for commands that read a sheet without starting a round. */
export const reassess = createReassessment({ rows: [] });
