import type { check as english } from '../en/check.js';
import type { Translation } from '../translation.js';

export const check: Translation<typeof english> = {};
