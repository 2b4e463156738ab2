import type { IDataObject } from 'n8n-workflow';
import { legible } from '../../src/legible.js';
import type { OperationName } from '../../src/operations.js';
import type { Work } from './session.js';

/** Whom or what an item is about, for errors that a person reads. */
export interface Subject {
  /** The contract's name of the input. */
  readonly field: string;
  readonly value: string;
}

/** The input by which errors name an item of an operation. */
const namingFields: Readonly<Record<OperationName, string>> = {
  rwa_create: 'employeeId',
  rwa_retrieve: 'assessmentId',
  rwa_update: 'assessmentId',
  create_pending_user: 'email',
  remove_user_access: 'staff_id',
};

const labels: Readonly<Record<string, string>> = {
  employeeId: 'Staff ID',
  staff_id: 'Staff ID',
  email: 'email',
  assessmentId: 'assessment',
};

/** Whom an item is about; undefined when its input is empty or its expression fails. */
export function subjectOf({ context, operation }: Work, itemIndex: number): Subject | undefined {
  const field = namingFields[operation];
  try {
    const value: unknown = context.getNodeParameter(field, itemIndex, '');
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    const text = legible(String(value)).trim();
    return text === '' ? undefined : { field, value: text };
  } catch {
    return undefined;
  }
}

/** "row 7, Staff ID E-7": rows count from 1, as people do; n8n's own item index counts from 0. */
export function rowInWords(row: number, subject: Subject | undefined): string {
  const who = subject === undefined ? '' : `, ${labels[subject.field] ?? ''} ${subject.value}`;
  return `row ${row}${who}`;
}

/** The same as fields of an item's json. */
export function rowFields(row: number, subject: Subject | undefined): IDataObject {
  return { row, ...(subject === undefined ? {} : { [subject.field]: subject.value }) };
}
