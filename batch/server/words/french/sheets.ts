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
import { askOperator } from './advice.js';
import { choose, formatNumber, listParts, quoted } from './phrases.js';

const importIt = 'importez ce fichier';
const importAgain = 'importez-le à nouveau';
const saveAsXlsx = 'enregistrez-le au format « Classeur Excel (.xlsx) »';
const inItsProgram = 'dans le programme qui l’a créé';
const copyRows = 'Copiez les lignes dans un nouveau classeur et importez celui-ci.';
const downloadCsv = 'Téléchargez les résultats au format CSV.';

const otherFormats: Readonly<Record<OtherFormat, string>> = {
  ods: `Dans LibreOffice, enregistrez-le au format « Excel 2007-365 (.xlsx) », et ${importIt}.`,
  numbers: `Exportez-le de Numbers vers Excel (.xlsx), et ${importIt}.`,
  gsheet: `Dans Google Sheets, téléchargez-le au format « Microsoft Excel (.xlsx) », et ${importIt}.`,
  pdf: 'Un PDF n’a pas de cellules. Importez la feuille de calcul dont il est issu.',
};

const specialFiles: Readonly<Record<SpecialFile, string>> = {
  pipe: 'un tube nommé',
  socket: 'un socket',
  device: 'un périphérique',
};

