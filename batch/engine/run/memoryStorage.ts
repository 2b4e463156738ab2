import { SheetError, type SheetFile } from '../../../sheets/sheet.js';
import { MemorySink, memorySource } from '../../../sheets/xlsx/memory.js';
import { openWorkbook } from '../../../sheets/xlsx/open.js';
import type { Compression } from '../../../sheets/xlsx/ports.js';
import { webCompression } from '../../../sheets/xlsx/webCompression.js';
import { noJournal } from '../identity/reference.js';
import { Journal } from '../journal/journal.js';
import { JournalMemory, MemoryStore } from '../journal/journalMemory.js';
import type { RunOptions, RunStorage } from './runOptions.js';

interface WorkbookInMemory extends Pick<RunOptions, 'input' | 'output' | 'service'> {
  readonly bytes: Uint8Array;
  /** If this is missing, only the workbook shows the results of earlier runs. */
  readonly journal?: JournalMemory;
  readonly now: () => number;
  /** Set this if the keys are compared with those of other runs. By default, it is random. */
  readonly salt?: string | undefined;
  readonly compression?: Compression;
}

/**
 * The storage of a run without files. The caller stores `written` and the journal, and must prevent
 * two concurrent runs with one workbook.
 */
export class MemoryStorage implements RunStorage {
  readonly #book: WorkbookInMemory;
  readonly #journal: JournalMemory;
  readonly isJournalNamed = false;
  #written: Uint8Array | undefined;

  constructor(book: WorkbookInMemory) {
    this.#book = book;
    this.#journal = book.journal ?? new JournalMemory();
  }

  get written(): Uint8Array | undefined {
    return this.#written;
  }

  readonly results: RunStorage['results'] = {
    isInPlace: false,
    isStale: () => Promise.resolve(this.#written === undefined),
    chooseFallback: () => this.#book.output,
    deleteOldCopies: () => Promise.resolve(undefined),
    toWriteError: (error) => error,
  };

  readonly openSheet = async (): Promise<SheetFile> => {
    const { input, bytes, compression = webCompression } = this.#book;
    const source = memorySource(bytes);
    const book = await openWorkbook({ source, compression, fileName: input });
    return {
      format: 'xlsx',
      path: input,
      sheets: book.sheets,
      notes: book.notes,
      rows: (sheet) => book.rows(sheet),
      place: (target, rows) => book.place(target, rows),
      write: async (results) => {
        const patched = await book.patch(results);
        const sink = new MemorySink();
        await patched.write(sink);
        const written = sink.bytes();
        const difference = await patched.findDifference(memorySource(written));
        if (difference !== undefined) {
          throw new SheetError({ code: 'copyDiffers', file: input, difference });
        }
        this.#written = written;
        const { headings, notes } = patched;
        return { path: results.output, notes, ...(headings === undefined ? {} : { headings }) };
      },
      isCurrent: () => Promise.resolve(true),
      close: () => Promise.resolve(),
    };
  };

  lock(): ReturnType<RunStorage['lock']> {
    return Promise.resolve({ findLoss: () => undefined, release: () => Promise.resolve() });
  }

  async openJournal(): Promise<Journal> {
    const { service, now, salt } = this.#book;
    const stored = await this.#journal.read('memory');
    const store = new MemoryStore(this.#journal, stored.length);
    // The caller may keep the workbook and discard the journal, so references name no journal.
    return new Journal(store, stored, { service, now, salt, referenceHash: noJournal });
  }

  findLeftBehind(): ReturnType<RunStorage['findLeftBehind']> {
    return Promise.resolve(undefined);
  }
}
