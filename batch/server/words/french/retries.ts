import type { RetryWords } from '../retries.js';

export const retries: RetryWords = {
  workerDied: 'Le worker s’est arrêté ou est bloqué.',
  workFailed: (text) => `Le traitement a échoué : ${text}`,
  serviceAway:
    'Le lot a été rendu : le service était inaccessible ou a refusé le jeton, ou un autre processus a modifié le journal.',
};
