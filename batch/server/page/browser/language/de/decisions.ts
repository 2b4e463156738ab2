import type { decisions as english } from '../en/decisions.js';
import type { Translation } from '../translation.js';

export const decisions: Translation<typeof english> = {};
