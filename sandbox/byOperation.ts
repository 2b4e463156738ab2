import type { OperationName } from '../src/operations.js';

/** Something by operation. */
export type ByOperation<T> = Readonly<Record<OperationName, T>>;