const sheetWording: Wording<SheetProblems & SheetNotes> = {
  missing: ({ file }) => `Le fichier ${quoted(file)} n’existe plus. Importez-le à nouveau.`,
  isFolder: ({ file }) =>
    `${quoted(file)} est un dossier. Importez le fichier de ce dossier qui contient le tableau.`,
  isSpecial: ({ file, kind }) =>
    `${quoted(file)} est ${specialFiles[kind]}, où aucun résultat ne peut être écrit. Utilisez le fichier qui contient le tableau.`,
  mayNotRead: ({ file }) =>
    `Le serveur n’a pas le droit de lire ${quoted(file)}. ${askOperator} de vérifier les droits d’accès.`,
  inUse: ({ file }) =>
    `${quoted(file)} est utilisé par un autre programme. Fermez-le dans ce programme et réessayez.`,
  unreadable: ({ file, system }) =>
    `${quoted(file)} est illisible (${systemFault(system)}). Vérifiez le fichier ou utilisez-en un autre.`,
  empty: ({ file }) =>
    `${quoted(file)} est vide. Importez un fichier avec des en-têtes et au moins une ligne en dessous.`,
  otherFormat: ({ file, format }) =>
    `${quoted(file)} ne peut pas être lu comme tableau. ${otherFormats[format]}`,
  unsupportedFormat: ({ file }) =>
    `Le format de ${quoted(file)} n’est pas pris en charge. Enregistrez-le en .xlsx ou .csv et ${importIt}.`,

  onlyNamedWorkbook: ({ file }) =>
    `${quoted(file)} a l’extension d’un classeur Excel, mais n’en est pas un. Ouvrez-le ${inItsProgram}, enregistrez-le en .xlsx ou .csv, et ${importIt}.`,
  notWorkbook: ({ file }) =>
    `${quoted(file)} n’est pas un classeur Excel. Ouvrez-le dans votre tableur, ${saveAsXlsx}, et ${importIt}.`,
  binaryWorkbook: ({ file }) =>
    `${quoted(file)} est un classeur binaire (.xlsb). Ouvrez-le dans Excel, ${saveAsXlsx}, et ${importIt}.`,
  oldWorkbook: ({ file }) =>
    `${quoted(file)} est un classeur à l’ancien format .xls ou protégé par un mot de passe. Ouvrez-le dans Excel, ${saveAsXlsx} sans mot de passe, et ${importIt}.`,
  passwordProtected: ({ file }) =>
    `${quoted(file)} est protégé par un mot de passe. Ouvrez-le dans Excel, retirez le mot de passe dans « Fichier > Informations > Protéger le classeur », enregistrez-le et ${importAgain}.`,
  rightsProtected: ({ file }) =>
    `${quoted(file)} est chiffré par une étiquette de confidentialité ou par une gestion des droits. Ouvrez-le dans Excel, enregistrez-en une copie avec une étiquette sans chiffrement (« Accueil > Confidentialité »), et importez cette copie.`,
  damaged: ({ file, damage }) =>
    `${quoted(file)} est endommagé (${toWords(damageWording, damage)}). Ouvrez-le dans Excel et enregistrez-le à nouveau, ou procurez-vous une nouvelle copie. Importez ensuite le fichier enregistré ou la copie.`,
  abnormal: ({ file, abnormality }) =>
    `${quoted(file)} a été refusé, car son contenu est inhabituel pour un classeur (${toWords(abnormalityWording, abnormality)}). ${copyRows}`,
  documentType: () =>
    `Le classeur a été refusé, car l’une de ses parties déclare un type de document, ce qu’aucun classeur ordinaire ne fait. ${copyRows}`,

  notText: ({ file }) =>
    `${quoted(file)} n’est pas un fichier texte, bien que son nom indique CSV. Ouvrez-le ${inItsProgram}, enregistrez-le en « CSV UTF-8 » ou comme classeur Excel (.xlsx), et ${importIt}.`,
  unsupportedEncoding: ({ encoding }) =>
    `L’encodage ${quoted(encoding)} n’est pas pris en charge. Utilisez utf-8, windows-1250 à windows-1258, iso-8859-1 à iso-8859-16 (sauf 12) ou macintosh.`,
  encodingOfWorkbook: ({ file }) =>
    `${quoted(file)} est un classeur, et seuls les fichiers CSV peuvent avoir différents encodages. N’indiquez pas d’encodage.`,
  notInItsEncoding: ({ file, encoding }) =>
    `${quoted(file)} indique être en ${encoding}, mais contient des octets qui ne le sont pas. Enregistrez-le à nouveau en UTF-8 ${inItsProgram} (dans Excel, « CSV UTF-8 »), et ${importIt}.`,
  otherEncoding: ({ file, encoding, named }) =>
    `${quoted(file)} est en ${encoding}, et non en ${named}. N’indiquez pas d’encodage.`,
  notInNamedEncoding: ({ file, named }) =>
    `${quoted(file)} contient des octets qui n’existent pas en ${named} ; son encodage est donc un autre. Corrigez l’encodage.`,
  unclosedQuotation: ({ file, line }) =>
    `${quoted(file)}, ligne ${line} : un guillemet ouvre une cellule ici et n’est pas fermé, ou du texte suit sa fermeture. Fermez-le, ou doublez les guillemets à l’intérieur d’une cellule. Puis importez le fichier à nouveau.`,
  rowsJoined: ({ file, row }) =>
    `${quoted(file)}, ligne ${row} : cette ligne contient une fin de ligne d’un autre type que le reste du fichier ; il peut donc s’agir de deux lignes. Ouvrez le fichier dans un tableur, vérifiez cette ligne, enregistrez le fichier à nouveau, puis importez-le.`,
  endlessRow: ({ file, line, maxChars }) =>
    `${quoted(file)}, ligne ${line} : la ligne du tableau qui commence ici dépasse ${formatNumber(maxChars)} caractères. Cherchez un guillemet qui n’est pas fermé, puis importez le fichier à nouveau.`,

  noSuchSheet: ({ file, format, sheet, sheets }) => {
    const names = sheets.map(quoted).join(', ');
    const known =
      format === 'csv' ? `Un fichier CSV en a une seule : ${names}` : `Ses feuilles : ${names}`;
    return `${quoted(file)} n’a pas de feuille ${quoted(sheet)}. ${known}.`;
  },
  noHeaderRow: ({ sheet, row }) =>
    `La feuille ${quoted(sheet)} n’a pas de ligne ${row} pour les en-têtes.`,
  noRoom: ({ columns, last, neighbour }) => {
    const added = choose(columns, 'colonne de résultats', 'colonnes de résultats');
    return `Il n’y a pas de place pour ${formatNumber(columns)} ${added} : la feuille est utilisée jusqu’à la colonne ${last} (${neighbourWords(neighbour)}). Supprimez les colonnes inutiles à son bord droit, ou copiez les lignes dans une nouvelle feuille.`;
  },

  mayNotWrite: () => notWritten('EACCES'),
  notWritten: ({ system }) => notWritten(system),
  changed: ({ file }) =>
    `${quoted(file)} a été modifié, déplacé ou supprimé pendant l’exécution ; aucun résultat n’a donc été écrit. Réessayez avec le fichier dans son état actuel.`,
  wrongExtension: ({ file, output, extension }) =>
    `Les résultats de ${quoted(file)} ne peuvent pas être écrits sous le nom ${quoted(output)} : choisissez un nom qui se termine par ${extension}.`,
  tooLargeForWorkbook: ({ file, limit, of }) =>
    `${quoted(file)} ne tient pas dans une feuille Excel, qui a au maximum ${formatNumber(limit)} ${of === 'rows' ? 'lignes' : 'colonnes'}. ${downloadCsv}`,
  partTooLarge: ({ part }) =>
    `Avec les résultats, la partie ${part} du classeur dépasserait 4 Go. Répartissez la feuille sur plusieurs classeurs.`,
  packageMissing: () =>
    `Pour écrire les résultats d’un fichier CSV dans un classeur, il manque au serveur le paquet exceljs. ${downloadCsv}`,
  copyDiffers: ({ file, difference }) =>
    `Les résultats ont été abandonnés : le nouveau classeur diffère de ${quoted(file)} par autre chose que ses résultats (${toWords(differenceWording, difference)}). ${quoted(file)} est inchangé.`,

  other: ({ text }) => text,

  signed: ({ file }) =>
    `${quoted(file)} a une signature numérique. Y écrire les résultats rompt cette signature, comme toute modification ; signez-le à nouveau ensuite.`,
  sheetProtected: () =>
    'La feuille est protégée. Les résultats ont été écrits, et la protection a été conservée.',
  formulasNeeded: ({ column, heading, instead }) =>
    `La colonne ${column} ${quoted(heading)} contient des formules dont d’autres cellules ont besoin ; elle n’a donc pas été modifiée, et les résultats sont sous ${quoted(instead)}.`,
  mergedOver: ({ column, row }) =>
    `Des cellules fusionnées recouvrent des résultats dans la colonne ${column}, ligne ${row} : certains résultats restent invisibles tant que vous n’annulez pas la fusion.`,
  tableIsBound: ({ table }) =>
    `Le tableau Excel ${quoted(table)} est alimenté par une autre source ; il n’a donc pas été modifié, et les résultats sont à côté : un tri ou une actualisation les séparera de leurs lignes.`,
  outsideRanges: ({ columns, ranges, more }) => {
    const places = columns.map(({ first, last }) =>
      first === last ? first : `${first} à ${last}`,
    );
    const others = choose(more, 'd’une autre plage', `de ${formatNumber(more)} autres plages`);
    const outside = listParts([...ranges.map(nameRangeAfterDe), ...(more > 0 ? [others] : [])]);
    return `Les résultats en ${places.join(', ')} se trouvent en dehors ${outside} et ne peuvent pas y être inclus : un tri à cet endroit les séparera de leurs lignes.`;
  },
  csvWithoutHeadings: ({ file }) =>
    `${quoted(file)} n’a pas de ligne d’en-têtes ; les résultats sont donc après la dernière colonne, sans en-têtes, et une nouvelle exécution les ajouterait encore une fois.`,
  questionMarks: ({ file, encoding }) =>
    `Certains résultats contiennent des caractères qui n’existent pas en ${encoding}, l’encodage de ${quoted(file)} ; ils ont été remplacés par des points d’interrogation.`,
  cellsCut: ({ file, maxChars }) =>
    `Certaines cellules dépassent les ${formatNumber(maxChars)} caractères qu’Excel autorise. Elles sont tronquées dans le classeur ; ${quoted(file)} reste inchangé.`,
  openElsewhere: ({ file, beside, mark }) =>
    `${quoted(file)} est ouvert dans un tableur ; il n’a donc pas été modifié. Les résultats sont à côté, dans ${quoted(beside)}. Pour les avoir dans ${quoted(file)} même, fermez-le et réessayez ; ne modifiez pas l’autre fichier. Si personne ne l’a ouvert, supprimez ${quoted(mark)}.`,
  notReplaced: ({ file, beside, source, difference }) =>
    `${quoted(file)} n’a pas été modifié, car le fichier écrit n’a pas passé le contrôle par rapport à ${quoted(source)} (${toWords(differenceWording, difference)}). Les résultats sont à côté, dans ${quoted(beside)}. Pour les avoir dans ${quoted(file)} même, ouvrez et enregistrez ${quoted(source)} dans un tableur, fermez-le et réessayez ; ne modifiez pas l’autre fichier.`,
};

