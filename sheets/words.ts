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
  SortableRange,
  SpecialFile,
} from './messages.js';

/** The functions that return the message of each code. */
export type Wording<Messages> = {
  readonly [Code in keyof Messages]: (message: Messages[Code]) => string;
};

const useXlsx = 'save it as "Excel Workbook (.xlsx)"';

const otherFormats: Readonly<Record<OtherFormat, string>> = {
  ods: 'Save it in LibreOffice as "Excel 2007-365 (.xlsx)" and use that file.',
  numbers: 'Export it from Numbers to Excel (.xlsx) and use that file.',
  gsheet: 'Download it from Google Sheets as "Microsoft Excel (.xlsx)" and use that file.',
  pdf: 'A PDF has no cells. Use the spreadsheet that it was made from.',
};

export const specialFileWords: Readonly<Record<SpecialFile, string>> = {
  pipe: 'a named pipe',
  socket: 'a socket',
  device: 'a device',
};

export const encodingAdvice =
  'Use utf-8, windows-1250 to windows-1258, iso-8859-1 to iso-8859-16 (except 12), or macintosh.';

/** The causes and remedies by the code of the system error. */
const writeFaults: Readonly<Record<string, (disk: string) => string>> = {
  ENOSPC: (disk) => `${disk} is full. Free some space`,
  EDQUOT: (disk) => `the quota on ${disk} is used up. Free some space`,
  EFBIG: () => 'the file is too large for this disk. Use another folder',
  EROFS: (disk) => `${disk} is read-only. Choose another folder`,
  EACCES: () => 'it or its folder is read-only, or it is open in another program. Close it there',
  EPERM: () => 'it or its folder is read-only, or it is open in another program. Close it there',
  EBUSY: () =>
    'it is open in another program, or mounted by itself, for example in a container. ' +
    'Close it there, or mount its folder instead',
  EMFILE: () => 'this program has too many files open. Let it open fewer of them',
  ENFILE: () => 'too many files are open on this machine. Close some programs',
  ENOENT: () => 'its folder does not exist. Create the folder',
  ENOTDIR: () => 'its folder does not exist. Create the folder',
  EISDIR: () => 'it is a folder. Choose another name',
  ENAMETOOLONG: () => 'the name is too long. Choose another name',
  EIO: (disk) => `${disk} reported an error. Check the disk or network drive`,
  ESTALE: (disk) => `the connection to ${disk}, a network drive, was interrupted. Connect it again`,
  EXDEV: () => 'the file is mounted by itself, so it cannot be replaced. Mount its folder instead',
  ETXTBSY: () => 'it is in use by another program. Close it there',
};

