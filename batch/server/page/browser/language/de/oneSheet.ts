import type { oneSheet as english } from '../en/oneSheet.js';
import type { Translation } from '../translation.js';

export const oneSheet: Translation<typeof english> = {};
