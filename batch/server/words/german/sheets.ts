import type {
  Abnormalities,
  Damages,
  Differences,
  Neighbour,
  OtherFormat,
  SheetNote,
  SheetNotes,
  SheetProblem,
  SheetProblems,
  SortableRange,
  SpecialFile,
} from '../../../../sheets/messages.js';
import { type Wording, toWords } from '../../../../sheets/words.js';
import { sanitize } from '../../../../src/sanitized.js';
import type { FileFault } from '../../../engine/files/fileMessages.js';
import { capitalize } from '../../../wording/words.js';
import { askOperator } from './advice.js';
import { choose, formatNumber, listParts, quoted } from './phrases.js';

const uploadIt = 'laden Sie diese Datei hoch';
const uploadAgain = 'laden Sie die Datei erneut hoch';
const asXlsx = 'als „Excel-Arbeitsmappe (.xlsx)“';
const inItsProgram = 'in dem Programm, mit dem sie erstellt wurde';
const copyRows = 'Kopieren Sie die Zeilen in eine neue Arbeitsmappe, und laden Sie diese hoch.';
const downloadCsv = 'Laden Sie die Ergebnisse als CSV herunter.';

const otherFormats: Readonly<Record<OtherFormat, string>> = {
  ods: `Speichern Sie die Datei in LibreOffice als „Excel 2007-365 (.xlsx)“, und ${uploadIt}.`,
  numbers: `Exportieren Sie die Datei aus Numbers nach Excel (.xlsx), und ${uploadIt}.`,
  gsheet: `Laden Sie die Datei aus Google Tabellen als „Microsoft Excel (.xlsx)“ herunter, und ${uploadIt}.`,
  pdf: 'Ein PDF hat keine Zellen. Laden Sie die Tabelle hoch, aus der es erstellt wurde.',
};

const specialFiles: Readonly<Record<SpecialFile, string>> = {
  pipe: 'eine benannte Pipe',
  socket: 'ein Socket',
  device: 'ein Gerät',
};

