import type { RetryWords } from '../retries.js';

export const retries: RetryWords = {
  workerDied: 'Der Worker wurde beendet oder ist hängen geblieben.',
  workFailed: (text) => `Die Arbeit ist fehlgeschlagen: ${text}`,
  serviceAway:
    'Der Abschnitt wurde zurückgegeben: Der Dienst war nicht erreichbar oder hat das Token abgelehnt, oder ein anderer Prozess hat das Journal geändert.',
};
