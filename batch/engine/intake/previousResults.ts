import { unguardText } from '../../../sheets/csv/formulaGuard.js';
import { findStatus } from '../sheetCommand.js';
import type { Cell, SheetRow } from '../../../sheets/sheet.js';
import { canBeId } from '../../../src/id.js';
import type { ShownReference } from '../identity/proofs.js';
import {
  noCell,
  parseCells,
  hashAssessment,
  noJournal,
  parseReference,
  type RequestReference,
} from '../identity/reference.js';
import { hasWrittenHash, referenceColumn } from './writtenCells.js';
import { copyText, readLink, readNumber, readCellText, readTime } from './cellValues.js';
import type { PreviousResults, UnprovenScores, KnownTexts, SharedTexts } from './intakeRow.js';
import { keptScoresSchema, scoreNames } from './keptScores.js';
import type { ComputeHash } from './rowKey.js';
import type { SheetInputs } from './sheetInputs.js';

export interface ProofScope {
  /** Undefined if there is no journal and the command sends nothing. */
  readonly service: string | undefined;
  readonly journal: string;
  /** True if the journal has trips, which find a row whose Employee ID was corrected. */
  readonly hasTrips: boolean;
}

export interface PreviousResultsContext {
  readonly inputs: SheetInputs;
  readonly results: ReadonlyMap<string, number>;
  /** See {@link listHashPlaces}. */
  readonly places: ReadonlyMap<string, number>;
  readonly computeHash: ComputeHash;
  readonly known?: KnownTexts | undefined;
  readonly proofs?: ProofScope | undefined;
}

type FindResultCell = (name: string) => Cell | undefined;

export function readPreviousResults(
  { cells }: SheetRow,
  { inputs, results, places, computeHash, known, proofs }: PreviousResultsContext,
  share: SharedTexts,
): PreviousResults | undefined {
  const findCell: FindResultCell = (name) => cells[results.get(name) ?? Number.POSITIVE_INFINITY];
  const status = readStatus(findCell);
  const id = unguardText(readCellText(findCell('id')));
  const written = unguardText(readCellText(findCell(referenceColumn)));
  const reference = parseReference(written);
  const getHash = readCellHashes(written, places);
  const unproven = findUnprovenScores(findCell, getHash);
  const { readsLoneMessages = false, readsResults = false } = inputs;
  const isRead =
    reference !== undefined || (readsLoneMessages && readCellText(findCell('message')) !== '');
  const isIdFormula = findCell('id')?.isFormula === true;
  if (status === '' && id === '' && !isRead && unproven === undefined && !isIdFormula)
    return undefined;
  const isId = id === '' || canBeId(id);
  const scored = readCellText(findCell('overallTrip')) !== '';
  const doneAt = readTime(findCell('doneAt'));
  const hash = (text: string) => share(computeHash(text));
  const isOfTarget = inputs.identifyTarget !== undefined;
  const common = {
    status,
    id: isId ? share(id, copyText) : '',
    scored,
    isLinked: readLink(findCell('redirectUrl')) !== undefined,
    reference: isOfTarget ? undefined : reference && getReferenceKind(reference),
    shown:
      reference &&
      proofs &&
      readProof(reference, { id: isId ? id : undefined, isOfTarget }, hash, proofs),
  } as const;
  // A copy takes more memory than a literal, and most rows have only the common properties.
  const isCommon = isId && doneAt === undefined && unproven === undefined && !isIdFormula;
  const previous: PreviousResults = isCommon
    ? common
    : {
        ...common,
        ...(isId ? {} : { noId: copyText(id) }),
        ...(isIdFormula ? { isIdFormula } : {}),
        ...(doneAt === undefined ? {} : { doneAt }),
        ...(unproven === undefined ? {} : { unproven }),
      };
  const isWanted = readsResults === 'unknown' ? known?.findKeyById(id) === undefined : readsResults;
  if (!isWanted || !scored) return previous;
  // Scores that do not match their hashes are retrieved again.
  const isChanged = reference !== undefined && !hasWrittenScores(findCell, getHash);
  return isChanged ? { ...previous, scored: false } : { ...previous, ...readResults(findCell) };
}

/** Shares the texts of our statuses between rows, to save memory. */
function readStatus(findCell: FindResultCell): string {
  const text = readCellText(findCell('status'));
  return findStatus(text) ?? copyText(text);
}

function getReferenceKind({ assessment }: RequestReference): PreviousResults['reference'] {
  return assessment === undefined ? 'request' : 'assessment';
}

interface ResultId {
  /** Undefined if a person's text replaces the ID. Empty if there is none. */
  readonly id: string | undefined;
  /** True for an operation whose keys depend only on the target. */
  readonly isOfTarget: boolean;
}

function readProof(
  reference: RequestReference,
  { id, isOfTarget }: ResultId,
  computeHash: ComputeHash,
  { service, journal }: ProofScope,
): ShownReference {
  const { inputs, person, assessment, beside } = reference;
  const isHashOfId = (hash: string | undefined) =>
    hash !== undefined &&
    (isOfTarget || (id ?? '') !== '') &&
    (service === undefined || hash === hashAssessment(service, id ?? ''));
  const shown: ShownReference = {
    inputs: computeHash(inputs),
    person: computeHash(person),
    assessment: assessment === undefined ? 'none' : isHashOfId(assessment) ? 'own' : 'other',
    hasPreviousId: isHashOfId(beside),
    isOfThisJournal: reference.journal === journal && journal !== noJournal,
  };
  const isTypedOver = id !== '' && !isOfTarget && shown.assessment === 'other';
  if (assessment === undefined || !isTypedOver) return shown;
  return { ...shown, made: { service, hash: assessment } };
}

function readCellHashes(
  reference: string,
  places: ReadonlyMap<string, number>,
): (name: string) => string {
  const hashes = parseCells(reference);
  return (name) => hashes?.(places.get(name) ?? Number.NaN) ?? noCell;
}

function findUnprovenScores(
  findCell: FindResultCell,
  getHash: (name: string) => string,
): UnprovenScores | undefined {
  const names = scoreNames.filter(
    (name) => getHash(name) === noCell && readNumber(findCell(name)) !== undefined,
  );
  if (names.length === 0) return undefined;
  const cells = Object.fromEntries(scoreNames.map((name) => [name, findCell(name)]));
  return { names, cells };
}

function hasWrittenScores(findCell: FindResultCell, getHash: (name: string) => string): boolean {
  return scoreNames.every((name) => {
    const cell = findCell(name);
    return cell === undefined || hasWrittenHash(cell, { kind: 'number' }, getHash(name));
  });
}

function readResults(findCell: FindResultCell): Partial<PreviousResults> {
  const scores = Object.keys(keptScoresSchema.shape).flatMap((name) => {
    const isLevel = name === 'cumulativePeRiskLevel';
    const value = isLevel ? unguardText(readCellText(findCell(name))) : readNumber(findCell(name));
    return value === undefined || value === '' ? [] : [[name, value]];
  });
  const assessedAt = readTime(findCell('assessedAt'));
  return {
    scores: keptScoresSchema.parse(Object.fromEntries(scores)),
    redirectUrl: copyText(readLink(findCell('redirectUrl')) ?? ''),
    ...(assessedAt === undefined ? {} : { assessedAt }),
  };
}
