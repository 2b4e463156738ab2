import type { signIn as english } from '../en/signIn.js';
import type { Translation } from '../translation.js';

export const signIn: Translation<typeof english> = {};
