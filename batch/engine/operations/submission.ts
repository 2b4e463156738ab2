import type { Field } from '../../../src/field.js';
import { operations } from '../../../src/operations.js';
import { HeadingNames } from '../intake/headingNames.js';
import {
  createContradictionFinder,
  type SubmissionKind,
  toImportedFact,
  isHeldWithoutReference,
  planSubmissions,
  listProvenFacts,
  createSubmissionStatus,
} from '../rows/submissions.js';
import { type Submission, createSubmitRow } from '../rows/submitRow.js';
import { sheetCommands } from '../sheetCommand.js';
import type { SheetOperation } from './sheetOperation.js';
import { findBlock, findImportedId } from '../rows/plannedRow.js';

type SubmissionOptions = Omit<
  SheetOperation,
  | ('name' | 'successStatus' | 'fields' | 'headings' | 'subject' | 'identifyTarget' | 'repeatable')
  | ('requestsPerRow' | 'plan' | 'findContradictions' | 'status' | 'work')
  | ('toImportedFact' | 'findProvenFacts' | 'toEffectFact' | 'details')
> &
  Pick<SubmissionKind, 'identity' | 'unique'> & {
    /** Columns that are not sent, and show whom a row is about. */
    readonly context?: Readonly<Record<string, Field>>;
    readonly submit: Submission;
  };

/** Creates an operation whose answer contains the whole result. */
export function createSubmission(options: SubmissionOptions): SheetOperation {
  const { command, columns, submit, identity, unique, context } = options;
  const { name, successStatus } = sheetCommands[command];
  const { fields, effect } = operations[name];
  const repeatable = effect === 'repeatable';
  const kind = { ...options, name, successStatus, fields, repeatable };
  return {
    ...kind,
    headings: new HeadingNames(fields, columns, context),
    subject: unique ?? identity,
    identifyTarget: createTargetReader(identity, kind.fields),
    ...(unique === undefined ? {} : { person: unique }),
    requestsPerRow: 1,
    plan: planSubmissions(kind),
    findContradictions: createContradictionFinder(kind),
    status: createSubmissionStatus(kind),
    work: createSubmitRow(name, submit, { repeatable, unique }),
    toImportedFact,
    findProvenFacts: (rows, states, at) => [...listProvenFacts(kind, rows, states, at).values()],
    toEffectFact: (row, id, at) => ({
      fact: 'done',
      row,
      ...(id === undefined ? {} : { id }),
      by: 'person',
      at,
    }),
    details: (row, state) => {
      const { previous } = row;
      if (isHeldWithoutReference(row)) return {};
      // A blocked row keeps the ID and the time in its cells.
      if (findBlock(row) !== undefined) {
        return { userId: previous?.id === '' ? undefined : previous?.id, doneAt: previous?.doneAt };
      }
      const importedId = findImportedId(row) ?? '';
      return {
        userId: state?.id ?? (importedId === '' ? undefined : importedId),
        doneAt: state?.state === 'Done' && state.bySheet !== true ? state.at : undefined,
      };
    },
  };
}

function createTargetReader(identity: string, fields: Readonly<Record<string, Field>>) {
  const isEmail = fields[identity]?.kind === 'email';
  return (request: Readonly<Record<string, unknown>>): string => {
    const value = String(request[identity]);
    return isEmail ? value.toLowerCase() : value;
  };
}
