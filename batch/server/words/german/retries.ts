import type { RetryWords } from '../retries.js';

export const retries: RetryWords = {
  workerDied: 'Der Worker wurde beendet oder ist hängen geblieben.',
  workFailed: (text) => `Die Arbeit ist fehlgeschlagen: ${text}`,
  serviceAway: 'Der Dienst war nicht erreichbar oder hat das Token des Workers abgelehnt.',
};