const sheetWording: Wording<SheetProblems & SheetNotes> = {
  missing: ({ file }) =>
    `Die Datei ${quoted(file)} ist nicht mehr vorhanden. Laden Sie sie erneut hoch.`,
  isFolder: ({ file }) =>
    `${quoted(file)} ist ein Ordner. Laden Sie daraus die Datei hoch, die die Tabelle enthält.`,
  isSpecial: ({ file, kind }) =>
    `${quoted(file)} ist ${specialFiles[kind]}, und dorthin können keine Ergebnisse geschrieben werden. Verwenden Sie die Datei, die die Tabelle enthält.`,
  mayNotRead: ({ file }) =>
    `Der Server darf ${quoted(file)} nicht lesen. ${askOperator} die Zugriffsrechte zu prüfen.`,
  inUse: ({ file }) =>
    `${quoted(file)} wird von einem anderen Programm verwendet. Schließen Sie die Datei dort, und versuchen Sie es erneut.`,
  unreadable: ({ file, system }) =>
    `${quoted(file)} kann nicht gelesen werden (${systemFault(system)}). Prüfen Sie die Datei, oder verwenden Sie eine andere.`,
  empty: ({ file }) =>
    `${quoted(file)} ist leer. Laden Sie eine Datei mit Überschriften und mindestens einer Zeile darunter hoch.`,
  otherFormat: ({ file, format }) =>
    `${quoted(file)} kann nicht als Tabelle gelesen werden. ${otherFormats[format]}`,
  unsupportedFormat: ({ file }) =>
    `Das Format von ${quoted(file)} wird nicht unterstützt. Speichern Sie die Datei als .xlsx oder .csv, und ${uploadIt}.`,

  onlyNamedWorkbook: ({ file }) =>
    `${quoted(file)} hat die Endung einer Excel-Arbeitsmappe, ist aber keine. Öffnen Sie die Datei ${inItsProgram}, speichern Sie sie als .xlsx oder .csv, und ${uploadIt}.`,
  notWorkbook: ({ file }) =>
    `${quoted(file)} ist keine Excel-Arbeitsmappe. Öffnen Sie die Datei in Ihrem Tabellenprogramm, speichern Sie sie ${asXlsx}, und ${uploadIt}.`,
  binaryWorkbook: ({ file }) =>
    `${quoted(file)} ist eine Binärarbeitsmappe (.xlsb). Öffnen Sie sie in Excel, speichern Sie sie ${asXlsx}, und ${uploadIt}.`,
  oldWorkbook: ({ file }) =>
    `${quoted(file)} ist eine Arbeitsmappe im alten Format .xls oder mit einem Passwort geschützt. Öffnen Sie sie in Excel, speichern Sie sie ohne Passwort ${asXlsx}, und ${uploadIt}.`,
  passwordProtected: ({ file }) =>
    `${quoted(file)} ist mit einem Passwort geschützt. Öffnen Sie die Datei in Excel, entfernen Sie das Passwort unter „Datei > Informationen > Arbeitsmappe schützen“, speichern Sie die Datei, und laden Sie sie erneut hoch.`,
  rightsProtected: ({ file }) =>
    `${quoted(file)} ist durch eine Vertraulichkeitsbezeichnung oder die Rechteverwaltung verschlüsselt. Öffnen Sie die Datei in Excel, speichern Sie eine Kopie mit einer Bezeichnung ohne Verschlüsselung („Start > Vertraulichkeit“), und laden Sie diese Kopie hoch.`,
  damaged: ({ file, damage }) =>
    `Die Datei ${quoted(file)} ist beschädigt (${toWords(damageWording, damage)}). Öffnen Sie sie in Excel, und speichern Sie sie noch einmal, oder besorgen Sie sich eine neue Kopie. Laden Sie danach die gespeicherte Datei oder die Kopie hoch.`,
  abnormal: ({ file, abnormality }) =>
    `${quoted(file)} wurde abgelehnt, weil die Arbeitsmappe ungewöhnlich aufgebaut ist (${toWords(abnormalityWording, abnormality)}). ${copyRows}`,
  documentType: () =>
    `Die Arbeitsmappe wurde abgelehnt, weil einer ihrer Teile einen Dokumenttyp deklariert, was in gewöhnlichen Arbeitsmappen nicht vorkommt. ${copyRows}`,

  notText: ({ file }) =>
    `${quoted(file)} ist keine Textdatei, obwohl der Name auf CSV hinweist. Öffnen Sie die Datei ${inItsProgram}, speichern Sie sie als „CSV UTF-8“ oder ${asXlsx}, und ${uploadIt}.`,
  unsupportedEncoding: ({ encoding }) =>
    `Die Zeichencodierung ${quoted(encoding)} wird nicht unterstützt. Verwenden Sie utf-8, windows-1250 bis windows-1258, iso-8859-1 bis iso-8859-16 (außer 12) oder macintosh.`,
  encodingOfWorkbook: ({ file }) =>
    `${quoted(file)} ist eine Arbeitsmappe, und nur CSV-Dateien können verschiedene Zeichencodierungen haben. Lassen Sie die Zeichencodierung weg.`,
  notInItsEncoding: ({ file, encoding }) =>
    `${quoted(file)} ist als ${encoding} gekennzeichnet, enthält aber Bytes, die nicht dazu passen. Speichern Sie die Datei ${inItsProgram}, noch einmal als UTF-8 (in Excel „CSV UTF-8“), und ${uploadIt}.`,
  otherEncoding: ({ file, encoding, named }) =>
    `${quoted(file)} ist in ${encoding} codiert, nicht in ${named}. Lassen Sie die Zeichencodierung weg.`,
  notInNamedEncoding: ({ file, named }) =>
    `${quoted(file)} enthält Bytes, die es in ${named} nicht gibt; die Zeichencodierung ist also eine andere. Korrigieren Sie die Zeichencodierung.`,
  unclosedQuotation: ({ file, line }) =>
    `${quoted(file)}, Zeile ${line}: Ein Anführungszeichen öffnet hier eine Zelle und wird nicht geschlossen, oder nach dem schließenden folgt noch Text. Schließen Sie es, oder verdoppeln Sie Anführungszeichen innerhalb einer Zelle, und ${uploadAgain}.`,
  rowsJoined: ({ file, row }) =>
    `${quoted(file)}, Zeile ${row}: Diese Zeile enthält ein Zeilenende anderer Art als der Rest der Datei, könnte also aus zwei Zeilen bestehen. Öffnen Sie die Datei in einem Tabellenprogramm, prüfen Sie diese Zeile, speichern Sie die Datei noch einmal, und ${uploadAgain}.`,
  endlessRow: ({ file, line, maxChars }) =>
    `${quoted(file)}, Zeile ${line}: Die Tabellenzeile, die hier beginnt, ist länger als ${formatNumber(maxChars)} Zeichen. Suchen Sie nach einem Anführungszeichen, das nicht geschlossen wird, und ${uploadAgain}.`,

  noSuchSheet: ({ file, format, sheet, sheets }) => {
    const names = sheets.map(quoted).join(', ');
    const known = format === 'csv' ? `Eine CSV-Datei hat nur eines: ${names}` : `Es gibt: ${names}`;
    return `${quoted(file)} hat kein Tabellenblatt ${quoted(sheet)}. ${known}.`;
  },
  noHeaderRow: ({ sheet, row }) =>
    `Das Tabellenblatt ${quoted(sheet)} hat keine Zeile ${row} für die Überschriften.`,
  noRoom: ({ columns, last, neighbour }) => {
    const added = choose(columns, 'Ergebnisspalte', 'Ergebnisspalten');
    return `Für ${formatNumber(columns)} ${added} ist kein Platz: Das Tabellenblatt ist bis Spalte ${last} belegt (${neighbourWords(neighbour)}). Entfernen Sie, was am rechten Rand nicht gebraucht wird, oder kopieren Sie die Zeilen in ein neues Tabellenblatt.`;
  },

  mayNotWrite: () => describeWriteError('EACCES'),
  notWritten: ({ system }) => describeWriteError(system),
  changed: ({ file }) =>
    `${quoted(file)} wurde während des Durchlaufs geändert, verschoben oder gelöscht, deshalb wurden keine Ergebnisse geschrieben. Versuchen Sie es mit der Datei in ihrem jetzigen Zustand erneut.`,
  wrongExtension: ({ file, output, extension }) =>
    `Die Ergebnisse von ${quoted(file)} können nicht als ${quoted(output)} geschrieben werden: Wählen Sie einen Namen mit der Endung ${extension}.`,
  tooLargeForWorkbook: ({ file, limit, of }) =>
    `${quoted(file)} passt nicht in ein Excel-Tabellenblatt, das höchstens ${formatNumber(limit)} ${of === 'rows' ? 'Zeilen' : 'Spalten'} hat. ${downloadCsv}`,
  partTooLarge: ({ part }) =>
    `Mit den Ergebnissen wäre der Teil ${part} der Arbeitsmappe größer als 4 GB. Verteilen Sie die Zeilen auf mehrere Arbeitsmappen.`,
  packageMissing: () =>
    `Um Ergebnisse einer CSV-Datei als Arbeitsmappe zu schreiben, fehlt auf dem Server das Paket exceljs. ${downloadCsv}`,
  copyDiffers: ({ file, difference }) =>
    `Die Ergebnisse wurden verworfen: Die neue Arbeitsmappe unterscheidet sich nicht nur durch ihre Ergebnisse von ${quoted(file)} (${toWords(differenceWording, difference)}). ${quoted(file)} ist unverändert.`,

  other: ({ text }) => text,

  signed: ({ file }) =>
    `${quoted(file)} ist digital signiert. Durch die Ergebnisse wird die Signatur ungültig, wie durch jede Änderung; signieren Sie die Datei danach neu.`,
  sheetProtected: () =>
    'Das Tabellenblatt ist geschützt. Die Ergebnisse wurden geschrieben, und der Schutz blieb erhalten.',
  formulasNeeded: ({ column, heading, instead }) =>
    `Spalte ${column} ${quoted(heading)} enthält Formeln, die andere Zellen brauchen. Deshalb wurde sie nicht geändert, und die Ergebnisse stehen unter ${quoted(instead)}.`,
  mergedOver: ({ column, row }) =>
    `In Spalte ${column}, Zeile ${row} liegen verbundene Zellen über Ergebnissen: Einige Ergebnisse sind erst zu sehen, wenn Sie die Verbindung aufheben.`,
  tableIsBound: ({ table }) =>
    `Die Excel-Tabelle ${quoted(table)} wird aus einer anderen Quelle gefüllt. Deshalb wurde sie nicht geändert, und die Ergebnisse stehen daneben: Beim Sortieren oder Aktualisieren werden sie von ihren Zeilen getrennt.`,
  outsideRanges: ({ columns, ranges, more }) => {
    const places = columns.map(({ first, last }) =>
      first === last ? first : `${first} bis ${last}`,
    );
    const others = choose(
      more,
      'eines weiteren Bereichs',
      `${formatNumber(more)} weiterer Bereiche`,
    );
    const outside = listParts([...ranges.map(nameRangeInGenitive), ...(more > 0 ? [others] : [])]);
    return `Die Ergebnisse in ${places.join(', ')} liegen außerhalb ${outside} und lassen sich nicht einbeziehen: Beim Sortieren werden sie dort von ihren Zeilen getrennt.`;
  },
  csvWithoutHeadings: ({ file }) =>
    `${quoted(file)} hat keine Zeile mit Überschriften. Deshalb stehen die Ergebnisse ohne Überschriften nach der letzten Spalte, und ein weiterer Durchlauf würde sie noch einmal anfügen.`,
  questionMarks: ({ file, encoding }) =>
    `Einige Ergebnisse enthalten Zeichen, die es in ${encoding}, der Zeichencodierung von ${quoted(file)}, nicht gibt; sie wurden als Fragezeichen geschrieben.`,
  cellsCut: ({ file, maxChars }) =>
    `Einige Zellen sind länger als die ${formatNumber(maxChars)} Zeichen, die Excel zulässt. In der Arbeitsmappe sind sie gekürzt; ${quoted(file)} ist unverändert.`,
  openElsewhere: ({ file, beside, mark }) =>
    `${quoted(file)} ist in einem Tabellenprogramm geöffnet und wurde deshalb nicht geändert. Die Ergebnisse stehen daneben in ${quoted(beside)}. Damit sie in ${quoted(file)} selbst stehen, schließen Sie die Datei, und versuchen Sie es erneut; ändern Sie die andere Datei nicht. Wenn niemand die Datei geöffnet hat, löschen Sie ${quoted(mark)}.`,
  notReplaced: ({ file, beside, source, difference }) =>
    `${quoted(file)} wurde nicht geändert, weil die geschriebene Datei die Prüfung gegen ${quoted(source)} nicht bestanden hat (${toWords(differenceWording, difference)}). Die Ergebnisse stehen daneben in ${quoted(beside)}. Damit sie in ${quoted(file)} selbst stehen, öffnen und speichern Sie ${quoted(source)} in einem Tabellenprogramm, schließen Sie die Datei, und versuchen Sie es erneut; ändern Sie die andere Datei nicht.`,
};

