import type { fields as english } from '../en/fields.js';
import type { Translation } from '../translation.js';

export const fields: Translation<typeof english> = {};
