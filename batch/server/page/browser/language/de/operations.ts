import type { operations as english } from '../en/operations.js';
import type { Translation } from '../translation.js';

export const operations: Translation<typeof english> = {};
