import { z } from 'zod/v4';
import type { Store } from '../db/store.js';
import { ServeError } from '../serveError.js';
import { namedSetting, setNamedSetting } from '../settings/namedSetting.js';

const stored = z.object({
  /** The same as in the note in the folder. */
  id: z.string(),
  /** The folder, as it was called there. */
  from: z.string(),
  /** ISO 8601 */
  at: z.string(),
  isComplete: z.boolean(),
  /** When a server or a worker was started on it for the first time; null while none was. */
  usedAt: z.string().nullable(),
});

/** The note in a database about the data folder that was moved into it. */
export type MoveMark = Readonly<z.output<typeof stored>>;

const name = 'moved';

/** The note of a move; undefined where none was made. */
export async function moveMark(store: Store): Promise<MoveMark | undefined> {
  const found = await namedSetting(store, name);
  return found === undefined ? undefined : stored.parse(found);
}

/** Notes how far a move has come. */
export function setMoveMark(store: Store, mark: MoveMark): Promise<void> {
  return setNamedSetting(store, name, mark);
}

/**
 * Call this in the transaction that records the service, before using the database. Throws a {@link ServeError} while
 * a move into it is not complete: a row whose sending is not there yet would be sent again. From here on, no other
 * move replaces what is in it.
 */
export async function useMoved(store: Store): Promise<void> {
  const mark = await moveMark(store);
  if (mark === undefined) return;
  if (!mark.isComplete) {
    throw new ServeError(
      `The move of the data folder ${mark.from} into this database is not finished. Run the same rwa serve move again.`,
    );
  }
  if (mark.usedAt === null) await setMoveMark(store, { ...mark, usedAt: new Date().toISOString() });
}
