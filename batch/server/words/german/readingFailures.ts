import type { ReadingFailureWords } from '../readingFailures.js';
import { askOperator } from './advice.js';

export const readingFailures: ReadingFailureWords = {
  tooLarge:
    'Die Datei konnte nicht gelesen werden: Sie braucht mehr Arbeitsspeicher, als der Server einer Tabelle gibt. Löschen Sie in ihr, was nicht gebraucht wird, oder verteilen Sie ihre Zeilen auf mehrere Dateien, und laden Sie sie erneut hoch.',
  unexpected: `Die Datei konnte wegen eines Fehlers im Server nicht gelesen werden. Laden Sie sie erneut hoch. Wenn das nicht hilft: ${askOperator} sich das Protokoll und den Speicherplatz des Servers anzusehen.`,
};
