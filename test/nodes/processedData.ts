import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { IExecuteFunctions } from 'n8n-workflow';

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

/**
 * Stores hashes like n8n's deduplication helpers, in one row for each node. A call reads and writes the
 * whole row, so concurrent calls lose entries, as in n8n.
 */
export class ProcessedData {
  readonly #rows = new Map<string, readonly string[]>();
  readonly #aboutServices = new Set<string>();
  /** Thrown by {@link failingCalls} calls while it is set, after {@link callsBeforeError} calls. */
  error: Error | undefined;
  callsBeforeError = 0;
  failingCalls = Infinity;
  calls = 0;
  /** Called after each `checkProcessedAndRecord` without a key about a service. */
  onRecorded: (() => void) | undefined;

  /** The number of entries of all nodes, without those about services. */
  get entries(): number {
    const entries = [...this.#rows.values()].flat();
    return entries.filter((entry) => !this.#aboutServices.has(entry)).length;
  }

  createHelpers(nodeId: string): Helpers {
    const change = async <T>(work: (row: string[] | undefined) => [string[], T]): Promise<T> => {
      this.calls++;
      await setImmediate();
      const isFailing = this.calls > this.callsBeforeError && this.failingCalls > 0;
      if (this.error !== undefined && isFailing) {
        this.failingCalls--;
        throw this.error;
      }
      const row = this.#rows.get(nodeId);
      const [written, result] = work(row?.slice());
      await setImmediate();
      this.#rows.set(nodeId, written);
      return result;
    };
    return {
      checkProcessedAndRecord: async (items) => {
        const aboutServices = items.filter((item) => /\bservice\b/.test(String(item)));
        for (const item of aboutServices) this.#aboutServices.add(hash(item));
        const result = await change((row) => {
          // n8n compares only with an existing row.
          if (row === undefined) return [items.map(hash), { new: items, processed: [] }];
          const before = new Set(row);
          const isNew = (item: string | number) => !before.has(hash(item));
          const fresh = items.filter(isNew);
          const processed = items.filter((item) => !isNew(item));
          return [[...row, ...fresh.map(hash)], { new: fresh, processed }];
        });
        if (aboutServices.length === 0) this.onRecorded?.();
        return result;
      },
      removeProcessed: (items) =>
        change((row = []) => {
          for (const item of items) {
            const index = row.indexOf(hash(item));
            if (index !== -1) row.splice(index, 1);
          }
          return [row, undefined];
        }),
    };
  }
}

function hash(item: string | number): string {
  return createHash('md5').update(String(item)).digest('base64');
}
