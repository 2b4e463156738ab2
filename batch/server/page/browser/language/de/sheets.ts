import type { sheets as english } from '../en/sheets.js';
import type { Translation } from '../../../../contract/languages.js';

export const sheets: Translation<typeof english> = {
  lead: 'Laden Sie eine Liste von Neueinstellungen oder Reisen hoch und erhalten Sie sie mit den Risikowerten zurück.',
  template: 'Vorlage herunterladen',
  viewOnly: 'Nur die Rollen „Bearbeiten“ und „Administration“ dürfen hochladen.',
  loading: 'Die Tabellen werden geladen …',
  empty: {
    title: 'Noch keine Tabellen',
    hint: 'Laden Sie Ihre eigene Liste unverändert hoch: Die Spalten ordnen Sie im nächsten Schritt zu.',
  },
  table: {
    caption: 'Tabellen, die neueste zuerst',
    sheet: 'Tabelle',
    state: 'Stand',
    highestRisk: 'Höchstes Risiko',
    uploaded: 'Hochgeladen',
    nextAssessment: 'Nächste Bewertung',
    notPlanned: 'nicht geplant',
  },
  upload: {
    title: 'Hochladen',
    drop: 'Tabellen hier ablegen',
    formats: 'Excel (.xlsx, .xlsm, .xltx, .xltm) oder CSV, jeweils bis zu 100 MB',
    sentBefore:
      'Wenn eine Tabelle schon mit dem Befehl rwa gesendet wurde, laden Sie die Datei mit den Ergebnissen hoch und nicht das Original: Dieser Server weiß nicht, was gesendet wurde.',
    choose: 'Dateien auswählen',
    files: 'Dateien zum Hochladen',
    progress: '{{file}} wird hochgeladen',
    reading: 'wird gelesen …',
    uploaded: 'Hochgeladen.',
    existing: 'Diese Datei wurde schon einmal hochgeladen.',
    ended: '{{file}}: {{outcome}}',
    refused: '<file/> <reason>wurde nicht hochgeladen. {{error}}</reason>',
    interrupted:
      'Das Hochladen wurde unterbrochen. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  },
};
