import type { SheetRequest } from '../../engine/intake/rowKey.js';
import type { SheetOperationName } from '../../engine/intake/said.js';
import type { SheetCommand } from '../../engine/operations/said.js';
import type { PersonOfRow } from '../../engine/run/events.js';
import { count } from '../../engine/wording/words.js';

/** How an operation is spoken of. */
export interface OperationWords {
  /** What each row of the sheet is: "Add one row for each assessment." */
  readonly each: string;
  /** How a plan counts what is to do: "24 to assess". */
  readonly toDo: string;
  /** What becomes of a row that is right: "All 24 rows can be assessed". */
  readonly passive: string;
  /** What comes after a check: "Assess the sheet", and when some rows have problems. */
  readonly doAll: string;
  readonly doRest: string;
  /** The question before it is done, for so many rows: "Assess 24 rows". */
  readonly question: (rows: number) => string;
  /** When all is done: "every row is scored". */
  readonly allDone: string;
  /** A request as a person would know it, in parts, whom it is about first: `Ada Ek`, `Staff ID 7`. */
  readonly describe: (request: SheetRequest) => readonly string[];
  /** The id that the service makes, for a person who looks it up; without one, they say yes. */
  readonly id?: string;
  /** Where the number of rows is typed: what stands above whom it is about, and what is typed for. */
  readonly typedConfirmation?: {
    readonly list: string;
    readonly what: (rows: number) => string;
  };
  /** What to do about a row that is the same as another. */
  readonly duplicate: string;
  /** What to do about a refusal, by a part of the service's message. */
  readonly refused?: Readonly<Record<string, string>>;
  /** What is said of a row that is done for good, and whose inputs are others now. */
  readonly changed?: string;
  /** How a row comes to be another case without anybody's doing. */
  readonly newCase?: string;
  /** What to do about a row that was sent and never answered. */
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
    `${purpose}`,
    `${destination}`,
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
    doRest: 'Or assess the rows again that are right',
    question: (rows) => `Assess ${count(rows, 'row')} again`,
    allDone: 'no row is left to assess again',
  },
  decide: {
    each: 'decision',
    toDo: 'to record',
    passive: 'recorded',
    doAll: 'Record the decisions',
    doRest: 'Or record the decisions that are right',
    question: (rows) => `Record ${count(rows, 'decision')}`,
    allDone: 'every decision is recorded',
    describe: ({ assessmentId = '', status = '' }) => [`assessment ${assessmentId}`, `${status}`],
    duplicate: 'Delete one of the rows.',
    refused: {
      'RWA not found': 'Check the Assessment ID, and that the company token is of its company.',
      'registered, activated':
        'If the decision is not theirs, clear the cell; if it is, it can be recorded once they have accepted their invitation.',
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
    doRest: 'Or invite those whose rows are right',
    question: (rows) => `Invite ${count(rows, 'person', 'people')}`,
    allDone: 'everybody is invited',
    describe: ({ first_name = '', last_name = '', email = '', staff_id = '' }) => [
      `${first_name} ${last_name}`,
      `${email}`,
      `Staff ID ${staff_id}`,
    ],
    id: 'user ID',
    duplicate: 'Delete one of the rows.',
    refused: {
      'Could not create pending user':
        'Check the details, and whether this person has an account already, before you try again.',
    },
    changed:
      'Invited, but with other details than these. An invitation cannot be changed from here: change the account in the service, or put the old details back.',
    unconfirmed:
      'The invitation may have gone out: check in the service or ask the person, then run rwa resolve --for invite.',
  },
  'remove-access': {
    each: 'person',
    toDo: 'to remove',
    passive: 'sent',
    doAll: 'Remove the access of everybody in the sheet',
    doRest: 'Or remove the access of those whose rows are right',
    question: (rows) => `Remove the access of ${count(rows, 'person', 'people')}`,
    allDone: 'the access of everybody is removed',
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

/** The operation that comes first of those that send a request of this kind. */
export const firstCommand: Readonly<Record<SheetOperationName, SheetCommand>> = {
  rwa_create: 'assess',
  rwa_update: 'decide',
  create_pending_user: 'invite',
  remove_user_access: 'remove-access',
};

/** Whom the work on a row is about. */
export function personWords(command: SheetCommand, { request, context }: PersonOfRow): string {
  const parts = operationWords[command].describe(request);
  return [...parts, ...(context === undefined ? [] : [context])].join(', ');
}

function dayOf(dateTime: SheetRequest[string]): string {
  return `${dateTime ?? ''}`.slice(0, 10);
}
