import type { results as english } from '../en/results.js';
import type { Translation } from '../translation.js';

export const results: Translation<typeof english> = {};
