import type { SheetOperationName } from '../../engine/intake/said.js';
import type { SheetCommand } from '../../engine/operations/said.js';
import type { PersonOfRow } from '../../engine/run/events.js';
import { count } from '../../engine/wording/words.js';

/** The words for one operation. */
export interface OperationWords {
  /** What each row of the sheet is: "Add one row for each assessment." */
  readonly each: string;
  /** After the number of rows to send, in a plan: "24 to assess". */
  readonly toDo: string;
  /** The participle: "All 24 rows can be assessed". */
  readonly passive: string;
  /**
   * The next step after a check: for a sheet without problems, and for one with some invalid rows.
   */
  readonly doAll: string;
  readonly doRest: string;
  /** The question that confirms a plan: "Assess 24 rows". */
  readonly question: (rows: number) => string;
  /** If there is nothing left to do: "every row is scored". */
  readonly allDone: string;
  /** A request as a person recognises it, in parts, the person first: `Ada Ek`, `Staff ID 7`. */
  readonly describe: (request: Readonly<Record<string, string>>) => readonly string[];
  /** The ID that the service assigns. Without one, a person confirms a row with yes. */
  readonly id?: string;
  /**
   * If the run is confirmed by typing the number of rows: the title of the list, and the question.
   */
  readonly typedConfirmation?: {
    readonly list: string;
    readonly what: (rows: number) => string;
  };
  /** What to do about a row that is identical to another. */
  readonly duplicate: string;
  /** What to do about a rejection, by a part of the service's message. */
  readonly refused?: Readonly<Record<string, string>>;
  /** The message for a finished row whose inputs were changed and that cannot be sent again. */
  readonly changed?: string;
  /** Why a row may be a new case although nobody edited it. */
  readonly newCase?: string;
  /** What to do about an unconfirmed row. */
  readonly unconfirmed: string;
}

const assess: OperationWords = {
  each: 'assessment',
  toDo: 'to assess',
  passive: 'assessed',
  doAll: 'Assess the sheet',
  doRest: 'Or assess only the valid rows',
  question: (rows) => `Assess ${count(rows, 'row')}`,
  allDone: 'every row is scored',
  describe: ({ employeeId = '', purpose = '', destination = '', startDate, endDate }) => [
    `employee ${employeeId}`,
    purpose,
    destination,
    `${dayOf(startDate)} to ${dayOf(endDate)}`,
  ],
  id: 'Assessment ID',
  duplicate: 'Remove one of them, or run with --send-duplicates.',
  unconfirmed: 'It may exist: check in the service, then run rwa resolve.',
};

/** The words for each operation on sheets. */
export const operationWords: Readonly<Record<SheetCommand, OperationWords>> = {
  assess,
  reassess: {
    ...assess,
    toDo: 'to assess again',
    passive: 'assessed again',
    doAll: 'Assess the sheet again',
    doRest: 'Or assess only the valid rows again',
    question: (rows) => `Assess ${count(rows, 'row')} again`,
    allDone: 'no row is left to assess again',
  },
  decide: {
    each: 'decision',
    toDo: 'to record',
    passive: 'recorded',
    doAll: 'Record the decisions',
    doRest: 'Or record only the valid decisions',
    question: (rows) => `Record ${count(rows, 'decision')}`,
    allDone: 'every decision is recorded',
    describe: ({ assessmentId = '', status = '' }) => [`assessment ${assessmentId}`, status],
    duplicate: 'Delete one of the rows.',
    refused: {
      'RWA not found':
        'Check the Assessment ID, and that the company token belongs to the same company.',
      'registered, activated':
        'If they did not make the decision, clear the cell; if they did, it can be recorded once they have accepted their invitation.',
    },
    newCase:
      'A row that was assessed again has a new assessment; the decision was on the previous one.',
    unconfirmed: 'Run rwa decide again: it sends the same decision again, which is harmless.',
  },
  invite: {
    each: 'invitation',
    toDo: 'to invite',
    passive: 'invited',
    doAll: 'Invite everybody in the sheet',
    doRest: 'Or invite only the people in valid rows',
    question: (rows) => `Invite ${count(rows, 'person', 'people')}`,
    allDone: 'everybody is invited',
    describe: ({ first_name = '', last_name = '', email = '', staff_id = '' }) => [
      `${first_name} ${last_name}`,
      email,
      `Staff ID ${staff_id}`,
    ],
    id: 'user ID',
    duplicate: 'Delete one of the rows.',
    refused: {
      'Could not create pending user':
        'Check the details, and whether this person has an account already, before you try again.',
    },
    changed:
      'Invited, but with other details than these. An invitation cannot be changed from here: change the account in the service, or restore the old details.',
    unconfirmed:
      'The invitation may have gone out: check in the service or ask the person, then run rwa resolve --for invite.',
  },
  'remove-access': {
    each: 'person',
    toDo: 'to remove',
    passive: 'sent',
    doAll: 'Remove the access of everybody in the sheet',
    doRest: 'Or remove only the access of people in valid rows',
    question: (rows) => `Remove the access of ${count(rows, 'person', 'people')}`,
    allDone: "everybody's access is removed",
    describe: ({ staff_id = '' }) => [`Staff ID ${staff_id}`],
    typedConfirmation: {
      list: 'Whose access will be removed:',
      what: (rows) => `the access of ${count(rows, 'person', 'people')}`,
    },
    duplicate: 'Delete one of the rows.',
    refused: {
      'must match exactly one user':
        'Nobody has this Staff ID, or several people have it: check in the service.',
    },
    unconfirmed: 'Run rwa remove-access again: it sends the same request again, which is harmless.',
  },
};

/** The first of the commands that send this kind of request. */
export const firstCommand: Readonly<Record<SheetOperationName, SheetCommand>> = {
  rwa_create: 'assess',
  rwa_update: 'decide',
  create_pending_user: 'invite',
  remove_user_access: 'remove-access',
};

/** The person of a row, in words. */
export function personWords(command: SheetCommand, { request, context }: PersonOfRow): string {
  const parts = operationWords[command].describe(request);
  return [...parts, ...(context === undefined ? [] : [context])].join(', ');
}

function dayOf(dateTime = ''): string {
  return dateTime.slice(0, 10);
}
