import type {
  FileMessages,
  ForgetMessages,
  ReportMessages,
} from '../../../engine/files/fileMessages.js';
import type { CellMessages, CellSource, WritingMessages } from '../../../engine/run/runMessages.js';
import { type CellWords, formatCell, formatResult } from '../../../wording/cells.js';
import { sentence, value } from '../../../wording/sentence.js';
import type { Wordings } from '../../../wording/wordings.js';
import { askOperator } from './advice.js';
import { choose, firstRows, formatNumber, quoted, quoteStart, theRows } from './phrases.js';
import { sheetWords } from './sheets.js';

const reportNotWritten = `Der Bericht konnte nicht geschrieben werden. ${askOperator} den Speicher zu prüfen, und laden Sie den Bericht dann erneut herunter.`;

export const fileWording: Wordings<
  FileMessages & ForgetMessages & ReportMessages & WritingMessages
> = {
  aboutFile: ({ about }) => sheetWords(about),
  fileDeleted: ({ file }) =>
    file === undefined
      ? 'Die Datei dieser Tabelle wurde gelöscht. Laden Sie sie erneut hoch, um fortzufahren.'
      : `Die Datei ${quoted(file)} wurde gelöscht. Laden Sie sie erneut hoch, um fortzufahren.`,
  resultsInJournal: ({ isStopped }) =>
    isStopped
      ? 'Was vorher bewertet wurde, ist nicht verloren: Laden Sie die Tabelle herunter, um diese Ergebnisse zu erhalten.'
      : 'Es ist nichts verloren: Laden Sie die Tabelle erneut herunter, um alle Ergebnisse zu erhalten.',
  resultsBeside: ({ reason }) =>
    `${sheetWords(reason)} Laden Sie die Tabelle erneut herunter, um alle Ergebnisse zu erhalten.`,
  sheetChanged: () =>
    'Die hochgeladene Datei wurde während des Durchlaufs geändert. Laden Sie sie erneut hoch.',
  resultsDoNotFit: () =>
    'Die hochgeladene Datei wurde während des Durchlaufs geändert, und die Ergebnisse passen nicht mehr dazu:',
  sentRowsNotInSheet: ({ rows }) =>
    choose(
      rows.length,
      `${firstRows(rows)} wurde gesendet und danach korrigiert, deshalb gehören die Risikowerte nicht zu den jetzigen Angaben. Um sie zu sehen, machen Sie die Korrektur unter „Prüfen“ rückgängig.`,
      `${theRows(rows)} wurden gesendet und danach korrigiert, deshalb gehören die Risikowerte nicht zu den jetzigen Angaben. Um sie zu sehen, machen Sie die Korrektur unter „Prüfen“ rückgängig.`,
    ),
  oldCopiesStay: () => 'Alte Kopien der Datei konnten nicht gelöscht werden.',
  reportIsNoHtml: () => 'Der Bericht ist eine HTML-Datei.',
  reportIsNoFile: () => reportNotWritten,
  reportFolderNotWritable: () => reportNotWritten,
  fileIsCopy: () => 'Das ist eine Kopie einer anderen Tabelle. Es wurde nichts gelöscht.',
};

const sources: Readonly<Record<CellSource, string>> = {
  assessment: 'der Bewertung',
  result: 'dem Ergebnis',
};

const cellWords: CellWords = { formula: 'eine Formel', quote: quoteStart };

export const cellWording: Wordings<CellMessages> = {
  cellKept: ({ row, heading, current, wanted, source, isReference = false }) => {
    const contains = sentence`Zeile ${`${row}`}: In „${heading}“ steht ${value(formatCell(current, cellWords))}`;
    if (isReference) {
      return sentence`${contains}, deshalb kann der Verweis der Zeile nicht geschrieben werden. Verschieben Sie den Text in eine andere Spalte, und leeren Sie die Zelle.`;
    }
    return wanted === undefined
      ? sentence`${contains}, aber dafür gibt es kein Ergebnis. Leeren Sie die Zelle, wenn das ein Versehen ist.`
      : sentence`${contains}, laut ${sources[source]} aber ${value(formatResult(wanted, cellWords))}. Leeren Sie die Zelle, damit der Wert wieder geschrieben wird.`;
  },
  cellsKept: ({ count, first, source }) => {
    const places = first.map(({ row, heading }) => `Zeile ${row} „${heading}“`).join(', ');
    const rest = count - first.length;
    const more = rest === 0 ? '' : ` und ${formatNumber(rest)} weitere`;
    return `${formatNumber(count)} Zellen weichen von ${sources[source]} ab und wurden nicht geändert: ${places}${more}. Leeren Sie eine Zelle, damit ihr Wert wieder geschrieben wird.`;
  },
};
