import type { SheetFile } from '../../../sheets/sheet.js';
import { UsageError } from '../errors.js';
import { placeSheet } from '../rows/placeSheet.js';
import type { IntakeOptions } from '../intake/intakeOptions.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import { type Intake, readSheet } from '../intake/readSheet.js';
import { writtenHeadings } from '../intake/headingNames.js';
import { JournalState } from '../journal/journalState.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { withJournal } from './withJournal.js';

/** A sheet of decisions, and what is known about the assessments in it. */
interface DecidedSheet {
  readonly operation: Pick<SheetOperation, 'about'>;
  /** How the decisions are read. */
  readonly intake: IntakeOptions;
  /** The base URL of the service; undefined if it is not known. */
  readonly service: string | undefined;
  /** The journal of the assessments; undefined if there is none. */
  readonly assessments: JournalState | undefined;
}

/**
 * Marks rows of decisions whose Assessment ID belongs to another row, according to the journal of
 * the assessments and the row references in the sheet. If only some columns were sorted, for
 * example, a decision would be recorded for another trip. An ID without a proof is not marked,
 * because older sheets have no references.
 */
export async function markOtherAssessments(
  file: SheetFile,
  { sheet, rows }: Pick<Intake, 'sheet' | 'rows'>,
  { operation: { about }, intake, service, assessments = new JournalState() }: DecidedSheet,
): Promise<readonly IntakeRow[]> {
  if (about === undefined) return rows;
  const ofAssessments: IntakeOptions = {
    ...intake,
    // These options apply to the inputs of a decision.
    ...{ columns: undefined, set: undefined, exampleRows: undefined, ...intake.ofAssessments },
    // A hidden row may have the assessment of a visible one.
    ...{ inputs: about, sheet, visibleOnly: undefined },
  };
  const options = withJournal(ofAssessments, assessments, service ?? assessments.service);
  const assessed = await readAssessed(file, sheet, options);
  if (assessed === undefined) return rows;
  const isOwn = ownAssessments(assessed, assessments);
  return rows.map((row) => {
    const { assessmentId = '' } = row.inputs ?? row.readable ?? {};
    const id = String(assessmentId);
    return id === '' || isOwn(row.number, id) ? row : { ...row, otherAssessment: id };
  });
}

/**
 * Reads the rows of assessments in a sheet; returns undefined for a sheet with decisions only.
 * Throws a UsageError if the sheet had assessments but their inputs are not found.
 */
async function readAssessed(
  file: SheetFile,
  sheet: string,
  options: IntakeOptions,
): Promise<readonly IntakeRow[] | undefined> {
  try {
    return (await readSheet(file, options)).rows;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (writtenHeadings(file, sheet, options.knownColumns) === undefined) return undefined;
    throw new UsageError({ code: 'assessmentsUnreadable', sheet }, ...error.said);
  }
}

/** Returns a function that returns false if an assessment is proven not to belong to a row. */
function ownAssessments(
  rows: readonly IntakeRow[],
  { states }: JournalState,
): (rowNumber: number, id: string) => boolean {
  const { situations, requests, isDisowned } = placeSheet(rows, states);
  const places = new Map(rows.map(({ number }, index) => [number, index]));
  return (rowNumber, id) => {
    const place = places.get(rowNumber) ?? -1;
    const situation = situations[place];
    const request = requests.ofAssessment(id);
    if (request === undefined) {
      const hasReference = rows[place]?.previous?.shown !== undefined;
      return !hasReference && situation?.kind !== 'known' && !isDisowned(id);
    }
    // Rows with the same inputs are the same trip.
    const own =
      situation?.kind === 'duplicate' ? situations[places.get(situation.of) ?? -1] : situation;
    if (own?.kind !== 'known' || own.request.inputs !== request.inputs) return false;
    return requests.answered(own.request) === request;
  };
}
