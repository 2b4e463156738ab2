import { canBeId } from '../../../src/id.js';
import { unguarded } from '../../../sheets/csv/formulaGuard.js';
import type { Cell, SheetRow } from '../../../sheets/sheet.js';
import { noCell, parseCells, withoutCells } from '../identity/reference.js';
import { hasWrittenHash, referenceColumn, writtenHash } from './cellHash.js';
import type { Columns } from './columns.js';
import type { PreviousResults, UnprovenScores } from './intakeRow.js';
import { keptScoresSchema, scoreNames } from './keptScores.js';
import type { KnownTexts } from './knownTexts.js';
import { detached } from './detached.js';
import type { SheetInputs } from './sheetInputs.js';
import { readLink, readNumber, readCellText, readTime } from './writtenValues.js';

/** Returns our cell in a row by the name of its column. */
export type FindResultCell = (name: string) => Cell | undefined;

/** Returns a function that finds our cells in a row. */
export function toCellFinder(
  { results }: Pick<Columns, 'results'>,
  { cells }: SheetRow,
): FindResultCell {
  return (name) => cells[results.get(name) ?? Number.POSITIVE_INFINITY];
}

/** Reads the results of an earlier run in a row; undefined for none. */
export function readPreviousResults(
  inputs: SheetInputs,
  at: FindResultCell,
  {
    known,
    places,
  }: {
    readonly known?: KnownTexts | undefined;
    /** See {@link hashPlaces}. */
    readonly places: ReadonlyMap<string, number>;
  },
): PreviousResults | undefined {
  const status = detached(readCellText(at('status')));
  const id = detached(unguarded(readCellText(at('id'))));
  const message = readCellText(at('message'));
  const written = unguarded(readCellText(at(referenceColumn)));
  const reference = withoutCells(written);
  const hashOfCell = readCellHashes(written, places);
  const unproven = findUnprovenScores(at, hashOfCell);
  const { readsAll = false, readsResults = false } = inputs;
  const isRead = reference !== undefined || (readsAll && message !== '');
  if (status === '' && id === '' && !isRead && unproven === undefined) return undefined;
  const isId = id === '' || canBeId(id);
  const scored = readCellText(at('overallTrip')) !== '';
  const doneAt = readTime(at('doneAt'));
  const previous = {
    ...{ status, id: isId ? id : '', scored },
    ...(isId ? {} : { noId: id }),
    ...(readLink(at('redirectUrl')) === undefined ? {} : { isLinked: true as const }),
    ...(message === '' ? {} : { message: writtenHash(unguarded(message), 'text') }),
    ...(doneAt === undefined ? {} : { doneAt }),
    ...(reference === undefined ? {} : { reference: detached(reference) }),
    ...(unproven === undefined ? {} : { unproven }),
  };
  const isWanted = readsResults === 'unknown' ? known?.findKeyById(id) === undefined : readsResults;
  if (!isWanted || !scored) return previous;
  // Scores that do not match their hashes are retrieved again.
  const isChanged = reference !== undefined && !hasWrittenScores(at, hashOfCell);
  return isChanged ? { ...previous, scored: false } : { ...previous, ...readResults(at) };
}

/** Returns the hashes of the cells by their columns' names, from the reference of the row. */
function readCellHashes(
  reference: string,
  places: ReadonlyMap<string, number>,
): (name: string) => string {
  const hashes = parseCells(reference);
  return (name) => hashes?.(places.get(name) ?? Number.NaN) ?? noCell;
}

/** Returns the scores of a row if its reference shows that we did not write all of them. */
function findUnprovenScores(
  at: FindResultCell,
  hashOfCell: (name: string) => string,
): UnprovenScores | undefined {
  const names = scoreNames.filter(
    (name) => hashOfCell(name) === noCell && readNumber(at(name)) !== undefined,
  );
  if (names.length === 0) return undefined;
  const cells = Object.fromEntries(scoreNames.map((name) => [name, at(name)]));
  return { names, cells };
}

function hasWrittenScores(at: FindResultCell, hashOfCell: (name: string) => string): boolean {
  return scoreNames.every((name) => {
    const cell = at(name);
    return cell === undefined || hasWrittenHash(cell, { kind: 'number' }, hashOfCell(name));
  });
}

/** Reads the scores and times in a row, in case the journal is lost. */
function readResults(at: FindResultCell): Partial<PreviousResults> {
  const scores = Object.keys(keptScoresSchema.shape).flatMap((name) => {
    const isLevel = name === 'cumulativePeRiskLevel';
    const value = isLevel ? unguarded(readCellText(at(name))) : readNumber(at(name));
    return value === undefined || value === '' ? [] : [[name, value]];
  });
  const assessedAt = readTime(at('assessedAt'));
  return {
    scores: keptScoresSchema.parse(Object.fromEntries(scores)),
    redirectUrl: detached(readLink(at('redirectUrl')) ?? ''),
    ...(assessedAt === undefined ? {} : { assessedAt }),
  };
}
