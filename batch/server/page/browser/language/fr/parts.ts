import type { parts as english } from '../en/parts.js';
import type { Translation } from '../translation.js';

export const parts: Translation<typeof english> = {
  tryAgain: 'Réessayer',
  optional: '(facultatif)',
  offline: 'Le serveur est injoignable. Vérifiez qu’il fonctionne, puis réessayez.',
  serverError: 'Le serveur a répondu par une erreur ({{status}}).',
};
