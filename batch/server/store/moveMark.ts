import { ServeError } from '../serveError.js';
import { namedSetting, setNamedSetting } from './namedSetting.js';
import type { Store } from './store.js';

/** What a database notes of the data folder that was moved into it. */
export interface MoveMark {
  /** The same as in the note in the folder. */
  readonly id: string;
  /** The folder, as it was called there. */
  readonly from: string;
  /** ISO 8601 */
  readonly at: string;
  readonly isComplete: boolean;
  /** When a server or a worker was started on it for the first time; null while none was. */
  readonly usedAt: string | null;
}

const name = 'moved';

/** The note of a move; undefined where none was made. */
export function moveMark(store: Store): MoveMark | undefined {
  return namedSetting(store, name) as MoveMark | undefined;
}

/** Notes how far a move has come. */
export function setMoveMark(store: Store, mark: MoveMark): void {
  setNamedSetting(store, name, mark);
}

/**
 * For whoever is going to work on a database, in the transaction in which it notes its service. Throws a
 * {@link ServeError} while a move into it is not complete: a row whose sending is not there yet would be sent again.
 * From here on, no other move replaces what is in it.
 */
export function useMoved(store: Store): void {
  const mark = moveMark(store);
  if (mark === undefined) return;
  if (!mark.isComplete) {
    throw new ServeError(
      `The move of the data folder ${mark.from} into this database is not finished. Run the same rwa serve move again.`,
    );
  }
  if (mark.usedAt === null) setMoveMark(store, { ...mark, usedAt: new Date().toISOString() });
}
