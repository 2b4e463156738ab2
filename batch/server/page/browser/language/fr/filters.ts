import type { filters as english } from '../en/filters.js';
import type { Translation } from '../translation.js';

export const filters: Translation<typeof english> = {};