const sheetWording: Wording<SheetProblems & SheetNotes> = {
  missing: ({ file }) => `The file ${file} does not exist. Check the name and the folder.`,
  isFolder: ({ file }) => `${file} is a folder. Use the file in it that contains the sheet.`,
  isSpecial: ({ file, kind }) =>
    `${file} is ${specialFileWords[kind]}, and results cannot be written into one. Use the file that contains the sheet.`,
  mayNotRead: ({ file, access }) =>
    `${file} may not be read by this account. ${access === undefined ? 'Ask its owner for permission.' : formatAccess(access)}`,
  inUse: ({ file }) => `${file} is in use by another program. Close it there and try again.`,
  unreadable: ({ file, system }) =>
    `${file} cannot be read (${system}). Check the file, or use another one.`,
  empty: ({ file }) =>
    `${file} is empty. Use a file with headings and at least one row below them.`,
  otherFormat: ({ file, format }) => `${file} cannot be read as a sheet. ${otherFormats[format]}`,
  unsupportedFormat: ({ file }) =>
    `${file} has an unsupported format. Save it as .xlsx or .csv and use that file.`,

  onlyNamedWorkbook: ({ file }) =>
    `${file} has the extension of an Excel workbook but is not one. Open it in the program that made it, and save it as .xlsx or .csv.`,
  notWorkbook: ({ file }) =>
    `${file} is not an Excel workbook. Open it in your spreadsheet program, ${useXlsx}, and use that file.`,
  binaryWorkbook: ({ file }) =>
    `${file} is a binary workbook (.xlsb). Open it in Excel, ${useXlsx}, and use that file.`,
  oldWorkbook: ({ file }) =>
    `${file} is a workbook in the old .xls format or protected with a password. Open it in Excel, ${useXlsx} without a password, and use that file.`,
  passwordProtected: ({ file }) =>
    `${file} is protected with a password. Open it in Excel, remove the password under File > Info > Protect Workbook, save it, and try again.`,
  rightsProtected: ({ file }) =>
    `${file} is encrypted by a sensitivity label or by rights management. Open it in Excel, save a copy under a label without encryption (Home > Sensitivity), and use that copy.`,
  damaged: ({ file, damage }) =>
    `${file} is damaged (${toWords(damageWording, damage)}). Open it in Excel and save it again, or get a new copy.`,
  abnormal: ({ file, abnormality }) =>
    `${file} was refused because ${toWords(abnormalityWording, abnormality)}, which is not normal for a workbook. Copy the rows into a new workbook and use that.`,
  documentType: () =>
    'The workbook was refused because one of its parts declares a document type, which no ordinary workbook does. Copy the rows into a new workbook and use that.',

  notText: ({ file }) =>
    `${file} is not a text file, though its name says CSV. Open it in the program that made it, and save it as "CSV UTF-8" or as an Excel workbook (.xlsx).`,
  unsupportedEncoding: ({ encoding }) =>
    `The encoding "${encoding}" is not supported. ${encodingAdvice}`,
  encodingOfWorkbook: ({ file }) =>
    `${file} is a workbook, and only CSV files can have different encodings. Remove the encoding option.`,
  notInItsEncoding: ({ file, encoding }) =>
    `${file} has the byte order mark of ${encoding}, but contains bytes that are not ${encoding}. Save it again as UTF-8 in the program that made it (in Excel, "CSV UTF-8").`,
  otherEncoding: ({ file, encoding, named }) =>
    `${file} is ${encoding}, not ${named}. Remove the encoding option.`,
  notInNamedEncoding: ({ file, named }) =>
    `${file} contains bytes that are not valid in ${named}, so it has another encoding. Correct the encoding option.`,
  unclosedQuotation: ({ file, line }) =>
    `${file}, line ${line}: a quotation mark opens a cell here and is not closed, or text follows where it closes. Close it, or write quotation marks within a cell twice, and try again.`,
  rowsJoined: ({ file, row }) =>
    `${file}, row ${row}: this row contains a line end of another kind than the rest of the file, so it may be two rows. Open the file in a spreadsheet program, check this row, save the file again, and try again.`,
  endlessRow: ({ file, line, maxChars }) =>
    `${file}, line ${line}: the row that begins here is longer than ${maxChars} characters. Look for a quotation mark that is not closed, and try again.`,

  noSuchSheet: ({ file, format, sheet, sheets }) => {
    const names = sheets.map((name) => `"${name}"`).join(', ');
    const known = format === 'csv' ? `A CSV file has one, named ${names}` : `Its sheets: ${names}`;
    return `${file} has no sheet "${sheet}". ${known}.`;
  },
  noHeaderRow: ({ sheet, row }) => `${sheet} has no row ${row} for the headings.`,
  noRoom: ({ columns, last, neighbour }) =>
    `There is no room for ${columns} columns of results: the sheet is in use up to column ${last} (${formatNeighbour(neighbour)}). Delete columns at its right edge that you do not need, or copy the rows into a new sheet.`,

  mayNotWrite: ({ file, access }) =>
    `${file} could not be written. ${formatAccess(access)} Then try again.`,
  notWritten: ({ file, folder, system }) => {
    const disk = `the disk of ${folder}`;
    const fault =
      writeFaults[system]?.(disk) ??
      `${disk} refused it (${system}). Check the disk or network drive`;
    return `${file} could not be written: ${fault}, then try again.`;
  },
  changed: ({ file }) =>
    `${file} was changed, moved or deleted during the run, so no results were written. Try again with the file as it is now.`,
  wrongExtension: ({ file, output, extension }) =>
    `The results of ${file} cannot be written as ${output}: choose a name that ends in ${extension}.`,
  tooLargeForWorkbook: ({ file, limit, of }) =>
    `${file} does not fit into an Excel worksheet, which has at most ${limit} ${of}. Choose an output that ends in .csv.`,
  partTooLarge: ({ part }) =>
    `With the results, the part ${part} of the workbook would be larger than 4 GB. Split the sheet into several workbooks.`,
  packageMissing: () =>
    'Results of a CSV file are written as a workbook by the package exceljs, which is not installed. Install it, or use an output file that ends in .csv.',
  copyDiffers: ({ file, difference }) =>
    `The results were discarded: the new workbook differs from ${file} in more than its results (${toWords(differenceWording, difference)}). ${file} is unchanged.`,

  other: ({ text }) => text,

  signed: ({ file }) =>
    `${file} is digitally signed. Writing results into it breaks the signature, as every change does; sign it again afterwards.`,
  sheetProtected: () =>
    'The sheet is protected. The results were written, and the protection was kept.',
  formulasNeeded: ({ column, heading, instead }) =>
    `Column ${column} "${heading}" contains formulas that other cells need, so it was not changed and the results are under "${instead}".`,
  mergedOver: ({ column, row }) =>
    `Cells are merged over results in column ${column}, row ${row}: some results do not show until you unmerge them.`,
  tableIsBound: ({ table }) =>
    `The table "${table}" is filled from another source, so it was not changed, and the results are beside it: sorting or refreshing it will separate them from their rows.`,
  outsideRanges: ({ columns, ranges, more }) => {
    const places = columns.map(({ first, last }) =>
      first === last ? first : `${first} to ${last}`,
    );
    const others = more > 0 ? ` and ${more} more` : '';
    return `The results in ${places.join(', ')} lie outside ${ranges.map(rangeWords).join(', ')}${others}, which cannot grow over them: sorting there will separate the results from their rows.`;
  },
  csvWithoutHeadings: ({ file }) =>
    `${file} has no heading row, so the results are after the last column, without headings, and another run would add them again.`,
  questionMarks: ({ file, encoding }) =>
    `Some results contain characters that ${encoding}, the encoding of ${file}, does not have; they were written as question marks.`,
  cellsCut: ({ file, maxChars }) =>
    `Some cells are longer than the ${maxChars} characters that Excel allows. They are cut in the workbook; ${file} is unchanged.`,
  openElsewhere: ({ file, beside, mark }) =>
    `${file} is open in a spreadsheet program, so it was not changed. The results are in ${beside} beside it. To get them into ${file} itself, close it and try again; do not edit the other file. If nobody has it open, delete ${mark}.`,
  notReplaced: ({ file, beside, source, difference }) =>
    `${file} was not changed, because the written file did not pass the check against ${source} (${toWords(differenceWording, difference)}). The results are in ${beside} beside it. To get them into ${file} itself, open and save ${source} in a spreadsheet program, close it and try again; do not edit the other file.`,
};