const damageWording: Wording<Damages> = {
  noEnd: () => 'ihr Ende fehlt, oder sie ist gar keine Arbeitsmappe',
  partsEncrypted: () => 'ihre Teile sind verschlüsselt',
  partMissing: ({ part }) => `der Teil ${part} fehlt`,
  partMoved: ({ part }) => `der Teil ${part} ist nicht dort, wo er laut Verzeichnis sein soll`,
  partCutOff: ({ part }) => `der Teil ${part} ist abgeschnitten`,
  partPackedOtherwise: ({ part }) => `der Teil ${part} ist auf unbekannte Weise gepackt`,
  partNotUnpacked: ({ part }) => `der Teil ${part} kann nicht entpackt werden`,
  wrongChecksum: ({ part }) => `die Prüfsumme des Teils ${part} ist falsch`,
  sheetWithoutEnd: () => 'das Tabellenblatt hat kein Ende',
  sheetBreaksOff: ({ row }) => `das Tabellenblatt bricht nach Zeile ${row} ab`,
  rowWithoutEnd: ({ row }) => `Zeile ${row} hat kein Ende`,
  cellWithoutEnd: ({ row }) => `eine Zelle in Zeile ${row} hat kein Ende`,
  unknownElement: ({ row, found }) => `Zeile ${row} enthält ${found}`,
  rowTooWide: ({ row, last }) => `Zeile ${row} reicht über Spalte ${last} hinaus`,
  rowsOutOfOrder: ({ row, previous }) => `Zeile ${row} folgt auf Zeile ${previous}`,
  rowNumberTooLarge: ({ row }) => `das Tabellenblatt hat eine Zeile ${row}`,
};

