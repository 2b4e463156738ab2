import { assessmentFields } from '../../../../src/assessmentFields.js';
import { decisionFields } from '../../../../src/decision.js';
import { hints } from '../../../../src/failure.js';
import type { Field } from '../../../../src/field.js';
import { readInput } from '../../../../src/inputText.js';
import { type OperationName } from '../../../../src/operations.js';
import { validate } from '../../../../src/problems.js';
import { invitationFields, removalFields } from '../../../../src/staff.js';
import { findWarnings } from '../../../../src/warnings.js';

const fields = [assessmentFields, decisionFields, invitationFields, removalFields].flatMap(
  (all): Field[] => Object.values<Field>(all),
);

/** Values that cannot be read, by the kind of the input. */
const unreadable = [
  [assessmentFields.startDate, ['03/04/2026', '2026-02-31', '2026-11-03T25:00:00Z']],
  [assessmentFields.startDate, ['1905-01-01', '3.4.26', 'next week', '#N/A']],
  [assessmentFields.employeeId, ['A\uFFFDB', 'A\tB', '=A1', '1E+10', '123.00', '2026-11-03']],
] as const;

const trip = { purpose: 'Work From Anywhere', citizenship: 1, salesContracts: 'Ja' };
const decision = { assessmentId: '1712345' };

/** Requests with problems. */
const requests: readonly (readonly [OperationName, Readonly<Record<string, unknown>>])[] = [
  ['rwa_create', {}],
  ['rwa_create', { ...trip, workingDays: 1.5, pastTripsDuration: -1, startDate: 'soon' }],
  ['rwa_create', { startDate: '2026-11-03T00:00:00Z', endDate: '2026-11-02T00:00:00Z' }],
  ['rwa_create', { purpose: 'Hire From Anywhere' }],
  ['rwa_update', decision],
  ['rwa_update', { ...decision, status: 'Manager Approved' }],
  ['rwa_update', { ...decision, status: 'Compliance Approved' }],
  ['rwa_update', { ...decision, status: 'Rejected' }],
  ['rwa_update', { ...decision, status: 'Canceled', note: 1, color: 'red' }],
  ['create_pending_user', { email: 'ada' }],
];

/** Lists the English texts of the core about values, as the engine passes them to the words of a language. */
export function listCoreTexts(): string[] {
  const ofFields = fields.flatMap(({ missing, remedy }) => [missing, remedy]);
  const ofValues = unreadable.flatMap(([field, texts]) =>
    texts.flatMap((text) => {
      const read = readInput(field, text);
      return read.ok ? [] : [read.message, read.remedy];
    }),
  );
  const ofRequests = requests.flatMap(([operation, request]) => {
    const validated = validate(operation, request);
    return validated.ok
      ? []
      : validated.problems.flatMap(({ message, remedy }) => [message, remedy]);
  });
  const warnings = ['Deutchland', 'Atlantis', 'Cu\u0302racao'].flatMap((citizenship) =>
    findWarnings({ citizenship }).map(({ message }) => message),
  );
  return [...new Set([...ofFields, ...ofValues, ...ofRequests, ...warnings])];
}

/** Lists the English texts of the core about requests and answers. */
export function listAnswerTexts(): string[] {
  return [
    ...Object.values(hints),
    'The connection was reset',
    'The service could not be reached: connection refused',
    'No answer: timed out after 30 s',
    'The service answered HTTP 503.',
    'The service answered HTTP 404 with a web page.',
    'The service answered HTTP 429 with "slow down"; it asks us to wait 41 s.',
    'The service answered HTTP 503; it asks us to wait until 2026-11-03 09:30 UTC.',
    'The answer was cut short.',
    'The answer is not JSON but a web page.',
    'The answer is not JSON but "ok".',
    'The answer has the status "busy".',
    'The answer says success, but has HTTP status 400.',
    'rwa_update works only in the test environment.',
  ];
}