const damageWording: Wording<Damages> = {
  noEnd: () => 'its end is missing or it is no workbook at all',
  partsEncrypted: () => 'its parts are encrypted',
  partMissing: ({ part }) => `its part ${part} is missing`,
  partMoved: ({ part }) => `its part ${part} is not where the directory says`,
  partCutOff: ({ part }) => `its part ${part} is cut off`,
  partPackedOtherwise: ({ part }) => `its part ${part} is packed in an unknown way`,
  partNotUnpacked: ({ part }) => `its part ${part} cannot be unpacked`,
  wrongChecksum: ({ part }) => `the checksum of its part ${part} is wrong`,
  sheetWithoutEnd: () => 'its sheet has no end',
  sheetBreaksOff: ({ row }) => `the sheet breaks off after row ${row}`,
  rowWithoutEnd: ({ row }) => `row ${row} of the sheet has no end`,
  cellWithoutEnd: ({ row }) => `a cell in row ${row} of the sheet has no end`,
  unknownElement: ({ row, found }) => `row ${row} of the sheet contains ${found}`,
  rowTooWide: ({ row, last }) => `row ${row} goes beyond column ${last}`,
  rowsOutOfOrder: ({ row, previous }) => `row ${row} of the sheet comes after row ${previous}`,
  rowNumberTooLarge: ({ row }) => `its sheet has a row ${row}`,
};

