import type { SheetFiles } from '../../engine/journal/sheetFiles.js';
import type { Journal } from '../../engine/journal/journal.js';
import { openJournal, openJournalCopy } from '../../engine/journal/journalFile.js';
import { canBeSettled } from '../../engine/journal/settle.js';
import { assertFolderWritable } from '../../engine/journal/lock.js';
import { lockForDryRun, lockSheet } from '../../engine/journal/sheetLock.js';
import type { RowState } from '../../engine/journal/rowState.js';
import { UsageError } from '../../engine/errors.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { toAcceptedFacts } from '../../engine/run/importSheet.js';
import {
  checkAssessment,
  checkNewRow,
  recordAsNew,
  detachFromRow,
  type Answer,
  checkAnswer,
  type SettledSheet,
  settleRow,
} from '../../engine/run/settleRow.js';
import type { SheetStatus } from '../../engine/run/readStatus.js';
import { findNewRowKey, type PlannedRow } from '../../engine/rows/plannedRow.js';
import { sentence, value } from '../../wording/sentence.js';
import { createRunFact } from './createRunFact.js';
import { CommandError } from '../output/commandError.js';
import { commandLine, type Flags } from '../output/commandLine.js';
import { resumeCommands } from '../operations/operations.js';
import { acceptTypedIds } from '../wording/advice.js';
import { toLines } from '../wording/wording.js';

interface SettlementOptions {
  /** The options of a suggested `rwa resolve`. */
  readonly flags?: Flags;
  /** The options of a suggested command that sends rows. */
  readonly sendingFlags?: Flags;
  readonly isDryRun?: boolean;
}

export class Settlement {
  readonly #operation: SheetOperation;
  readonly #sheet: string;
  readonly #files: SheetFiles;
  readonly #status: SheetStatus;
  readonly #flags: Flags;
  readonly #sendingFlags: Flags;
  readonly #isDryRun: boolean;
  // All answers of a command share one fact, although each answer opens the journal.
  readonly #run = createRunFact('resolve');
  /** Includes the keys that a dry run has only checked. */
  readonly settled = new Set<string>();

  constructor(
    operation: SheetOperation,
    sheet: string,
    files: SheetFiles,
    status: SheetStatus,
    { flags = {}, sendingFlags = {}, isDryRun = false }: SettlementOptions = {},
  ) {
    this.#operation = operation;
    this.#sheet = sheet;
    this.#files = files;
    this.#status = status;
    this.#flags = flags;
    this.#sendingFlags = sendingFlags;
    this.#isDryRun = isDryRun;
  }

  /**
   * Throws the errors of {@link checkAnswer} and {@link settleRow}, and a UsageError for a row
   * whose state has changed since it was read. `answer` is an ID, "yes", or undefined to send the
   * row again.
   */
  async settle(key: string, answer: string | undefined): Promise<void> {
    const recordedAnswer: Answer =
      answer === undefined
        ? { exists: false }
        : { exists: true, ...(isPlainYes(answer) ? {} : { id: answer }) };
    await this.#withJournal((journal) => {
      const state = journal.state(key);
      // Since the question, another command may have resolved the row, and a run may have sent it.
      if (canBeSettled(state) && !isSameState(state, this.#status.states.get(key))) {
        throw new UsageError({ code: 'answerTooLate' });
      }
      const now = new Date();
      const { sentAt } = state ?? {};
      const sentMsAgo = sentAt === undefined ? undefined : now.getTime() - Date.parse(sentAt);
      const sheet = { ...this.#settledSheet, states: journal.states };
      checkAnswer(sheet, key, recordedAnswer, sentMsAgo);
      try {
        settleRow(sheet, journal, key, recordedAnswer, now.toISOString());
      } catch (error) {
        throw this.#addNextCommands(error, key);
      }
    });
    this.settled.add(key);
  }

  /** `row` is the number of a blocked row, or the key that it gets as a new row. */
  findBlockedRow(row: string): PlannedRow {
    const { rows } = this.#status;
    const found = rows.find(
      ({ planned }) => String(planned.number) === row || findNewRowKey(planned) === row,
    );
    if (found !== undefined) return found.planned;
    const [first, last] = [rows[0], rows.at(-1)].map((each) => each?.planned.number ?? 0);
    throw new CommandError(
      sentence`The sheet has no row ${value(row)} with inputs. Its rows are ${`${first}`} to ${`${last}`}.`,
    );
  }

