import { readProofs } from '../../../batch/engine/identity/proofs.js';
import { type SentRequest, SentRequests } from '../../../batch/engine/identity/requests.js';
import {
  maySend,
  placeRows,
  type Placement,
  type Situation,
} from '../../../batch/engine/identity/situation.js';

/**
 * A small model of a sheet, its journal and the service. Inputs, people, IDs and scores are tokens.
 * The functions of the product decide which assessment belongs to each row.
 */
export interface World {
  rows: Row[];
  journal: Journal;
  /** The requests that the service has accepted or refused, in the order of their arrival. */
  readonly service: ServiceRequest[];
  /** The rows before the last run that wrote the sheet. An edit can restore them. */
  olderRows?: Row[] | undefined;
  olderJournal?: Journal | undefined;
  journals: number;
  /** The number of trips so far: see `Row.tripName`. */
  trips: number;
  /** The losses so far, such as ` sheet journal`. After a loss, not every promise holds. */
  lost: string;
  breach?: string;
}

interface Row {
  /** The name of the trip that a person means by the row. The product cannot read it. */
  tripName: string;
  person: string;
  inputs: number;
  /** The inputs before they were last corrected or edited back. */
  before?: number;
  id: string;
  reference?: Reference | undefined;
  status: string;
  /** The ID of the assessment whose scores are in the row; `hand` for typed scores; empty for none. */
  scores: string;
}

interface Reference {
  readonly inputs: number;
  readonly person: string;
  readonly id: string;
  readonly scores: string;
  readonly journal: number;
}

interface Journal {
  readonly name: number;
  readonly requests: JournalRequest[];
}

interface JournalRequest {
  readonly key: string;
  readonly person: string;
  readonly inputs: number;
  id?: string;
  outcome: SentRequest['outcome'];
  isShown: boolean;
  readonly follows?: string | undefined;
}

interface ServiceRequest {
  readonly tripName: string;
  readonly person: string;
  readonly inputs: number;
  readonly id: string;
  readonly isRefused: boolean;
  isShown: boolean;
}

export function createWorld(rows: readonly (readonly [person: string, inputs: number])[]): World {
  return {
    rows: rows.map(([person, inputs], index) =>
      createEmptyRow(`trip ${index + 1}`, person, inputs),
    ),
    journal: { name: 1, requests: [] },
    service: [],
    journals: 1,
    trips: rows.length,
    lost: '',
  };
}

function createEmptyRow(tripName: string, person: string, inputs: number): Row {
  return { tripName, person, inputs, id: '', status: '', scores: '' };
}

const toHash = ({ person, inputs }: { person: string; inputs: number }) => `${person}${inputs}`;

function place({ rows, journal }: World): Placement & { readonly isJournalOlder: boolean } {
  const requests = new SentRequests(
    journal.requests.map((request) => ({
      ...request,
      inputs: toHash(request),
      trip: `trip ${request.inputs}`,
      assessmentId: request.id,
    })),
  );
  const cells = rows.map(({ id, reference }) => ({
    assessmentId: id,
    reference: reference && {
      inputs: toHash(reference),
      person: reference.person,
      assessment: compareAssessment(reference, id),
      isOfThisJournal: reference.journal === journal.name,
    },
  }));
  const recorded = new Set(journal.requests.map(toHash));
  const proofs = readProofs(cells, requests, {
    isDisowned: () => false,
    isRecorded: ({ inputs }) => recorded.has(inputs),
  });
  const shown = rows.map((row, index) => ({
    number: index + 1,
    inputs: [toHash(row)],
    person: row.person,
    trip: `trip ${row.inputs}`,
    assessmentId: row.id,
    proof: proofs[index],
    isWholeCopy: row.reference?.id === row.id,
    isIdKept: row.reference?.id === row.id,
    hasReplacedId: false,
    hasOnlyResults: false,
    hasReference: row.reference?.inputs === row.inputs,
    showsNothing: showsNothing(row),
  }));
  const isJournalOlder = rows.some(
    ({ id, reference }) =>
      reference?.journal === journal.name &&
      !journal.requests.some((request) =>
        reference.id !== '' && reference.id === id
          ? request.id === id
          : toHash(request) === toHash(reference),
      ),
  );
  return { ...placeRows(shown, requests), isJournalOlder };
}

