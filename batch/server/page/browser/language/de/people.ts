import type { people as english } from '../en/people.js';
import type { Translation } from '../translation.js';

export const people: Translation<typeof english> = {};
