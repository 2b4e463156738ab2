import type { parts as english } from '../en/parts.js';
import type { Translation } from '../translation.js';

export const parts: Translation<typeof english> = {
  tryAgain: 'Erneut versuchen',
  optional: '(freiwillig)',
  offline: 'Der Server ist nicht erreichbar. Prüfen Sie, ob er läuft, und versuchen Sie es erneut.',
  serverError: 'Der Server hat mit einem Fehler geantwortet ({{status}}).',
};