const abnormalityWording: Wording<Abnormalities> = {
  tooManyParts: ({ maxParts }) => `sie hat mehr als ${formatNumber(maxParts)} Teile`,
  partListTooLong: () => 'die Liste ihrer Teile ist zu lang',
  partTwice: ({ part }) => `der Teil ${part} ist doppelt vorhanden`,
  partsOverlap: () => 'ihre Teile überlappen sich',
  partUnpacksTooFar: ({ part, maxRatio }) =>
    `der Teil ${part} ist entpackt mehr als ${formatNumber(maxRatio)}-mal so groß`,
  partLargerThan: ({ part, maxBytes }) =>
    `der Teil ${part} ist größer als ${formatNumber(maxBytes)} Bytes`,
  partLargerThanDeclared: ({ part }) => `der Teil ${part} ist größer als angegeben`,
  longBeginning: () => 'der Teil des Tabellenblatts vor den Zeilen ist extrem lang',
  longEnd: () => 'der Teil des Tabellenblatts nach den Zeilen ist extrem lang',
  hugeRow: () => 'eine Zeile füllt viele Megabyte',
  hugeText: () => 'einer ihrer Texte füllt viele Megabyte',
};

const differenceWording: Wording<Differences> = {
  encoding: () => 'die Zeichencodierung würde sich ändern',
  delimiter: () => 'das Trennzeichen würde sich ändern',
  moreRows: () => 'sie hätte mehr Zeilen',
  rowMissing: ({ row }) => `Zeile ${row} würde fehlen`,
  rowMissingOrNew: ({ row }) => `Zeile ${row} fehlt oder ist neu`,
  row: ({ row }) => `Zeile ${row} weicht ab`,
  cellOfRow: ({ row, cell }) => `in Zeile ${row} würde Zelle ${cell} abweichen`,
  cell: ({ address }) => `${address} weicht ab`,
  part: ({ part }) => `der Teil ${part} weicht ab`,
  cellStyle: ({ number }) => `das Zellformat ${number} weicht ab`,
};

