import type { log as english } from '../en/log.js';
import type { Translation } from '../translation.js';

export const log: Translation<typeof english> = {};
