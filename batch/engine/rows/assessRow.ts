import { type PlannedRow, findRound, getHistory } from './plannedRow.js';
import type { NewAssessment } from '../../../src/assessment.js';
import type { Failure } from '../../../src/failure.js';
import { temporaryFailures } from '../../../src/resultPoller.js';
import {
  toIdentityKey,
  toFoundKey,
  hashRequest,
  hashRequestBesideKey,
  hashTrip,
  type SheetRequest,
} from '../intake/rowKey.js';
import { toKeptScores } from '../intake/keptScores.js';
import { detachFact } from '../journal/settle.js';
import {
  listEqualRequests,
  hasKeyOfOtherRun,
  findIdConflict,
  recordFailure,
  recordWrongAnswer,
  type RowEnd,
  type RowPorts,
  createSendRecord,
  AlreadyClaimedError,
} from './rowWork.js';
import { toResultFacts } from './rowResults.js';
import type { RiskResult } from '../../../src/riskResult.js';
import type { Subject } from '../intake/intakeRow.js';

/** Continues from the state in the journal, and never resends a row that is recorded as sent. */
export async function assessRow(row: PlannedRow, ports: RowPorts): Promise<RowEnd> {
  const known = await createOrResume(row, ports);
  if (!('assessmentId' in known)) return known;
  const waitResult = await ports.result(known.assessmentId);
  if (waitResult.outcome === 'failed') return recordNotRead(row.key, waitResult.failure, ports);
  if (waitResult.outcome === 'ready') {
    const { result } = waitResult;
    const other =
      findProvenMismatch(result, row.subject) ??
      (known.isNew === true ? findStaffMismatch(result, row.inputs) : undefined);
    if (other !== undefined) return recordMismatch(row.key, known.assessmentId, other, ports);
    const scores = toKeptScores(result);
    const at =
      known.isNew === true ? ports.now() : await findScoredAt(row, known.assessmentId, ports);
    ports.journal.append({ fact: 'scored', row: row.key, scores, at });
  }
  return {};
}

/** An assessment does not become newer if its scores are read again. */
export async function findScoredAt(
  { previous }: PlannedRow,
  assessmentId: string,
  { otherRuns, now }: RowPorts,
): Promise<string> {
  const isShown = previous?.id === assessmentId && previous.shown?.assessment === 'own';
  const shownAt = isShown ? previous.assessedAt : undefined;
  return (await otherRuns?.findScoredAt?.(assessmentId)) ?? shownAt ?? now();
}

const noResultCodes: ReadonlySet<Failure['code']> = new Set(['not_found', 'refused']);

function recordNotRead(key: string, failure: Failure, { journal, now }: RowPorts): RowEnd {
  const { code, reason: message, remedy } = failure;
  // After a temporary failure, another run is enough, so the core's hint about sending one request
  // again is left out.
  const hint = temporaryFailures.has(code) ? undefined : { code, remedy };
  journal.append({
    fact: 'not_read',
    row: key,
    reason: { code: 'requestFailed', message, ...(hint === undefined ? {} : { hint }) },
    ...(noResultCodes.has(code) && { hasNoResult: true }),
    at: now(),
  });
  return { failure };
}

/** `isNew` is true if the service has just created the assessment for this run. */
interface KnownAssessment {
  readonly assessmentId: string;
  readonly isNew?: boolean;
}

/**
 * The proven request takes precedence over the inputs in the cells: a person may have corrected the
 * inputs before they were sent, so the cells may contain other or unreadable inputs.
 */
export function recordImportedAssessment(
  { key, inputs, employee, plan }: PlannedRow,
  { journal, now }: Pick<RowPorts, 'journal' | 'now'>,
): void {
  if (plan?.kind !== 'imported' || journal.state(key)?.assessmentId !== undefined) return;
  const { importedId: assessmentId, proven } = plan;
  const keyLacksRequest = key === toFoundKey(assessmentId) && inputs !== undefined;
  const own = keyLacksRequest ? hashRequest(inputs, journal.computeHash) : undefined;
  const known = { request: proven?.inputs ?? own, employee: employee ?? proven?.person };
  for (const fact of toResultFacts(key, { assessmentId, at: now() }, known)) journal.append(fact);
}