export function sheetWords(about: SheetProblem | SheetNote): string {
  return sanitize(toWords(sheetWording, about));
}

function neighbourWords(neighbour: Neighbour): string {
  switch (neighbour.kind) {
    case 'cell':
      return neighbour.address;
    case 'mergedCells':
      return `die verbundenen Zellen ${neighbour.range}`;
    case 'table':
      return `die Excel-Tabelle ${quoted(neighbour.name)}`;
  }
}

function nameRangeInGenitive(range: SortableRange): string {
  return range.kind === 'filter' ? 'des Filters' : `der Excel-Tabelle ${quoted(range.name)}`;
}

/** Without a file name, because users do not see the files that the server writes. */
function describeWriteError(system: string): string {
  return `Die Datei konnte nicht geschrieben werden: ${capitalize(systemFault(system))}. ${askOperator} ${careForDisk(system)}. Versuchen Sie es danach erneut.`;
}

const diskFaults: Readonly<Record<string, string>> = {
  ENOSPC: 'kein Speicherplatz mehr frei',
  EDQUOT: 'kein Speicherplatz mehr frei',
  EFBIG: 'zu groß für diesen Datenträger',
  EACCES: 'Zugriff verweigert',
  EPERM: 'Zugriff verweigert',
  EROFS: 'das Dateisystem ist schreibgeschützt',
  EIO: 'Ein-/Ausgabefehler',
  ESTALE: 'die Verbindung zum Netzlaufwerk wurde unterbrochen',
  EBUSY: 'in einem anderen Programm geöffnet',
  ETXTBSY: 'in einem anderen Programm geöffnet',
  EMFILE: 'zu viele Dateien sind geöffnet',
  ENFILE: 'zu viele Dateien sind geöffnet',
  ENOENT: 'die Datei fehlt',
  ENOTDIR: 'der Ordner fehlt',
  EISDIR: 'der Name gehört zu einem Ordner',
  ENAMETOOLONG: 'der Name ist zu lang',
  EXDEV: 'die Datei ist einzeln eingebunden und lässt sich nicht ersetzen',
};

export function diskFault({ code = '', reason }: Pick<FileFault, 'code' | 'reason'>): string {
  return diskFaults[code] ?? reason;
}

function systemFault(system: string): string {
  // Only writing fails with ENOENT here: the message for a missing file to read is `missing`.
  if (system === 'ENOENT') return 'der Ordner fehlt';
  return diskFaults[system] ?? `Systemfehler ${system}`;
}

export function careForDisk(code: string | undefined): string {
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? 'Speicherplatz freizugeben'
    : 'den Datenordner zu prüfen';
}
