import type { start as english } from '../en/start.js';
import type { Translation } from '../translation.js';

export const start: Translation<typeof english> = {};
