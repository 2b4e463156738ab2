import type { match as english } from '../en/match.js';
import type { Translation } from '../translation.js';

export const match: Translation<typeof english> = {};