const damageWording: Wording<Damages> = {
  noEnd: () => 'sa fin manque, ou ce n’est pas un classeur',
  partsEncrypted: () => 'ses parties sont chiffrées',
  partMissing: ({ part }) => `sa partie ${part} manque`,
  partMoved: ({ part }) => `sa partie ${part} n’est pas à la place indiquée`,
  partCutOff: ({ part }) => `sa partie ${part} est incomplète`,
  partPackedOtherwise: ({ part }) => `sa partie ${part} est compressée d’une manière inconnue`,
  partNotUnpacked: ({ part }) => `sa partie ${part} ne peut pas être décompressée`,
  wrongChecksum: ({ part }) => `la somme de contrôle de sa partie ${part} est fausse`,
  sheetWithoutEnd: () => 'sa feuille n’a pas de fin',
  sheetBreaksOff: ({ row }) => `la feuille s’interrompt après la ligne ${row}`,
  rowWithoutEnd: ({ row }) => `la ligne ${row} de la feuille n’a pas de fin`,
  cellWithoutEnd: ({ row }) => `une cellule de la ligne ${row} n’a pas de fin`,
  unknownElement: ({ row, found }) => `la ligne ${row} de la feuille contient ${found}`,
  rowTooWide: ({ row, last }) => `la ligne ${row} va au-delà de la colonne ${last}`,
  rowsOutOfOrder: ({ row, previous }) => `la ligne ${row} suit la ligne ${previous}`,
  rowNumberTooLarge: ({ row }) => `sa feuille a une ligne ${row}`,
};

