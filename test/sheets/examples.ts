// Examples of the problems and notes about files, for the tests of their words in each language.

import type {
  Abnormalities,
  Access,
  Coded,
  Damages,
  Differences,
  Neighbour,
  OtherFormat,
  SheetNote,
  SheetNotes,
  SheetProblem,
  SheetProblems,
  SpecialFile,
} from '../../sheets/index.js';

/** For each code, the values of one or more messages. */
type Examples<Messages> = { readonly [Code in keyof Messages]: readonly Messages[Code][] };

const file = 'hires.xlsx';
const csv = 'hires.csv';
const part = 'xl/worksheets/sheet1.xml';

const damages: Examples<Damages> = {
  noEnd: [{}],
  partsEncrypted: [{}],
  partMissing: [{ part }],
  partMoved: [{ part }],
  partCutOff: [{ part }],
  partPackedOtherwise: [{ part }],
  partNotUnpacked: [{ part }],
  wrongChecksum: [{ part }],
  sheetWithoutEnd: [{}],
  sheetBreaksOff: [{ row: 12 }],
  rowWithoutEnd: [{ row: 12 }],
  cellWithoutEnd: [{ row: 12 }],
  unknownElement: [{ row: 12, found: '<x:y' }],
  rowTooWide: [{ row: 12, last: 'XFD' }],
  rowsOutOfOrder: [{ row: 11, previous: 12 }],
  rowNumberTooLarge: [{ row: 1_048_577 }],
};

const abnormalities: Examples<Abnormalities> = {
  tooManyParts: [{ maxParts: 10_000 }],
  partListTooLong: [{}],
  partTwice: [{ part }],
  partsOverlap: [{}],
  partUnpacksTooFar: [{ part, maxRatio: 400 }],
  partLargerThan: [{ part, maxBytes: 67_108_864 }],
  partLargerThanDeclared: [{ part }],
  longBeginning: [{}],
  longEnd: [{}],
  hugeRow: [{}],
  hugeText: [{}],
};

const differences: Examples<Differences> = {
  encoding: [{}],
  delimiter: [{}],
  moreRows: [{}],
  rowMissing: [{ row: 12 }],
  rowMissingOrNew: [{ row: 12 }],
  row: [{ row: 12 }],
  cellOfRow: [{ row: 12, cell: 3 }],
  cell: [{ address: 'B3' }],
  part: [{ part }],
  cellStyle: [{ number: 4 }],
};

const access = {
  name: file,
  isFolder: false,
  owner: 'ada',
  group: 'hr',
  mode: '640',
  account: 'app',
};
const accesses: readonly Access[] = [
  { ...access, obstacle: { kind: 'group' } },
  { ...access, name: 'hr', isFolder: true, obstacle: { kind: 'group' } },
  { ...access, obstacle: { kind: 'owner' } },
  { ...access, obstacle: { kind: 'stickyFolder', folder: '/srv/hr', mode: '1777' } },
];

const kinds: Readonly<Record<SpecialFile, true>> = { pipe: true, socket: true, device: true };
const formats: Readonly<Record<OtherFormat, true>> = {
  ods: true,
  numbers: true,
  gsheet: true,
  pdf: true,
};
const neighbours: readonly Neighbour[] = [
  { kind: 'cell', address: 'XFD3' },
  { kind: 'mergedCells', range: 'XFC3:XFD3' },
  { kind: 'table', name: 'Legend' },
];
const systemCodes =
  'ENOSPC EDQUOT EFBIG EROFS EACCES EPERM EBUSY EMFILE ENFILE ENOENT ENOTDIR EISDIR ENAMETOOLONG EIO ESTALE EXDEV ETXTBSY EUNKNOWN';

