/** What went wrong on Postgres. SQLite throws errors of its own. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** The SQLSTATE, where the server has said one. */
  readonly code: string | undefined;
  /** The connection is gone. */
  readonly isLost: boolean;
  /** It was lost while a change was committed, and nobody can say whether that was. */
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
const taken: ReadonlySet<number> = new Set([1555, 2067]);
/** SQLITE_BUSY and SQLITE_FULL */
const transient: ReadonlySet<number> = new Set([5, 13]);
/** A unique violation. */
export const takenState = '23505';
/**
 * The transaction was given up for another one, a lock or a statement took too long, the server has no room (on
 * its disk, in its memory, for connections), or it starts or stops.
 */
const transientState = /^(?:40|53|55P03|57014|57P0)/;

/** True where a line with this key is there already. */
export function isTaken(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === takenState;
  return taken.has(errcodeOf(error));
}

/** True where nothing was written, and a later try may succeed. */
export function mayPass(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    return !error.isUnknown && (error.isLost || transientState.test(error.code ?? ''));
  }
  return transient.has(errcodeOf(error) & 0xff);
}

/** True where the database could not be reached. */
export function isAway(error: unknown): boolean {
  return error instanceof DatabaseError && error.isLost;
}

/** True where it may have been written or not: the connection was lost at the end. */
export function isUnknown(error: unknown): boolean {
  return error instanceof DatabaseError && error.isUnknown;
}

function errcodeOf(error: unknown): number {
  const { errcode = 0 } = error as { errcode?: number };
  return errcode;
}
