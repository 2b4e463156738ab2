import type { decide as english } from '../en/decide.js';
import type { Translation } from '../translation.js';

export const decide: Translation<typeof english> = {};