function compareAssessment({ id }: Reference, idInRow: string): 'own' | 'other' | 'none' {
  if (id === '') return 'none';
  return id === idInRow ? 'own' : 'other';
}

function showsNothing({ id, reference, scores, status }: Row): boolean {
  const isStatus = ['Scored', 'Pending', 'Unconfirmed'].includes(status);
  return id === '' && reference === undefined && scores === '' && !isStatus;
}

/** The rows that a run sends: new rows, new rows and duplicates, or the rows of a round. */
type Sending = 'first' | 'duplicates' | 'round';

/** The answers to the requests of a run, and whether the run writes the sheet. */
export type RunEnd = 'ok' | 'answerLost' | 'crash' | 'refused' | 'otherFile';

/**
 * Runs assess or reassess, and checks the promises. Writes the results into the sheet, unless `end`
 * is `crash` or `otherFile`.
 */
export function run(world: World, sending: Sending, end: RunEnd): World {
  const { rows, journal, service } = world;
  const placement = place(world);
  const requests = placement.situations.map((situation) => recordRequest(world, situation));
  for (const [index, row] of rows.entries()) {
    const situation = placement.situations[index];
    if (situation === undefined) continue;
    const isInDoubt = placement.isJournalOlder || placement.doubts.has(index + 1);
    if (!isSent(situation, sending, isInDoubt)) continue;
    checkSending(world, row, sending);
    const follows = sending === 'round' ? requests[index] : undefined;
    const id = `A${service.length + 1}`;
    const { tripName, person, inputs } = row;
    const isRefused = end === 'refused';
    service.push({ tripName, person, inputs, id, isRefused, isShown: false });
    const request: JournalRequest = {
      key: `q${journal.name}.${journal.requests.length + 1}`,
      person,
      inputs,
      isShown: false,
      outcome: isRefused ? 'refused' : end === 'answerLost' ? 'unanswered' : 'answered',
      follows: follows?.key,
      ...(isRefused || end === 'answerLost' ? {} : { id }),
    };
    journal.requests.push(request);
    // If the service refuses a reassessment, the row keeps its assessment.
    if (follows === undefined || !isRefused) requests[index] = request;
  }
  if (end === 'crash') return world;
  if (end === 'otherFile') {
    for (const request of requests) {
      for (const sent of service) if (sent.id === request?.id) sent.isShown = true;
    }
    return world;
  }
  writeBack(world, placement, requests, sending);
  return world;
}

function isSent(situation: Situation, sending: Sending, isInDoubt: boolean): boolean {
  const isNew = situation.kind === 'new' || situation.kind === 'copied';
  if (isNew) return sending !== 'round' && !isInDoubt;
  return sending !== 'first' && maySend(situation, sending, { isInDoubt });
}

/** Returns the journal's request for a row. First records a request or answer that only the sheet proves. */
function recordRequest({ journal }: World, situation: Situation): JournalRequest | undefined {
  if (situation.kind !== 'known' && situation.kind !== 'changed') return undefined;
  const { request } = situation;
  const known = journal.requests.find(({ key }) => key === request.key);
  if (known !== undefined) {
    if (request.assessmentId !== undefined && known.id === undefined) {
      Object.assign(known, { id: request.assessmentId, outcome: request.outcome, isShown: true });
    }
    return known;
  }
  const { person = '', inputs = '', assessmentId, outcome } = request;
  const imported: JournalRequest = {
    key: `q${journal.name}.${journal.requests.length + 1}`,
    person,
    outcome,
    isShown: true,
    inputs: Number(inputs.slice(person.length)),
    ...(assessmentId === undefined ? {} : { id: assessmentId }),
  };
  journal.requests.push(imported);
  return imported;
}