const abnormalityWording: Wording<Abnormalities> = {
  tooManyParts: ({ maxParts }) => `it has more than ${maxParts} parts`,
  partListTooLong: () => 'the list of its parts is too long',
  partTwice: ({ part }) => `its part ${part} is there twice`,
  partsOverlap: () => 'its parts overlap each other',
  partUnpacksTooFar: ({ part, maxRatio }) =>
    `its part ${part} unpacks to more than ${maxRatio} times its size`,
  partLargerThan: ({ part, maxBytes }) => `its part ${part} is larger than ${maxBytes} bytes`,
  partLargerThanDeclared: ({ part }) => `its part ${part} is larger than it declares`,
  longBeginning: () => 'the part of its sheet before the rows is extremely long',
  longEnd: () => 'the part of its sheet after the rows is extremely long',
  hugeRow: () => 'one row fills many megabytes',
  hugeText: () => 'one of its texts fills many megabytes',
};

const differenceWording: Wording<Differences> = {
  encoding: () => 'its encoding would change',
  delimiter: () => 'its delimiter would change',
  moreRows: () => 'it would have more rows',
  rowMissing: ({ row }) => `row ${row} would be missing`,
  rowMissingOrNew: ({ row }) => `row ${row} is missing or new`,
  row: ({ row }) => `row ${row} differs`,
  cellOfRow: ({ row, cell }) => `row ${row} would differ in cell ${cell}`,
  cell: ({ address }) => `${address} differs`,
  part: ({ part }) => `part ${part} differs`,
  cellStyle: ({ number }) => `cell style ${number} differs`,
};

/** Returns the English words of a problem or a note: a few sentences. */
export function sheetWords(message: SheetProblem | SheetNote): string {
  return toWords(sheetWording, message);
}

export function toWords<Messages>(wording: Wording<Messages>, message: Coded<Messages>): string {
  const word = wording[message.code] as (given: Coded<Messages>) => string;
  return word(message);
}

export function formatNeighbour(neighbour: Neighbour): string {
  switch (neighbour.kind) {
    case 'cell':
      return neighbour.address;
    case 'mergedCells':
      return `the merged cells ${neighbour.range}`;
    case 'table':
      return rangeWords(neighbour);
  }
}

function rangeWords(range: SortableRange): string {
  return range.kind === 'filter' ? 'the filter' : `the table "${range.name}"`;
}

export function formatAccess(access: Access): string {
  return `${formatOwner(access)} ${adviseOnAccess(access)}`;
}

export function formatOwner({
  name,
  isFolder,
  owner,
  group,
  mode,
  account,
}: Omit<Access, 'obstacle'>): string {
  const subject = isFolder ? `The folder ${name}` : name;
  return `${subject} belongs to ${owner} (group ${group}, mode ${mode}), and this program runs as ${account}.`;
}

function adviseOnAccess({ isFolder, obstacle }: Access): string {
  switch (obstacle.kind) {
    case 'stickyFolder':
      return `${obstacle.folder} is sticky (mode ${obstacle.mode}), so only the owner of a file or of the folder may replace it. Run chmod -t on the folder, or run this program as the owner of the file.`;
    case 'owner':
      return 'If even this account has no permission, run chmod u+rw; otherwise an attribute (chattr +i), the file system or the hardening of a service forbids it.';
    case 'group': {
      const subject = isFolder ? 'the folder' : 'the file';
      const rights = isFolder ? 'g+rwxs' : 'g+rw';
      return `Put both accounts into one group, give ${subject} that group (chgrp GROUP) and let the group read and write (chmod ${rights}).`;
    }
  }
}
