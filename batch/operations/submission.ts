import { operations } from '../../src/operations.js';
import { HeadingNames } from '../intake/headingNames.js';
import { planSubmissions, standingOfSubmission } from '../run/submissions.js';
import { type Submission, submitRow } from '../run/submitRow.js';
import type { SheetOperation } from './sheetOperation.js';

/** What is particular to an operation whose answer is all that there is to wait for. */
type Particular = Pick<
  SheetOperation,
  'command' | 'name' | 'columns' | 'trigger' | 'caseOf' | 'each' | 'done' | 'words'
> & {
  /** What two rows of the same case have in common: "the same assessment". */
  readonly sameCase: string;
  /** An input that no two cases of a sheet may share. */
  readonly unique?: string;
  readonly submit: Submission;
};

/** An operation that sends one request for each row, and is done with the answer. */
export function submission(particular: Particular): SheetOperation {
  const { name, columns, submit } = particular;
  const { fields, effect } = operations[name];
  const repeatable = effect === 'repeatable';
  const kind = { ...particular, fields, repeatable };
  return {
    ...kind,
    headings: new HeadingNames(fields, columns),
    requestsPerRow: 1,
    plan: planSubmissions(kind),
    standing: standingOfSubmission(kind),
    work: submitRow(submit, repeatable),
    tookEffect: (row, id, at) => ({
      fact: 'done',
      row,
      ...(id === undefined ? {} : { id }),
      by: 'person',
      at,
    }),
    known: (row, state) => ({
      userId: state?.id,
      doneAt: state?.state === 'Done' ? state.at : undefined,
    }),
  };
}