const abnormalityWording: Wording<Abnormalities> = {
  tooManyParts: ({ maxParts }) => `il a plus de ${formatNumber(maxParts)} parties`,
  partListTooLong: () => 'la liste de ses parties est trop longue',
  partTwice: ({ part }) => `sa partie ${part} existe en double`,
  partsOverlap: () => 'ses parties se chevauchent',
  partUnpacksTooFar: ({ part, maxRatio }) =>
    `décompressée, sa partie ${part} est plus de ${formatNumber(maxRatio)} fois plus grande`,
  partLargerThan: ({ part, maxBytes }) =>
    `sa partie ${part} dépasse ${formatNumber(maxBytes)} octets`,
  partLargerThanDeclared: ({ part }) => `sa partie ${part} est plus grande qu’annoncé`,
  longBeginning: () => 'la partie de sa feuille qui précède les lignes est extrêmement longue',
  longEnd: () => 'la partie de sa feuille qui suit les lignes est extrêmement longue',
  hugeRow: () => 'une ligne occupe de nombreux mégaoctets',
  hugeText: () => 'un de ses textes occupe de nombreux mégaoctets',
};

const differenceWording: Wording<Differences> = {
  encoding: () => 'son encodage changerait',
  delimiter: () => 'son séparateur changerait',
  moreRows: () => 'il aurait plus de lignes',
  rowMissing: ({ row }) => `la ligne ${row} manquerait`,
  rowMissingOrNew: ({ row }) => `la ligne ${row} manque ou est nouvelle`,
  row: ({ row }) => `la ligne ${row} diffère`,
  cellOfRow: ({ row, cell }) => `la cellule ${cell} de la ligne ${row} serait différente`,
  cell: ({ address }) => `${address} diffère`,
  part: ({ part }) => `la partie ${part} diffère`,
  cellStyle: ({ number }) => `le format de cellule ${number} diffère`,
};

export function sheetWords(about: SheetProblem | SheetNote): string {
  return sanitize(toWords(sheetWording, about));
}

function neighbourWords(neighbour: Neighbour): string {
  switch (neighbour.kind) {
    case 'cell':
      return neighbour.address;
    case 'mergedCells':
      return `les cellules fusionnées ${neighbour.range}`;
    case 'table':
      return `le tableau Excel ${quoted(neighbour.name)}`;
  }
}

function nameRangeAfterDe(range: SortableRange): string {
  return range.kind === 'filter' ? 'du filtre' : `du tableau Excel ${quoted(range.name)}`;
}

// Names no file, because users do not know the files that the server writes.
function notWritten(system: string): string {
  return `Le fichier n’a pas pu être écrit : ${systemFault(system)}. ${askOperator} ${careForDisk(system)}, puis réessayez.`;
}

const diskFaults: Readonly<Record<string, string>> = {
  ENOSPC: 'il n’y a plus d’espace libre',
  EDQUOT: 'il n’y a plus d’espace libre',
  EFBIG: 'trop grand pour ce disque',
  EACCES: 'accès refusé',
  EPERM: 'accès refusé',
  EROFS: 'le système de fichiers est en lecture seule',
  EIO: 'erreur d’entrée-sortie',
  ESTALE: 'la connexion au lecteur réseau a été interrompue',
  EBUSY: 'utilisé par un autre programme',
  ETXTBSY: 'utilisé par un autre programme',
  EMFILE: 'trop de fichiers sont ouverts',
  ENFILE: 'trop de fichiers sont ouverts',
  ENOENT: 'le fichier n’existe pas',
  ENOTDIR: 'le dossier n’existe pas',
  EISDIR: 'le nom est celui d’un dossier',
  ENAMETOOLONG: 'le nom est trop long',
  EXDEV: 'le fichier est monté séparément et ne peut pas être remplacé',
};

export function diskFault({ code = '', reason }: Pick<FileFault, 'code' | 'reason'>): string {
  return diskFaults[code] ?? reason;
}

function systemFault(system: string): string {
  // Only a write reports ENOENT here: if a file to read is missing, the message is `missing`.
  if (system === 'ENOENT') return 'le dossier n’existe pas';
  return diskFaults[system] ?? `erreur système ${system}`;
}

export function careForDisk(code: string | undefined): string {
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? 'de libérer de l’espace'
    : 'de vérifier le dossier de données';
}
