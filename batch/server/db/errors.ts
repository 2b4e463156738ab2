/** An error of Postgres. SQLite throws errors of its own. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** The SQLSTATE, or the code of the operating system. */
  readonly code: string | undefined;
  /** The connection was lost, or there was none. */
  readonly isLost: boolean;
  /** The connection was lost while a change was committed: the outcome is unknown. */
  readonly isUnknown: boolean;

  constructor(
    message: string,
    about: {
      code?: string | undefined;
      isLost?: boolean;
      isUnknown?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: about.cause });
    this.code = about.code;
    this.isLost = about.isLost ?? false;
    this.isUnknown = about.isUnknown ?? false;
  }
}

/** SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE */
const takenCodes: ReadonlySet<number> = new Set([1555, 2067]);
const sqliteBusy = 5;
const sqliteFull = 13;
/** A unique violation. */
export const takenState = '23505';
/**
 * A serialization failure or deadlock, no room (on the disk, in memory, for connections), a timeout of a lock or a
 * statement, or a server that starts or stops.
 */
const transientState = /^(?:40|53|55P03|57014|57P0)/;

/** Returns true if a row with this key exists. */
export function isTaken(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === takenState;
  return takenCodes.has(errcodeOf(error));
}

/** Returns true if nothing was written, and a later try may succeed. */
export function mayPass(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    return !error.isUnknown && (error.isLost || transientState.test(error.code ?? ''));
  }
  return isBusy(error) || (errcodeOf(error) & 0xff) === sqliteFull;
}

/** Returns true if the database could not be reached. */
export function isAway(error: unknown): boolean {
  return error instanceof DatabaseError && error.isLost;
}

/** Returns true if the change may have been written or not: the connection was lost at its end. */
export function isUnknown(error: unknown): boolean {
  return error instanceof DatabaseError && error.isUnknown;
}

/** Returns true if another connection is writing to the file of SQLite. */
export function isBusy(error: unknown): boolean {
  return (errcodeOf(error) & 0xff) === sqliteBusy;
}

function errcodeOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return 0;
  return typeof error.errcode === 'number' ? error.errcode : 0;
}
