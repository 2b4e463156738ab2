import type { scores as english } from '../en/scores.js';
import type { Translation } from '../translation.js';

export const scores: Translation<typeof english> = {};
