import type { SheetFile, SheetRow } from '../../../sheets/sheet.js';
import { sanitize } from '../../../src/sanitized.js';
import { UsageError } from '../../engine/errors.js';
import { toShownCell } from '../../engine/intake/cellValues.js';
import { hashCells } from '../../engine/intake/ignoredRows.js';
import type { IntakeOptions } from '../../engine/intake/intakeOptions.js';
import { readSheet } from '../../engine/intake/readSheet.js';
import {
  findHeadingsKey,
  inspectSheet,
  type SheetInspection,
} from '../../engine/intake/sheetInspection.js';
import { readRowTexts, collectUnrecognizedValues } from '../../engine/intake/unrecognizedValues.js';
import type { Journal } from '../../engine/journal/journal.js';
import { assess } from '../../engine/operations/assess.js';
import { createIntakeOptions } from '../../engine/run/runSheet.js';
import { type MatchChoice, matchChoice, type Matching, type RowCells } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import {
  readMatching,
  findRememberedMatch,
  rememberMatch,
  setMatchChoice,
  setInspection,
} from './matchStore.js';
import { readEarlierChoices } from './earlierChoices.js';
import { findSheet } from './sheetStore.js';
import { describeMatching, toShownValue } from '../words/matching.js';
import { describeEntry } from '../words/valueEntry.js';
import type { Words } from '../words/wording.js';
import { readStoredSheet, recordUnreadableSheet } from './readStoredSheet.js';
import type { RowDigest } from './ignoredRowStore.js';
import { toRefusal } from '../refusal.js';
import { noLock } from './sheetLocks.js';
import { prepareSheetRun, type SheetRunPorts, applyChoice } from '../runs/sheetRun.js';
import type { ReadOutcome } from '../threads/work.js';

const nothingChosen: MatchChoice = matchChoice.parse({});

/** Until a person chooses columns, uses the columns of an earlier sheet with the same headings, if these fit. */
export async function inspectStoredSheet(ports: SheetRunPorts, id: string): Promise<ReadOutcome> {
  const { store } = ports;
  const chosen = (await findSheet(store, id))?.match ?? undefined;
  let headingsKey: string | undefined;
  try {
    headingsKey = await withSheet(ports, id, (sheet) => inspect(ports, id, sheet, chosen));
  } catch (error) {
    return await recordUnreadableSheet(store, id, error);
  }
  const outcome = await readStoredSheet(ports, id);
  if (chosen !== undefined && headingsKey !== undefined && outcome.refused === undefined) {
    await rememberMatch(store, headingsKey, chosen);
  }
  return outcome;
}

/** Stores nothing. */
export async function previewStoredSheet(
  ports: SheetRunPorts,
  id: string,
  startChoice: MatchChoice,
): Promise<Matching> {
  try {
    const confirmed = (await findSheet(ports.store, id))?.match ?? undefined;
    const earlier = await readEarlierChoices(ports.store, id);
    return await withSheet(ports, id, async (sheet) => {
      const { inspection, choice } = await inspectWithGuesses(sheet, startChoice);
      const unrecognized = collectUnrecognizedValues(assess);
      const refused = await readSheet(sheet.file, sheet.intake(choice), unrecognized.onRow).then(
        () => undefined,
        (error: unknown) => explainMisfit(error, sheet.words),
      );
      return {
        ...describeMatching(inspection, choice, confirmed, sheet.words),
        misfit: refused ?? null,
        isRemembered: false,
        unrecognizedValues:
          refused === undefined
            ? unrecognized.all().map((found) => toShownValue(found, earlier, sheet.words))
            : [],
      };
    });
  } catch (error) {
    throw toRefusal(error);
  }
}

/** Leaves out result columns, unless an input is read from the column. */
export async function readStoredCells(
  ports: SheetRunPorts,
  id: string,
  row: number,
): Promise<RowCells['cells']> {
  const found = await readMatching(ports.store, id);
  if (found === undefined) return [];
  const texts = await withSheet(ports, id, ({ file }) =>
    readRowTexts(file, found.worksheet, row),
  ).catch((error: unknown) => {
    throw toRefusal(error);
  });
  const inputs = new Map(
    found.fields.flatMap(({ name: field, label, column, value, isContext }) => {
      // A value that is set for all rows is changed under Match.
      if (column === null || value !== null || isContext === true) return [];
      return [[column, { field, label, ...describeEntry(field) }]];
    }),
  );
  return found.columns.flatMap(({ letter, heading, isOurs }) => {
    const input = inputs.get(letter);
    if (isOurs && input === undefined) return [];
    const value = texts.get(letter) ?? '';
    return [{ cell: `${letter}${row}`, heading, value, ...(input && { input }) }];
  });
}

