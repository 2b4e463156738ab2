import { canBeId } from '../../../src/id.js';
import { unguarded } from '../../../sheets/csv/formulaGuard.js';
import type { Cell, SheetRow } from '../../../sheets/sheet.js';
import { withoutCells } from '../identity/reference.js';
import type { Columns } from './columns.js';
import type { PreviousResults } from './intakeRow.js';
import { keptScoresSchema } from './keptScores.js';
import type { KnownTexts } from './knownTexts.js';
import { messageHash } from './messageHash.js';
import type { HashOf } from './rowKey.js';
import { detached } from './sharedValues.js';
import type { SheetInputs } from './sheetInputs.js';
import { linkOf, numberOf, textOf, timeOf } from './writtenValues.js';

/** The content of a column of ours in a row, by the name of the column. */
export type ResultCellOf = (name: string) => Cell | undefined;

/** Our cells in a row of the sheet. */
export function resultCells(
  { results }: Pick<Columns, 'results'>,
  { cells }: SheetRow,
): ResultCellOf {
  return (name) => cells[results.get(name) ?? Number.POSITIVE_INFINITY];
}

/** What an earlier run wrote into a row; undefined for nothing. */
export function readPreviousResults(
  inputs: SheetInputs,
  at: ResultCellOf,
  { known, hashOf }: { readonly known?: KnownTexts | undefined; readonly hashOf: HashOf },
): PreviousResults | undefined {
  const status = detached(textOf(at('status')));
  const id = detached(unguarded(textOf(at('id'))));
  const message = textOf(at('message'));
  const reference = withoutCells(unguarded(textOf(at('reference'))));
  const { readsAll = false, readsResults = false } = inputs;
  const isRead = reference !== undefined || (readsAll && message !== '');
  if (status === '' && id === '' && !isRead) return undefined;
  const isId = id === '' || canBeId(id);
  const scored = textOf(at('overallTrip')) !== '';
  const doneAt = timeOf(at('doneAt'));
  const previous = {
    ...{ status, id: isId ? id : '', scored },
    ...(isId ? {} : { noId: id }),
    ...(linkOf(at('redirectUrl')) === undefined ? {} : { isLinked: true as const }),
    ...(message === '' ? {} : { message: messageHash(unguarded(message), hashOf) }),
    ...(doneAt === undefined ? {} : { doneAt }),
    ...(reference === undefined ? {} : { reference: detached(reference) }),
  };
  const isWanted = readsResults === 'unknown' ? known?.keyOfId(id) === undefined : readsResults;
  return isWanted && scored ? { ...previous, ...readResults(at) } : previous;
}

/** The results in a row, in case the journal is lost. */
function readResults(at: ResultCellOf): Partial<PreviousResults> {
  const scores = Object.keys(keptScoresSchema.shape).flatMap((name) => {
    const isLevel = name === 'cumulativePeRiskLevel';
    const value = isLevel ? unguarded(textOf(at(name))) : numberOf(at(name));
    return value === undefined || value === '' ? [] : [[name, value]];
  });
  const assessedAt = timeOf(at('assessedAt'));
  return {
    scores: keptScoresSchema.parse(Object.fromEntries(scores)),
    redirectUrl: detached(linkOf(at('redirectUrl')) ?? ''),
    ...(assessedAt === undefined ? {} : { assessedAt }),
  };
}
