import type {
  IntakeMessages,
  NearMiss,
  SkippedGroup,
} from '../../../engine/intake/intakeMessages.js';
import type { SheetOperationName } from '../../../engine/sheetCommand.js';
import { maxNearMisses } from '../../../wording/intake.js';
import { joinSentences, sentence, value } from '../../../wording/sentence.js';
import type { Wordings } from '../../../wording/wordings.js';
import { nameInput, toGermanLabel } from './labels.js';
import {
  choose,
  countRows,
  firstRows,
  formatNumber,
  joinNames,
  joinQuoted,
  listParts,
  quoteStart,
  theRows,
} from './phrases.js';

/** All nouns are feminine, because "jede" precedes them. */
const rowNouns: Readonly<Record<SheetOperationName, string>> = {
  rwa_create: 'Bewertung',
  rwa_update: 'Entscheidung',
  create_pending_user: 'Einladung',
  remove_user_access: 'Person',
};

const describeNearMiss = ({ column, heading, label }: NearMiss): string =>
  `Spalte ${column} hat die Überschrift „${heading}“ und wird nicht gelesen. Ist „${toGermanLabel(label)}“ gemeint?`;

export const intakeWording: Wordings<IntakeMessages> = {
  mappedToResults: ({ field, heading, column }) =>
    `Die Angabe „${nameInput(field)}“ kann nicht aus „${heading}“ (Spalte ${column}) gelesen werden, denn das ist eine Spalte für Ergebnisse. Wählen Sie unter „Zuordnen“ eine andere Spalte.`,
  mappedHeadingMissing: ({ field, heading, headings }) =>
    sentence`Unter „Zuordnen“ ist für „${nameInput(field)}“ die Überschrift „${heading}“ gewählt, aber die Tabelle hat sie nicht. Die Überschriften der Tabelle sind: ${value(joinNames(headings))}.`,
  mappedColumnMissing: ({ field, column, last }) =>
    `Unter „Zuordnen“ ist für „${nameInput(field)}“ die Spalte ${column} gewählt, aber die Tabelle hat sie nicht. Die letzte Spalte der Tabelle ist ${last}.`,
  columnsAlike: ({ label, columns }) =>
    `Die Spalten ${listParts(columns.map(({ column, heading }) => `${column} („${heading}“)`))} sehen beide nach „${toGermanLabel(label)}“ aus. Wählen Sie unter „Zuordnen“ eine davon.`,
  statusColumnMixed: ({ column, heading, others, more }) => {
    const cells = others.map(
      ({ row, text }) => sentence`In ${column}${`${row}`} steht ${value(quoteStart(text))}`,
    );
    const rest =
      more === 0
        ? ''
        : `, und es gibt ${formatNumber(more)} ${choose(more, 'weitere Stelle', 'weitere Stellen')}`;
    return sentence`Spalte ${column} „${heading}“ enthält Status von Bewertungen und anderen Text. ${joinSentences(cells, ', ')}${rest}. Es ist unsicher, wessen Spalte das ist. Wenn es Ihre ist, ändern Sie ihre Überschrift. Wenn sie mit den Ergebnissen kam, ersetzen Sie den anderen Text: Schreiben Sie „Unconfirmed“, wenn die Zeile vielleicht gesendet wurde, oder leeren Sie die Zelle, wenn sie nicht gesendet wurde. Laden Sie dann die Datei erneut hoch.`;
  },
  sheetMissing: ({ wanted, sheets }) =>
    `Es gibt kein Tabellenblatt „${wanted}“. Die Datei enthält: ${joinQuoted(sheets)}.`,
  headerRowEmpty: ({ sheet, row }) =>
    `${nameSheet(sheet)} enthält nichts in Zeile ${row}. Diese Zeile ist unter „Zuordnen“ als „Überschriftenzeile“ gewählt.`,
  sheetEmpty: ({ sheet, operation }) =>
    `${nameSheet(sheet)} enthält keine Werte. Füllen Sie eine Zeile für jede ${rowNouns[operation]} aus, und laden Sie die Datei erneut hoch. Die Vorlage auf der Seite „Tabellen“ ist ein guter Anfang.`,
  allSheetsHidden: () =>
    'Alle Tabellenblätter der Datei sind ausgeblendet. Wählen Sie eines mit der Liste „Tabellenblatt“ unter „Zuordnen“.',
  headingsDoNotFit: ({ sheet, row, upperRow, hasNone, otherRow, missing, found, ...more }) => [
    hasNone
      ? `Es wurde keine Überschriftenzeile gefunden. Zeile ${row} im Tabellenblatt „${sheet}“ enthält keine der erforderlichen Überschriften.`
      : upperRow === undefined
        ? `Zeile ${row} im Tabellenblatt „${sheet}“ enthält nicht alle erforderlichen Überschriften.`
        : `Die Zeilen ${upperRow} und ${row} im Tabellenblatt „${sheet}“ enthalten nicht alle erforderlichen Überschriften.`,
    ...(otherRow === undefined
      ? []
      : [
          // That row may describe a person, so all headings are written into a new row.
          `Auch Zeile ${otherRow} enthält Überschriften. Fügen Sie über der ersten Person eine neue Zeile ein, schreiben Sie alle Überschriften hinein, und wählen Sie diese Zeile unter „Zuordnen“ als „Überschriftenzeile“.`,
        ]),
    `Es fehlt: ${missing.map(toGermanLabel).join(', ')}.`,
    // A value, because the row may contain the data of a person instead of headings.
    ...(found.first.length === 0 ? [] : [sentence`Gefunden: ${value(joinNames(found))}.`]),
    ...more.nearMisses.slice(0, maxNearMisses).map(describeNearMiss),
    ...(more.guesses.length === 0
      ? []
      : [
          `Vermutet und erst gelesen, wenn jemand die Vermutung bestätigt: ${listGuesses(more.guesses)}. Prüfen Sie das unter „Zuordnen“, und klicken Sie auf „Zeilen prüfen“.`,
        ]),
    ...(more.hiddenSheet === undefined
      ? []
      : [
          `Das ausgeblendete Tabellenblatt „${more.hiddenSheet}“ enthält die Überschriften: Wählen Sie es unter „Zuordnen“.`,
        ]),
    'Wählen Sie für jede fehlende Angabe unter „Zuordnen“ eine Spalte oder einen Wert für alle Zeilen. Wenn die Überschriften in einer anderen Zeile stehen, wählen Sie diese.',
  ],
  assessmentsUnreadable: ({ sheet }) =>
    `Für das Tabellenblatt „${sheet}“ gibt es Bewertungen, aber ihre Angaben können jetzt nicht gelesen werden. Damit ist nicht zu erkennen, welche Entscheidung zu welcher Bewertung gehört. Es wurde nichts gesendet.`,
  noRowHasInput: ({ sheet, label }) => {
    const name = toGermanLabel(label);
    return `Keine Zeile im Tabellenblatt „${sheet}“ enthält die Angabe „${name}“. Füllen Sie die Spalte für „${name}“ in jeder Zeile aus, die gesendet werden soll, und laden Sie die Datei erneut hoch.`;
  },
  noRows: ({ sheet, headerRow, skipped, operation }) =>
    [
      `Das Tabellenblatt „${sheet}“ hat keine Zeilen unter den Überschriften in Zeile ${headerRow}.`,
      ...skipped.map(describeSkipped),
      `Fügen Sie eine Zeile für jede ${rowNouns[operation]} hinzu.`,
    ].join(' '),
  allRowsHidden: ({ sheet }) =>
    `Alle Zeilen im Tabellenblatt „${sheet}“ sind ausgeblendet, und „Ausgeblendete Zeilen überspringen“ ist ausgewählt. Heben Sie diese Auswahl unter „Zuordnen“ auf.`,
  headingsInTwoRows: ({ rows: [upper, lower] }) =>
    `Die Überschriften werden aus den Zeilen ${upper} und ${lower} gelesen.`,
  otherSheetsFit: ({ sheets }) =>
    sheets.first.length === 1
      ? `Auch das Tabellenblatt ${joinQuoted(sheets)} hat die Überschriften, wird aber nicht gelesen. Sie können es mit der Liste „Tabellenblatt“ unter „Zuordnen“ wählen.`
      : `Auch die Tabellenblätter ${joinQuoted(sheets)} haben die Überschriften, werden aber nicht gelesen. Sie können eines davon mit der Liste „Tabellenblatt“ unter „Zuordnen“ wählen.`,
  headingNearlyMatches: describeNearMiss,
  headingTwice: ({ columns, heading, read }) =>
    `Die Spalten ${listParts(columns)} haben beide die Überschrift „${heading}“; nur Spalte ${read} wird gelesen.`,
  inputFromColumn: ({ label, column, heading }) =>
    heading === ''
      ? `Die Angabe „${toGermanLabel(label)}“ wird aus Spalte ${column} gelesen, die keine Überschrift hat (gewählt unter „Zuordnen“).`
      : `Die Angabe „${toGermanLabel(label)}“ wird aus Spalte ${column}, „${heading}“, gelesen (gewählt unter „Zuordnen“).`,
  inputSetForAll: ({ label, value: text, column }) => {
    const unread = column === undefined ? '' : `; Spalte ${column} wird nicht gelesen`;
    return sentence`Die Angabe „${toGermanLabel(label)}“ ist in jeder Zeile „${value(text)}“ (ein Wert für alle Zeilen)${unread}.`;
  },
  rowsSkipped: describeSkipped,
  encodingGuessed: ({ encoding }) =>
    `Die Datei ist nicht UTF-8 und wurde als ${encoding} gelesen. Wenn Buchstaben falsch angezeigt werden, speichern Sie die Datei in dem Programm, aus dem sie stammt, erneut als UTF-8 (in Excel „CSV UTF-8“), und laden Sie sie erneut hoch.`,
  onlyExamples: ({ rows }) =>
    choose(
      rows.length,
      `${firstRows(rows)} ist ein Beispiel der Vorlage. Ersetzen Sie es durch Ihre eigenen Zeilen; nur ein Durchlauf in der Sandbox sendet es.`,
      `${theRows(rows)} sind die Beispiele der Vorlage. Ersetzen Sie sie durch Ihre eigenen Zeilen; nur ein Durchlauf in der Sandbox sendet sie.`,
    ),
  csvHidesNoRows: () =>
    'In einer CSV-Datei ist nicht vermerkt, welche Zeilen ausgeblendet sind: „Ausgeblendete Zeilen überspringen“ unter „Zuordnen“ hat keine Wirkung.',
  hiddenRowsSkipped: ({ rows }) =>
    choose(
      rows,
      `${formatNumber(rows)} ausgeblendete Zeile wird übersprungen („Ausgeblendete Zeilen überspringen“ unter „Zuordnen“).`,
      `${formatNumber(rows)} ausgeblendete Zeilen werden übersprungen („Ausgeblendete Zeilen überspringen“ unter „Zuordnen“).`,
    ),
  hiddenRowsCount: () =>
    'Ausgeblendete Zeilen werden berücksichtigt. Mit „Ausgeblendete Zeilen überspringen“ unter „Zuordnen“ werden sie übersprungen.',
  datesHalfConverted: ({ label }) =>
    `Bei „${toGermanLabel(label)}“ sind alle Tage nach dem 12. als Text gespeichert und andere Tage als Datum. Prüfen Sie die Datumsangaben: Ein Programm, das die Tabelle geöffnet hat, hat vielleicht Tag und Monat vertauscht.`,
  valuesSuggested: ({ cells, value: text, suggestion }) => {
    const cellsCan = choose(cells, 'Zelle kann', 'Zellen können');
    return sentence`${formatNumber(cells)} ${cellsCan} wie vorgeschlagen gelesen werden, zum Beispiel „${value(text)}“ als ${value(suggestion)}: Nehmen Sie die Vorschläge unter „Zuordnen“ an, einzeln oder mit „Alle … bekannten Schreibweisen verwenden“.`;
  },
  valueTaken: ({ column, value: text, suggestion, rows }) => {
    const place = column === undefined ? 'Wert für alle Zeilen' : `Spalte ${column}`;
    return sentence`${place}: „${value(text)}“ wird als ${value(suggestion)} gelesen (${countRows(rows)}).`;
  },
  moreValuesTaken: ({ count }) =>
    choose(
      count,
      `${formatNumber(count)} weiterer Wert wird wie vorgeschlagen gelesen.`,
      `${formatNumber(count)} weitere Werte werden wie vorgeschlagen gelesen.`,
    ),
};

