import { hash } from 'node:crypto';
import { createServiceKey } from '../../../src/baseUrl.js';
import { memoize } from '../../../src/memoize.js';
import { cellChars } from './hashCell.js';

/** Hashes of a row's request. Any machine can check them without a journal. */
export interface RowReference {
  readonly inputs: string;
  /** The {@link hashPerson} of the employee, or of another value that identifies the row. */
  readonly person: string;
  /** Undefined for a request without an answer. */
  readonly assessment: string | undefined;
  /** The previous assessment beside an unanswered request. Any other ID was typed later. */
  readonly beside?: string | undefined;
  /** The {@link hashJournalSalt}; {@link noJournal} if no journal is kept. */
  readonly journal: string;
  /** A {@link hashCell} or {@link noCell} for each of the operation's columns, in their order. */
  readonly cells: readonly string[];
}

export type RequestReference = Omit<RowReference, 'cells'>;

/** A new format needs a new version. */
const version = 'r1';
/** Replaces the version in a reference that contains only hashes of cells. */
const cellsVersion = 'm1';
const inputsChars = 20;
const personChars = 10;
const assessmentChars = 10;
const journalChars = 6;

export const noJournal = '0'.repeat(journalChars);
/** Replaces the hash of a cell that is empty, or that contains a text that we never wrote. */
export const noCell = '0'.repeat(cellChars);

const noAssessment = '-';
/** Matches references with and without a request. */
const cellsFormat = new RegExp(
  `^(?:${cellsVersion}|${version}[.].*)[.]((?:[a-z2-7]{${cellChars}}|${noCell})+)$`,
);
const format = new RegExp(
  `^${version}` +
    `[.]([0-9a-f]{${inputsChars}})` +
    `[.]([0-9a-f]{${personChars}})` +
    `[.](?:([0-9a-f]{${assessmentChars}})|` +
    `${noAssessment}([0-9a-f]{${assessmentChars}})?)` +
    `[.]([0-9a-f]{${journalChars}})` +
    `(?:[.](?:[a-z2-7]{${cellChars}}|${noCell})*)?$`,
);

/** The reference begins with a letter, so that no program reads it as a number or a formula. */
export function formatReference({
  inputs,
  person,
  assessment,
  beside = '',
  journal,
  cells,
}: RowReference): string {
  const assessmentPart = assessment ?? noAssessment + beside;
  return [version, inputs, person, assessmentPart, journal, cells.join('')].join('.');
}

export function parseReference(text: string): RequestReference | undefined {
  const parts = format.exec(text);
  if (parts === null) return undefined;
  const [, inputs = '', person = '', assessment, beside, journal = noJournal] = parts;
  return { inputs, person, assessment, beside, journal };
}

/**
 * Lists the cells that we wrote in a row without a request. Returns undefined if there are none.
 */
export function formatCells(cells: readonly string[]): string | undefined {
  return cells.every((cell) => cell === noCell) ? undefined : `${cellsVersion}.${cells.join('')}`;
}

export function parseCells(text: string): CellHashes | undefined {
  const cells = cellsFormat.exec(text)?.[1];
  if (cells === undefined) return undefined;
  return (place) => cells.slice(place * cellChars, (place + 1) * cellChars) || noCell;
}

/** `place` is the position among the hashed columns. */
type CellHashes = (place: number) => string;

/** The order of the inputs counts. */
export function hashInputs(request: object): string {
  return sha256(JSON.stringify(request), inputsChars);
}

/** Hashes an ID as it is sent: 113 and 00113 may be two people. */
export function hashPerson(employeeId: string): string {
  return sha256(employeeId, personChars);
}

const toServiceKey = memoize(createServiceKey, 100);

/** Includes the service: a reference for the sandbox proves nothing about another service. */
export function hashAssessment(service: string, assessmentId: string): string {
  return sha256(JSON.stringify([toServiceKey(service), assessmentId]), assessmentChars);
}

export function hashJournalSalt(salt: string): string {
  return sha256(salt, journalChars);
}

function sha256(text: string, chars: number): string {
  return hash('sha256', text).slice(0, chars);
}