export async function readDigests(
  ports: SheetRunPorts,
  id: string,
  rows: readonly number[],
): Promise<RowDigest[]> {
  const found = await readMatching(ports.store, id);
  if (found === undefined) return [];
  const numbers = new Set(rows);
  const last = Math.max(...rows);
  const digests: RowDigest[] = [];
  try {
    await withSheet(ports, id, async ({ file }) => {
      for await (const batch of file.rows(found.worksheet)) {
        const requestedRows = batch.filter(({ number }) => numbers.has(number));
        digests.push(...requestedRows.map(toDigest));
        if ((batch.at(-1)?.number ?? 0) >= last) break;
      }
    });
  } catch (error) {
    throw toRefusal(error);
  }
  return digests;
}

function toDigest(row: SheetRow): RowDigest {
  const texts = Array.from(row.cells, toShownCell).filter((text) => text !== '');
  const text = sanitize(texts.slice(0, maxTexts).join(', '));
  return { row: row.number, hash: hashCells(row), text };
}

/** A person can recognize the row by this many texts. */
const maxTexts = 4;

interface OpenSheet {
  readonly file: SheetFile;
  readonly words: Words;
  intake(choice: MatchChoice): IntakeOptions;
  inspect(choice: MatchChoice): Promise<SheetInspection>;
  /** Does not depend on the columns that were chosen for the inspection. */
  findHeadingsKey(inspection: SheetInspection): Promise<string | undefined>;
}

async function inspect(
  { store }: SheetRunPorts,
  id: string,
  sheet: OpenSheet,
  chosen: MatchChoice | undefined,
): Promise<string | undefined> {
  if (chosen !== undefined) {
    const { inspection, choice } = await inspectWithGuesses(sheet, chosen);
    await setInspection(store, id, describeMatching(inspection, choice, chosen, sheet.words));
    return sheet.findHeadingsKey(inspection);
  }
  const found = await sheet.inspect(nothingChosen);
  const headingsKey = await sheet.findHeadingsKey(found);
  const remembered = await findRememberedChoice(store, headingsKey, found);
  const rememberedInspection = remembered && (await sheet.inspect(remembered));
  if (
    remembered !== undefined &&
    rememberedInspection !== undefined &&
    rememberedInspection.misfit === undefined
  ) {
    const fitting = describeMatching(rememberedInspection, remembered, remembered, sheet.words);
    await inTransaction(store, async (tx) => {
      await setMatchChoice(tx, id, remembered, { isRemembered: true });
      await setInspection(tx, id, fitting);
    });
    return headingsKey;
  }
  const { inspection, choice } = await inspectWithGuesses(sheet, nothingChosen, found);
  await setInspection(store, id, describeMatching(inspection, choice, undefined, sheet.words));
  return headingsKey;
}

async function findRememberedChoice(
  store: Store,
  headingsKey: string | undefined,
  { sheet: worksheet, headerRow }: SheetInspection,
): Promise<MatchChoice | undefined> {
  if (headingsKey === undefined) return undefined;
  const remembered = await findRememberedMatch(store, headingsKey);
  return remembered && { ...nothingChosen, ...remembered, worksheet, headerRow };
}

/**
 * If the headings do not fit, uses the columns that are guessed from them. Rows from guessed columns are stored only
 * after a person has confirmed these columns.
 */
async function inspectWithGuesses(
  sheet: OpenSheet,
  startChoice: MatchChoice,
  found?: SheetInspection,
): Promise<{ readonly inspection: SheetInspection; readonly choice: MatchChoice }> {
  found ??= await sheet.inspect(startChoice);
  const taken = new Set(Object.values(startChoice.columns));
  const guessed = found.inputs.flatMap(({ name, guess }) =>
    guess === undefined || taken.has(guess.column) ? [] : [[name, guess.column] as const],
  );
  if (found.misfit?.code !== 'headingsDoNotFit' || guessed.length === 0) {
    return { inspection: found, choice: startChoice };
  }
  const choice = {
    ...startChoice,
    worksheet: found.sheet,
    headerRow: found.headerRow,
    columns: { ...Object.fromEntries(guessed), ...startChoice.columns },
  };
  return { inspection: await sheet.inspect(choice), choice };
}

async function withSheet<T>(
  ports: SheetRunPorts,
  id: string,
  use: (sheet: OpenSheet) => Promise<T>,
): Promise<T> {
  const { options, storage, words } = await prepareSheetRun(ports, id, assess);
  const file = await storage.openSheet();
  try {
    const journal: Journal = await storage.openJournal(noLock);
    const intake = (choice: MatchChoice) =>
      createIntakeOptions(applyChoice(options, choice), journal);
    return await use({
      file,
      words,
      intake,
      inspect: (choice) => inspectSheet(file, intake(choice)),
      findHeadingsKey: ({ sheet: worksheet, headerRow }) =>
        findHeadingsKey(file, intake({ ...nothingChosen, worksheet, headerRow })),
    });
  } finally {
    await file.close();
  }
}

function explainMisfit(error: unknown, { toSentence }: Words): string {
  if (error instanceof UsageError) return toSentence(error);
  throw error;
}
