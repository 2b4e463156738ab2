import type { OperationName } from '../src/operations.js';

/** A value for each operation. */
export type ByOperation<T> = Readonly<Record<OperationName, T>>;
