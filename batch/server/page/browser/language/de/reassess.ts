import type { reassess as english } from '../en/reassess.js';
import type { Translation } from '../translation.js';

export const reassess: Translation<typeof english> = {};
