/** Errors of SQLite are not converted. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** The SQLSTATE, or the code of the operating system. */
  readonly code: string | undefined;
  /** True if the connection was lost, there was none, or the server accepts no writes. */
  readonly isLost: boolean;
  /** True if the connection was lost while a change was committed: the outcome is unknown. */
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
const uniqueViolationCodes: ReadonlySet<number> = new Set([1555, 2067]);
// Primary codes of SQLite. The lower byte of an extended code is its primary code.
const sqliteBusy = 5;
const sqliteFull = 13;
export const uniqueViolationState = '23505';
/**
 * A later attempt may succeed: for example after a serialization failure or deadlock, without room (on the disk, in
 * memory, for connections), after a timeout of a lock or a statement, or while a server starts or stops.
 */
const transientState = /^(?:40|53|55P03|57014|57P0)/;

/** A serialization failure or a deadlock: another transaction went first. */
const conflictState = /^40(?:001|P01)/;
/**
 * A lost connection, a server that stops or has stopped, the end of a transaction whose process was frozen, or a
 * read-only server: after a failover, another server accepts writes.
 */
const lostState = /^(?:08|57P0|25006|25P0[34])/;
/** Codes of the operating system and of DNS, such as ECONNREFUSED and EAI_AGAIN. */
const systemCode = /^E(?:[A-Z]+|AI_AGAIN)$/;
/** Matches errors of `pg` about the connection, which have no code. */
const connectionMessage = /connect|timeout|client|backend/i;

/** The result has no cause, because the error of `pg` may contain the settings of the connection. */
export function toDatabaseError(
  error: unknown,
  { isUnknownIfLost = false }: { readonly isUnknownIfLost?: boolean } = {},
): Error {
  if (!(error instanceof Error)) return new Error(String(error), { cause: error });
  const isKnown = error instanceof DatabaseError;
  const { code } = error as { readonly code?: unknown };
  const isServerError = 'severity' in error;
  const isLost = isKnown
    ? error.isLost
    : typeof code !== 'string'
      ? error.name === 'Error' && connectionMessage.test(error.message)
      : isServerError
        ? lostState.test(code)
        : systemCode.test(code) && !isFileError(error);
  if (isKnown ? !isLost || !isUnknownIfLost : !isServerError && !isLost) return error;
  return new DatabaseError(describe(error), {
    code: typeof code === 'string' ? code : undefined,
    isLost,
    isUnknown: isLost && isUnknownIfLost,
  });
}

/** The error of a lost TLS handshake has an undefined `path`. */
export function isFileError(error: Error): boolean {
  return 'path' in error && error.path !== undefined;
}

/** If several addresses of a host have failed, only their errors have messages. */
function describe(error: Error): string {
  if (error.message !== '') return error.message;
  const { errors = [], code = '' } = error as { errors?: readonly Error[]; code?: string };
  return errors.map(({ message }) => message).join('; ') || code;
}

function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && conflictState.test(error.code ?? '');
}

export function isUniqueViolation(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === uniqueViolationState;
  return uniqueViolationCodes.has(readErrcode(error));
}

/** Returns true if nothing was written, and a later attempt may succeed. */
export function canRetry(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    return !error.isUnknown && (error.isLost || transientState.test(error.code ?? ''));
  }
  return isBusy(error) || (readErrcode(error) & 0xff) === sqliteFull;
}

/** Returns true also if the outcome of a change is unknown. */
export function isTransient(error: unknown): boolean {
  return canRetry(error) || isUnknown(error);
}

export function isRepeatable(error: unknown): boolean {
  return isConflict(error) || (isUnreachable(error) && !isUnknown(error));
}

export function isUnreachable(error: unknown): boolean {
  return error instanceof DatabaseError && error.isLost;
}

export function isUnknown(error: unknown): boolean {
  return error instanceof DatabaseError && error.isUnknown;
}

export function isBusy(error: unknown): boolean {
  return (readErrcode(error) & 0xff) === sqliteBusy;
}

function readErrcode(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return 0;
  return typeof error.errcode === 'number' ? error.errcode : 0;
}
