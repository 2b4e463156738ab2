import type { members as english } from '../en/members.js';
import type { Translation } from '../translation.js';

export const members: Translation<typeof english> = {};
