import type { watch as english } from '../en/watch.js';
import type { Translation } from '../translation.js';

export const watch: Translation<typeof english> = {};
