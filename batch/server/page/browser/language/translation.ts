// The catalogues of the server have the same type.
export type { Translation } from '../../../contract/languages.js';