const problems: Examples<SheetProblems> = {
  missing: [{ file }],
  isFolder: [{ file }],
  isSpecial: Object.keys(kinds).map((kind) => ({ file, kind: kind as SpecialFile })),
  mayNotRead: [{ file }, { file, access: accesses[0] }],
  inUse: [{ file }],
  unreadable: [
    { file, system: 'EIO' },
    { file, system: 'EUNKNOWN' },
  ],
  empty: [{ file }],
  otherFormat: Object.keys(formats).map((format) => ({ file, format: format as OtherFormat })),
  unsupportedFormat: [{ file }],
  onlyNamedWorkbook: [{ file }],
  notWorkbook: [{ file }],
  binaryWorkbook: [{ file }],
  oldWorkbook: [{ file }],
  passwordProtected: [{ file }],
  rightsProtected: [{ file }],
  damaged: toMessages(damages).map((damage) => ({ file, damage })),
  abnormal: toMessages(abnormalities).map((abnormality) => ({ file, abnormality })),
  documentType: [{}],
  notText: [{ file: csv }],
  unsupportedEncoding: [{ encoding: 'utf-32' }],
  encodingOfWorkbook: [{ file }],
  notInItsEncoding: [{ file: csv, encoding: 'UTF-8' }],
  otherEncoding: [{ file: csv, encoding: 'UTF-8', named: 'Windows-1250' }],
  notInNamedEncoding: [{ file: csv, named: 'Windows-1250' }],
  unclosedQuotation: [{ file: csv, line: 12 }],
  rowsJoined: [{ file: csv, row: 12 }],
  endlessRow: [{ file: csv, line: 12, maxChars: 16_777_216 }],
  noSuchSheet: [
    { file, format: 'xlsx', sheet: 'Trips', sheets: ['Hires', 'Legend'] },
    { file: csv, format: 'csv', sheet: 'Trips', sheets: ['hires'] },
  ],
  noHeaderRow: [{ sheet: 'Hires', row: 40 }],
  noRoom: neighbours.map((neighbour) => ({ columns: 8, last: 'XFD', neighbour })),
  mayNotWrite: accesses.map((facts) => ({ file, access: facts })),
  notWritten: systemCodes.split(' ').map((system) => ({ file, folder: '/srv/hr', system })),
  changed: [{ file }],
  wrongExtension: [{ file, output: 'results.csv', extension: '.xlsx' }],
  tooLargeForWorkbook: [
    { file: csv, limit: 16_384, of: 'columns' },
    { file: csv, limit: 1_048_576, of: 'rows' },
  ],
  partTooLarge: [{ part }],
  packageMissing: [{}],
  copyDiffers: toMessages(differences).map((difference) => ({ file, difference })),
  other: [{ text: 'The file is not a workbook.' }],
};

const notes: Examples<SheetNotes> = {
  signed: [{ file }],
  sheetProtected: [{}],
  formulasNeeded: [{ column: 'C', heading: 'Score', instead: 'Score 2' }],
  mergedOver: [{ column: 'C', row: 12 }],
  tableIsBound: [{ table: 'Hires' }],
  outsideRanges: [
    { columns: [{ first: 'E', last: 'E' }], ranges: [{ kind: 'filter' }], more: 0 },
    {
      columns: [
        { first: 'E', last: 'G' },
        { first: 'I', last: 'I' },
      ],
      ranges: [
        { kind: 'table', name: 'Hires' },
        { kind: 'table', name: 'Legend' },
      ],
      more: 1,
    },
  ],
  csvWithoutHeadings: [{ file: csv }],
  questionMarks: [{ file: csv, encoding: 'Windows-1252' }],
  cellsCut: [{ file: csv, maxChars: 32_767 }],
  openElsewhere: [{ file, beside: 'hires.results.xlsx', mark: '~$hires.xlsx' }],
  notReplaced: [
    { file, beside: 'hires.results.xlsx', source: file, difference: { code: 'moreRows' } },
  ],
};

function toMessages<Messages>(examples: Examples<Messages>) {
  type Message = Coded<Messages>;
  const messages = Object.entries(examples as Readonly<Record<string, readonly object[]>>).flatMap(
    ([code, values]) => values.map((value) => ({ code, ...value }) as Message),
  );
  return messages as [Message, ...Message[]];
}

export const sheetExamples: readonly [SheetProblem | SheetNote, ...(SheetProblem | SheetNote)[]] = [
  ...toMessages(problems),
  ...toMessages(notes),
];