  async makeRowNew(planned: PlannedRow): Promise<void> {
    const key = checkNewRow(planned);
    await this.#withJournal((journal) => {
      recordAsNew(planned.number, key, journal, new Date().toISOString());
    });
  }

  /**
   * Makes the row unconfirmed, and frees the ID for the right row. Resolves to the ID, and the key
   * of its request.
   */
  async detachAssessment(row: string): Promise<{ id: string; key: string }> {
    const found = this.#status.rows.find(({ planned }) => `${planned.number}` === row);
    if (found === undefined) {
      throw new UsageError({ code: 'rowHasNoAssessment', row: Number(row) });
    }
    const shown = { planned: found.planned, assessmentId: found.report.assessmentId };
    const id = checkAssessment(shown, this.#operation);
    let key = '';
    await this.#withJournal((journal) => {
      key = detachFromRow(shown, journal, new Date().toISOString());
    });
    return { id, key };
  }

  /**
   * Records what only the sheet shows: IDs whose inputs nothing proves, and requests that only a
   * reference proves. Resolves to the number of rows.
   */
  async acceptSheet(): Promise<number> {
    const at = new Date().toISOString();
    let accepted = 0;
    await this.#withJournal((journal) => {
      const facts = toAcceptedFacts(this.#operation, this.#settledSheet, journal, at);
      for (const fact of facts) journal.append(fact);
      accepted = new Set(facts.map(({ row }) => row)).size;
    });
    return accepted;
  }

  async #withJournal(write: (journal: Journal) => void): Promise<void> {
    const { service, leftBehind } = this.#status;
    if (leftBehind !== undefined)
      throw new UsageError({ code: 'otherJournalKnowsRows', ...leftBehind });
    if (service === undefined) {
      const again = commandLine([resumeCommands[this.#operation.name], this.#sheet], {
        ...this.#sendingFlags,
        withoutJournal: true,
      });
      throw new CommandError(
        'The journal of this sheet is missing. Look in the service for rows that show no result here, and type the IDs of those that exist into the sheet.',
        `Then run: ${again}`,
        'It adds what the sheet shows to a new journal, and sends the rows that show nothing.',
        ...(this.#operation.name === 'rwa_create' ? [acceptTypedIds] : []),
      );
    }
    if (this.#isDryRun) {
      await lockForDryRun(this.#sheet, this.#files);
      assertFolderWritable(this.#files.journalLock);
      const copy = await openJournalCopy(this.#files.journal, service, Date.now);
      write(copy);
      await copy.close();
      return;
    }
    const lock = await lockSheet(this.#sheet, this.#files, Date.now);
    try {
      const journal = await openJournal(this.#files.journal, service, Date.now, {
        lock,
        sheet: this.#sheet,
        run: this.#run,
      });
      try {
        write(journal);
      } finally {
        await journal.close();
      }
    } finally {
      await lock.release();
    }
  }

  /**
   * Suggests one command if the ID belongs to the other row, and another if it does not.
   */
  #addNextCommands(error: unknown, key: string): unknown {
    const [message] = error instanceof UsageError ? error.messages : [];
    if (message?.code !== 'idOfOtherRow' || message.owner === undefined) return error;
    if (!message.isAssessment || message.isEarlier) return error;
    const { owner } = message;
    const correct = this.#suggestResolve({ row: key, exists: 'ID' });
    const detach = this.#suggestResolve({ row: owner, notItsAssessment: true });
    return new CommandError(
      ...toLines(message),
      `If it belongs to row ${owner}, enter the right ID: ${correct}`,
      `If it does not: ${detach}`,
    );
  }

  #suggestResolve(options: Flags): string {
    return commandLine(['resolve', this.#sheet], { ...this.#flags, ...options });
  }

  get #settledSheet(): SettledSheet {
    const { rows, intakeRows, states } = this.#status;
    const planned = rows.map((row) => row.planned);
    return { operation: this.#operation, planned, intakeRows, states };
  }
}

function isSameState(now: RowState | undefined, seen: RowState | undefined): boolean {
  return now?.state === seen?.state && now?.at === seen?.at && now?.sentAt === seen?.sentAt;
}

export function isPlainYes(answer: string): boolean {
  return /^(?:y|yes|yep|ok)$/i.test(answer);
}
