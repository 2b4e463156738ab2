import type { RunFailureWords } from '../runFailures.js';
import { askOperator } from './advice.js';

const startAgain =
  'Wenn die Ursache behoben ist, starten Sie den Durchlauf erneut: Er wird fortgesetzt und sendet keine Zeile doppelt.';

export const runFailures: RunFailureWords = {
  workersDied: `Ein Worker nach dem anderen wurde beendet, während er dieselben Zeilen dieses Durchlaufs bearbeitete. ${askOperator} dort nach der Ursache zu suchen, wo die Worker laufen, zum Beispiel nach zu wenig Arbeitsspeicher. ${startAgain}`,
  workFailed: `Die Arbeit an einigen Zeilen dieses Durchlaufs ist mehrmals fehlgeschlagen. ${askOperator} im Protokoll der Worker nach der Ursache zu suchen. ${startAgain}`,
  noWorker: `Zurzeit bearbeitet kein Worker Zeilen, deshalb wird nichts gesendet, und es werden keine Risikowerte abgerufen. ${askOperator} einen Worker zu starten („rwa worker“). Wenn einer läuft, steht der Grund in seinem Protokoll; wenn er ausläuft, klicken Sie unter „Betrieb“ auf „Wieder Abschnitte annehmen“. Der Durchlauf wird dann von selbst fortgesetzt.`,
  otherWorkersGoOn: (host) =>
    `Das betrifft den Worker auf ${host}, der die Zeilen anderen Workern überlässt. Wenn es keinen anderen gibt: ${askOperator} diesen mit dem richtigen Token und der richtigen Basis-URL neu zu starten. Der Durchlauf wird dann von selbst fortgesetzt.`,
  databaseFailed:
    'Die Datenbank des Servers war nicht erreichbar, überlastet oder voll. Wenn sie wieder arbeitet, starten Sie den Durchlauf erneut: Er wird fortgesetzt und sendet keine Zeile doppelt.',
  unexpected: `Im Server ist ein unerwarteter Fehler aufgetreten. ${askOperator} in seinem Protokoll nach der Ursache zu suchen. ${startAgain}`,
  restored:
    'Dieser Server wurde aus einer Sicherung wiederhergestellt. Der Hinweis auf der Seite der Tabelle sagt, was zu prüfen ist, bevor Sie auf „Fortsetzen“ klicken.',
};
