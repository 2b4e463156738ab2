import { hash } from 'node:crypto';
import { serviceKey } from '../../../src/baseUrl.js';
import { memoize } from '../../../src/memoize.js';

/**
 * The reference of a row: hashes of the request that its results belong to. Checking it needs no
 * journal, so any machine can check any copy of a sheet.
 */
export interface RowReference {
  /** The {@link inputsHash} of the request. */
  readonly inputs: string;
  /**
   * The {@link personHash} of the employee, or of another value that identifies a row of the
   * operation.
   */
  readonly person: string;
  /** The {@link assessmentHash} of the result; undefined for a request without an answer. */
  readonly assessment: string | undefined;
  /**
   * For a request without an answer: the {@link assessmentHash} of the previous assessment, if its
   * ID was in the row. A person typed any other ID there later.
   */
  readonly beside?: string | undefined;
  /** The {@link journalHash} of the journal with the request; {@link noJournal} for none. */
  readonly journal: string;
  /**
   * The {@link cellHash} of each result cell as written, or {@link noCell}, in the order of the
   * operation's columns.
   */
  readonly cells: readonly string[];
}

/** The part of a reference without the hashes of cells. */
export type RequestReference = Omit<RowReference, 'cells'>;

/** The first part of each reference to a request. A new format needs a new version. */
const version = 'r1';
/** Replaces the version in a reference that contains only hashes of cells. */
const cellsVersion = 'm1';
// The lengths of the hashes in characters.
const inputsChars = 20;
const personChars = 10;
const assessmentChars = 10;
const journalChars = 6;
const cellChars = 4;

/** Replaces the hash of a journal that is not kept. */
export const noJournal = '0'.repeat(journalChars);
/**
 * Replaces the hash of a cell that is empty, or that we never wrote and that contains a person's
 * text.
 */
export const noCell = '0'.repeat(cellChars);

const noAssessment = '-';
/** The pattern of both kinds of reference. It captures the hashes of cells. */
const cellsFormat = new RegExp(
  `^(?:${cellsVersion}|${version}[.].*)[.]((?:[a-z2-7]{${cellChars}}|${noCell})+)$`,
);
/** The pattern of a reference to a request. It captures the parts before the hashes of cells. */
const format = new RegExp(
  `^${version}` +
    `[.]([0-9a-f]{${inputsChars}})` +
    `[.]([0-9a-f]{${personChars}})` +
    `[.](?:([0-9a-f]{${assessmentChars}})|` +
    `${noAssessment}([0-9a-f]{${assessmentChars}})?)` +
    `[.]([0-9a-f]{${journalChars}})` +
    `(?:[.](?:[a-z2-7]{${cellChars}}|${noCell})*)?$`,
);

/**
 * Formats a reference for its cell. The text begins with a letter, so no program reads it as a
 * number or a formula.
 */
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

/**
 * Parses the part of a reference that does not depend on cells; returns undefined for any other
 * text.
 */
export function parseReference(text: string): RequestReference | undefined {
  const parts = format.exec(text);
  if (parts === null) return undefined;
  const [, inputs = '', person = '', assessment, beside, journal = noJournal] = parts;
  return { inputs, person, assessment, beside, journal };
}

/**
 * Formats the hashes of cells for a row without a request, to show which cells we wrote. Returns
 * undefined if we wrote none.
 */
export function formatCells(cells: readonly string[]): string | undefined {
  return cells.every((cell) => cell === noCell) ? undefined : `${cellsVersion}.${cells.join('')}`;
}

/**
 * Parses the hashes of cells in a reference, with or without a request; returns undefined for any
 * other text.
 */
export function parseCells(text: string): CellHashes | undefined {
  const cells = cellsFormat.exec(text)?.[1];
  if (cells === undefined) return undefined;
  return (place) => cells.slice(place * cellChars, (place + 1) * cellChars) || noCell;
}

/** Returns the hash of a cell by its position among the hashed columns; {@link noCell} for none. */
type CellHashes = (place: number) => string;

/** Returns the hash of a request as it is sent. The order of its inputs counts. */
export function inputsHash(request: object): string {
  return sha256(JSON.stringify(request), inputsChars);
}

/**
 * Returns the hash of an employee or staff ID as it is sent (113 and 00113 may be two people), or
 * of another value that identifies a row of an operation.
 */
export function personHash(employeeId: string): string {
  return sha256(employeeId, personChars);
}

const toServiceKey = memoize(serviceKey, 100);

/**
 * Returns the hash of an assessment or another result. The ID is empty for a result without an ID.
 * The hash includes the service, so a reference for the sandbox or another service proves nothing
 * about a result of this service.
 */
export function assessmentHash(service: string, assessmentId: string): string {
  return sha256(JSON.stringify([toServiceKey(service), assessmentId]), assessmentChars);
}

/** Returns the hash that identifies a journal, from its salt. */
export function journalHash(salt: string): string {
  return sha256(salt, journalChars);
}

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const fnvOffset = 0x81_1c_9d_c5;
const fnvPrime = 0x01_00_01_93;

/**
 * Returns the hash (FNV-1a) of the text of a cell. It need not hide the text, because the text is
 * in the same row. A sheet may have millions of cells, and SHA-256 takes ten times as long.
 */
export function cellHash(text: string): string {
  let bits = fnvOffset;
  for (let at = 0; at < text.length; at++) {
    bits = Math.imul(bits ^ text.charCodeAt(at), fnvPrime);
  }
  bits ^= bits >>> 15;
  let chars = '';
  for (let at = 0; at < cellChars; at++) chars += base32[(bits >>> (5 * at)) & 31] ?? '';
  return chars;
}

function sha256(text: string, chars: number): string {
  return hash('sha256', text).slice(0, chars);
}