function describeSkipped({ kind, rows, without }: SkippedGroup): string {
  const absent = listParts(
    (without ?? []).map((label) => `„${toGermanLabel(label)}“`),
    'oder',
  );
  if (kind === 'withoutInputs' && without !== undefined) {
    // Many rows may be skipped on purpose, so only their number is shown.
    return choose(
      rows.length,
      `${countRows(rows.length)} enthält keine Angabe ${absent} und wird übersprungen.`,
      `${countRows(rows.length)} enthalten keine Angabe ${absent} und werden übersprungen.`,
    );
  }
  const [singular, plural] = {
    exportLine: [
      'stammt von dem Programm, das die Tabelle exportiert hat, und',
      'stammen von dem Programm, das die Tabelle exportiert hat, und',
    ],
    example: ['ist ein Beispiel der Vorlage und', 'sind Beispiele der Vorlage und'],
    headings: ['wiederholt die Überschriften und', 'wiederholen die Überschriften und'],
    totals: ['ist die Summenzeile einer Tabelle und', 'sind Summenzeilen von Tabellen und'],
    note: [
      `enthält keine Angabe ${absent}, sieht nach einer Notiz oder Zwischensumme aus und`,
      `enthalten keine Angabe ${absent}, sehen nach Notizen oder Zwischensummen aus und`,
    ],
    withoutInputs: [
      'enthält keine Werte in den Spalten, die gelesen werden, und',
      'enthalten keine Werte in den Spalten, die gelesen werden, und',
    ],
  }[kind];
  return choose(
    rows.length,
    `${firstRows(rows)} ${singular ?? ''} wird übersprungen.`,
    `${theRows(rows)} ${plural ?? ''} werden übersprungen.`,
  );
}

function listGuesses(guesses: readonly NearMiss[]): string {
  return guesses
    .map(
      ({ label, heading, column }) => `${toGermanLabel(label)} aus „${heading}“ (Spalte ${column})`,
    )
    .join(', ');
}

function nameSheet(sheet: string | undefined): string {
  return sheet === undefined ? 'Die Datei' : `Das Tabellenblatt „${sheet}“`;
}