async function createOrResume(
  work: PlannedRow,
  ports: RowPorts,
): Promise<KnownAssessment | RowEnd> {
  const { key, inputs, subject, employee } = work;
  const round = findRound(work);
  const { journal, now } = ports;
  recordImportedAssessment(work, ports);
  const state = journal.state(key);
  if (state?.assessmentId !== undefined) return { assessmentId: state.assessmentId };
  if (
    inputs === undefined ||
    subject === undefined ||
    (state !== undefined && state.state !== 'Ready')
  ) {
    throw new Error(`Row ${key} is ${state?.state ?? 'without a request'} and must not be sent.`);
  }
  const request = hashRequestBesideKey(key, inputs, journal.computeHash);
  const sending = { row: key, ...(request === undefined ? {} : { request }) };
  const person = { employee: employee ?? toIdentityKey(subject.employeeId, journal.computeHash) };
  const trip = hashTrip(inputs, journal.computeHash);
  const roundField = round === undefined ? {} : { round };
  const details = { ...person, trip, ...roundField };
  const record = createSendRecord(sending, ports, details, {
    equal: listEqualRequests(work, journal.computeHash),
    hasKeyOfOtherRun: hasKeyOfOtherRun(work, journal.computeHash),
    isChanged: getHistory(work).isChanged,
  });
  const sent = ports.send((client, options) =>
    client.createAssessment(inputs as NewAssessment, { ...options, record }),
  );
  const created = await sent.catch((error: unknown) => {
    if (error instanceof AlreadyClaimedError) return error;
    throw error;
  });
  if (created instanceof AlreadyClaimedError) {
    const { row: other } = created;
    if (other === 'employeeUnanswered') return { notSent: { code: 'employeeUnanswered' } };
    const { isDone, assessmentId, redirectUrl } = other;
    const reason = { code: 'sentElsewhere', isDone } as const;
    // Record the employee and the request, so that the row is still recognized after an edit.
    // Record the round, so that the row counts as done in that round.
    journal.append({
      fact: 'unconfirmed',
      ...sending,
      ...person,
      ...roundField,
      reason,
      at: now(),
    });
    if (assessmentId === undefined) return {};
    // The other run has already verified that no other row has this ID.
    return recordCreated(sending, { assessmentId, redirectUrl, elsewhere: undefined }, ports);
  }
  if (created.ok) {
    const elsewhere = await ports.otherRuns?.findRow(created.value.assessmentId);
    const recorded = recordCreated(sending, { ...created.value, elsewhere }, ports);
    if (!('assessmentId' in recorded)) return recorded;
    await ports.otherRuns?.confirm(key);
    return { ...recorded, isNew: true };
  }
  recordFailure(sending, created.failure, ports);
  return { failure: created.failure };
}

function recordCreated(
  sending: { readonly row: string; readonly request?: string },
  {
    assessmentId,
    redirectUrl,
    elsewhere,
  }: {
    readonly assessmentId: string;
    readonly redirectUrl?: string | undefined;
    readonly elsewhere: string | undefined;
  },
  ports: RowPorts,
): { assessmentId: string } | RowEnd {
  const { row } = sending;
  const conflict = findIdConflict({ row, id: assessmentId, elsewhere }, ports);
  if (conflict !== undefined) return recordWrongAnswer(sending, conflict, ports);
  ports.journal.append({
    fact: 'created',
    row,
    assessmentId,
    by: 'answer',
    at: ports.now(),
    ...(redirectUrl === undefined ? {} : { redirectUrl }),
  });
  return { assessmentId };
}

/** If the service answered with the ID, it mixed up answers. Any other ID is a person's mistake. */
function recordMismatch(
  key: string,
  assessmentId: string,
  mismatch: Mismatch,
  ports: RowPorts,
): RowEnd {
  const { journal, now } = ports;
  const by = journal.state(key)?.byPerson === true ? 'person' : 'answer';
  const wrong = { ...mismatch, assessmentId, by } as const;
  journal.append(
    by === 'person'
      ? { fact: 'not_read', row: key, reason: wrong, at: now() }
      : detachFact(key, journal.state(key), wrong, now()),
  );
  return { wrong };
}

type Mismatch =
  | { readonly code: 'resultOfOtherEmployee' }
  | { readonly code: 'resultOfOtherPurpose'; readonly purpose: string }
  | { readonly code: 'resultOfOtherStaff'; readonly field: (typeof staffIds)[number] };

/** Returns true for a result whose scores must not be shown for this row's person. */
export function isOfOtherEmployee(
  { employeeId }: RiskResult,
  subject: Subject | undefined,
): boolean {
  return subject !== undefined && employeeId !== '' && employeeId !== subject.employeeId;
}

function findProvenMismatch(
  result: RiskResult,
  subject: Subject | undefined,
): Mismatch | undefined {
  if (subject === undefined) return undefined;
  if (isOfOtherEmployee(result, subject)) return { code: 'resultOfOtherEmployee' };
  const isTrip = subject.purpose === 'Work From Anywhere';
  const [own, other] = isTrip
    ? (['cumulativePeRiskLevel', 'contractorMisclass'] as const)
    : (['contractorMisclass', 'cumulativePeRiskLevel'] as const);
  if (hasScore(result, own) || !hasScore(result, other)) return undefined;
  return { code: 'resultOfOtherPurpose', purpose: subject.purpose };
}

/** A decision replaces the staff IDs, so a difference proves something only if the assessment is new. */
function findStaffMismatch(
  result: RiskResult,
  sent: SheetRequest | undefined,
): Mismatch | undefined {
  for (const field of staffIds) {
    const [theirs, ours = ''] = [result[field], sent?.[field]];
    if (theirs === '' || ours === '' || theirs === ours) continue;
    return { code: 'resultOfOtherStaff', field };
  }
  return undefined;
}

const staffIds = ['managerId', 'complianceTeamMemberId'] as const;

function hasScore(
  result: RiskResult,
  name: 'cumulativePeRiskLevel' | 'contractorMisclass',
): boolean {
  return (result[name] ?? null) !== null;
}