/**
 * Checks that nothing is sent twice. A round sends a trip only if the journal has all assessments
 * that were created for the trip. Any other run sends no trip and no inputs again, except that
 * `--send-duplicates` may send the same inputs again.
 */
function checkSending(world: World, row: Row, sending: string): void {
  const others = world.rows.filter((other) => other !== row);
  const created = world.service.filter(({ isRefused }) => !isRefused);
  const createdForTrip = created.filter((request) => request.tripName === row.tripName);
  if (sending === 'round') {
    const isOpen = ({ id }: ServiceRequest) =>
      !world.journal.requests.some(
        (request) => request.id === id && request.outcome === 'answered',
      );
    if (createdForTrip.some(isOpen)) world.breach = 'a round sends over an open request';
    return;
  }
  const isSame = (request: ServiceRequest) => toHash(request) === toHash(row);
  // An identical row took over the assessment of this row, so this row is now its duplicate.
  const isOfOther = (request: ServiceRequest) =>
    others.some(
      (other) =>
        toHash(other) === toHash(request) &&
        !created.some((sent) => sent.tripName === other.tripName),
    );
  const createdBefore = createdForTrip.filter((request) => !isOfOther(request));
  if (sending === 'duplicates') {
    if (createdBefore.some((request) => !isSame(request))) world.breach = 'a trip is sent again';
  } else if (createdBefore.length > 0) world.breach = 'a trip is sent again';
  else if (created.some(isSame)) world.breach = 'a request is sent again';
}

/**
 * Writes the results into the sheet. Checks that no typed score is replaced, and that all scores are
 * beside the inputs that they were made for.
 */
function writeBack(
  world: World,
  { situations }: Placement,
  requests: readonly (JournalRequest | undefined)[],
  sending: string,
): void {
  const { rows, journal, service } = world;
  const before = structuredClone(rows);
  const heldIds = new Set(requests.map((request) => request?.id));
  const overwrittenIds: string[] = [];
  for (const [index, row] of rows.entries()) {
    const request = requests[index];
    const kind = situations[index]?.kind;
    const isSent = request !== undefined && (kind !== 'changed' || sending === 'round');
    const isShown = isSent && toHash(request) === toHash(row);
    const ownId = isShown && request.outcome === 'answered' ? (request.id ?? '') : '';
    const isOurs =
      row.scores === '' ||
      row.reference?.scores === row.scores ||
      row.scores === ownId ||
      journal.requests.some(({ id }) => id === row.scores) ||
      before.some(({ reference }) => reference?.scores === row.scores);
    if (isOurs) {
      if (row.scores === 'hand') world.breach = 'a typed score is replaced';
      row.scores = ownId;
    }
    if (isShown) {
      const id = request.id ?? '';
      if (row.id !== '' && row.id !== id && !heldIds.has(row.id)) overwrittenIds.push(row.id);
      row.id = id;
      row.status = { answered: 'Scored', unanswered: 'Unconfirmed', refused: 'Rejected' }[
        request.outcome
      ];
      const { person, inputs } = row;
      row.reference =
        request.outcome === 'refused'
          ? undefined
          : { person, inputs, id, scores: isOurs ? ownId : '', journal: journal.name };
      if (id !== '') {
        request.isShown = true;
        for (const sent of service) if (sent.id === id) sent.isShown = true;
      }
    } else {
      row.status = kind === 'changed' ? 'Invalid' : kind === 'duplicate' ? 'Duplicate' : 'Blocked';
      if (row.reference !== undefined && isOurs) row.reference = { ...row.reference, scores: '' };
    }
  }
  for (const id of overwrittenIds) {
    const request = journal.requests.find((known) => known.id === id);
    if (request !== undefined && !rows.some((row) => row.id === id)) request.isShown = false;
  }
  world.olderRows = before;
  for (const row of rows) {
    const scored = service.find(({ id }) => id === row.scores);
    if (scored !== undefined && toHash(scored) !== toHash(row)) {
      world.breach ??= 'scores are beside other inputs';
    }
  }
}
