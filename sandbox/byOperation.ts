import type { OperationName } from '../src/operations.js';

export type ByOperation<T> = Readonly<Record<OperationName, T>>;
