import { SheetError, type SheetFile } from '../../../sheets/sheet.js';
import { MemorySink, memorySource } from '../../../sheets/xlsx/memory.js';
import { openWorkbook } from '../../../sheets/xlsx/open.js';
import type { Compression } from '../../../sheets/xlsx/ports.js';
import { webCompression } from '../../../sheets/xlsx/webCompression.js';
import { noJournal } from '../identity/reference.js';
import { Journal } from '../journal/journal.js';
import { JournalMemory, MemoryStore } from '../journal/journalMemory.js';
import type { RunOptions } from './runOptions.js';
import type { RunStorage } from './runStorage.js';

/** A workbook that a face holds as bytes: an upload, or the item of a workflow. */
export interface WorkbookInMemory extends Pick<RunOptions, 'input' | 'output' | 'service'> {
  readonly bytes: Uint8Array;
  /** What earlier runs have recorded; by default nothing, and then the workbook alone is its memory. */
  readonly journal?: JournalMemory;
  readonly now: () => number;
  /** For a new journal whose keys of rows are compared with those of other runs. */
  readonly salt?: string | undefined;
  readonly compression?: Compression;
}

/**
 * The storage of a run that needs no files. Whoever runs it keeps what `written` gives, and the bytes of the
 * journal where they are to last: nothing else keeps two runs of one workbook apart.
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

  /** The workbook with the results; undefined while there is nothing new to write. */
  get written(): Uint8Array | undefined {
    return this.#written;
  }

  /** Results go into a new workbook. */
  readonly results: RunStorage['results'] = {
    isInPlace: false,
    isStale: () => Promise.resolve(this.#written === undefined),
    beside: () => this.#book.output,
    deleteOldCopies: () => Promise.resolve(undefined),
    asSheetError: (error) => error,
  };

  readonly openSheet = async (): Promise<SheetFile> => {
    const { input, bytes, compression = webCompression } = this.#book;
    const source = memorySource(bytes);
    const book = await openWorkbook({ source, compression, fileName: input });
    return {
      ...{ format: 'xlsx', path: input, sheets: book.sheets, notes: book.notes },
      rows: (sheet) => book.rows(sheet),
      place: (target, rows) => book.place(target, rows),
      write: async (results) => {
        const patched = await book.patch(results);
        const sink = new MemorySink();
        await patched.write(sink);
        const written = sink.bytes();
        const difference = await patched.difference(memorySource(written));
        if (difference !== undefined) {
          throw new SheetError(
            `The results were not written, because the written workbook did not pass the check against ${input} (${difference}). ${input} is unchanged.`,
          );
        }
        this.#written = written;
        const { headings, notes } = patched;
        return { path: results.output, notes, ...(headings === undefined ? {} : { headings }) };
      },
      isCurrent: () => Promise.resolve(true),
      close: () => Promise.resolve(),
    };
  };

  /** Nobody else can have these bytes. */
  lock(): ReturnType<RunStorage['lock']> {
    return Promise.resolve({ lost: () => undefined, release: () => Promise.resolve() });
  }

  async openJournal(): Promise<Journal> {
    const { service, now, salt } = this.#book;
    const stored = await this.#journal.read('memory');
    const store = new MemoryStore(this.#journal, stored.length);
    // Its facts may not last as long as the workbook.
    return new Journal(store, stored, { service, now, salt, referenceHash: noJournal });
  }

  leftBehind(): ReturnType<RunStorage['leftBehind']> {
    return Promise.resolve(undefined);
  }
}
