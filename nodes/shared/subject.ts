import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { sanitizeMessage } from '../../src/sanitizeMessage.js';
import { operations } from '../../src/operations.js';
import { getInput } from './inputs.js';
import type { Work } from './session.js';

/** The person or the assessment that an item is about. */
export interface Subject {
  /** The contract's name of the input. */
  readonly field: string;
  readonly value: string;
}

const labels: Readonly<Record<string, string>> = {
  employeeId: 'Employee ID',
  staff_id: 'Staff ID',
  email: 'email',
  assessmentId: 'assessment',
};

/**
 * The subjects of one attempt. They are cached, because n8n evaluates an expression each time that
 * it is read.
 */
const subjects = new WeakMap<IExecuteFunctions, Map<number, Subject | undefined>>();

/**
 * Returns the person or assessment of an item; undefined if the input is no text or number, or its
 * expression fails.
 */
export function getSubject(work: Work, itemIndex: number): Subject | undefined {
  const known = getSubjects(work);
  if (!known.has(itemIndex)) {
    try {
      const { subject } = operations[work.operation];
      keepSubject(work, itemIndex, getInput(work.context, subject, itemIndex));
    } catch {
      known.set(itemIndex, undefined);
    }
  }
  return known.get(itemIndex);
}

/** Stores the subject of an item whose inputs have already been read. */
export function keepSubjectIn(
  work: Work,
  itemIndex: number,
  given: Readonly<Record<string, unknown>>,
): void {
  keepSubject(work, itemIndex, given[operations[work.operation].subject]);
}

function keepSubject(work: Work, itemIndex: number, value: unknown): void {
  const isGiven = typeof value === 'string' || typeof value === 'number';
  const text = isGiven ? sanitizeMessage(String(value)).trim() : '';
  const subject =
    text === '' ? undefined : { field: operations[work.operation].subject, value: text };
  getSubjects(work).set(itemIndex, subject);
}

function getSubjects({ context }: Work): Map<number, Subject | undefined> {
  const known = subjects.get(context) ?? new Map<number, Subject | undefined>();
  subjects.set(context, known);
  return known;
}

/** Describes a row: "row 7, Employee ID E-7". Rows count from 1; n8n's own item index counts from 0. */
export function describeRow(row: number, subject: Subject | undefined): string {
  const who = subject === undefined ? '' : `, ${labels[subject.field] ?? ''} ${subject.value}`;
  return `row ${row}${who}`;
}

/** Returns the row and its subject as fields of an item's JSON. */
export function toRowFields(row: number, subject: Subject | undefined): IDataObject {
  return { row, ...(subject === undefined ? {} : { [subject.field]: subject.value }) };
}
