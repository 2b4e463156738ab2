import type { rowProblems as english } from '../en/rowProblems.js';
import type { Translation } from '../translation.js';

export const rowProblems: Translation<typeof english> = {};
