// The French words for the texts of the sheet library about a file that cannot be read or written.

import { choose, quoted, replaceByPattern } from './phrases.js';

const saveAsXlsx = 'enregistrez-le au format « Classeur Excel (.xlsx) »';

/** The texts, each with the name of a file or what is wrong in it. */
const patterns: readonly (readonly [pattern: RegExp, words: (...parts: string[]) => string])[] = [
  [
    /^The file (?:"(.+)"|of this sheet) was deleted\. Upload it again to continue\.$/s,
    (file = '') =>
      file === ''
        ? 'Le fichier de ce tableau a été supprimé. Importez-le à nouveau pour continuer.'
        : `Le fichier ${quoted(file)} a été supprimé. Importez-le à nouveau pour continuer.`,
  ],
  [
    /^(.+) is protected with a password\. Open it in Excel, /s,
    (file = '') =>
      `${file} est protégé par un mot de passe. Ouvrez-le dans Excel, retirez le mot de passe dans « Fichier > Informations > Protéger le classeur », enregistrez-le et réessayez.`,
  ],
  [
    /^(.+) is a workbook in the old \.xls format or protected with a password\. /s,
    (file = '') =>
      `${file} est un classeur à l’ancien format .xls ou protégé par un mot de passe. Ouvrez-le dans Excel, ${saveAsXlsx} sans mot de passe, et utilisez ce fichier.`,
  ],
  [
    /^(.+) is encrypted by a sensitivity label or by rights management\. /s,
    (file = '') =>
      `${file} est chiffré par une étiquette de confidentialité ou par une gestion des droits. Ouvrez-le dans Excel, enregistrez-en une copie avec une étiquette sans chiffrement (« Accueil > Confidentialité »), et utilisez cette copie.`,
  ],
  [
    /^(.+) is a binary workbook \(\.xlsb\)\. /s,
    (file = '') =>
      `${file} est un classeur binaire (.xlsb). Ouvrez-le dans Excel, ${saveAsXlsx}, et utilisez ce fichier.`,
  ],
  [
    /^(.+) is not an Excel workbook\. /s,
    (file = '') =>
      `${file} n’est pas un classeur Excel. Ouvrez-le dans votre tableur, ${saveAsXlsx}, et utilisez ce fichier.`,
  ],
  [
    /^(.+) has the extension of an Excel workbook but is not one\. /s,
    (file = '') =>
      `${file} a l’extension d’un classeur Excel, mais n’en est pas un. Ouvrez-le dans le programme qui l’a créé, et enregistrez-le en .xlsx ou .csv.`,
  ],
  [
    /^(.+\.pdf) cannot be read as a sheet\. /is,
    (file = '') =>
      `${file} ne peut pas être lu comme tableau. Un PDF n’a pas de cellules : utilisez le tableau à partir duquel il a été créé.`,
  ],
  [
    /^(.+) cannot be read as a sheet\. /s,
    (file = '') =>
      `${file} ne peut pas être lu comme tableau. Dans le programme qui l’a créé, ${saveAsXlsx}, et utilisez ce fichier.`,
  ],
  [
    /^(.+) has an unsupported format\. /s,
    (file = '') =>
      `Le format de ${file} n’est pas pris en charge. Enregistrez-le en .xlsx ou .csv et utilisez ce fichier.`,
  ],
  [
    /^(.+) is empty\. Use a file with headings and at least one row/s,
    (file = '') =>
      `${file} est vide. Utilisez un fichier avec des en-têtes et au moins une ligne en dessous.`,
  ],
  [
    /^(.+) is damaged \((.+)\)\. Open it in Excel and save it again, or get a new copy\.$/s,
    (file = '', what = '') =>
      `${file} est endommagé (${what}). Ouvrez-le dans Excel et enregistrez-le à nouveau, ou procurez-vous une nouvelle copie.`,
  ],
  [
    /^(.+) was refused because (.+), which is not normal for a workbook\. /s,
    (file = '', what = '') =>
      `${file} a été refusé, car son contenu est inhabituel pour un classeur (${what}). Copiez les lignes dans un nouveau classeur et utilisez celui-ci.`,
  ],
  [
    /^The workbook was refused because one of its parts declares a document type, /,
    () =>
      'Le classeur a été refusé, car l’une de ses parties déclare un type de document, ce qu’aucun classeur ordinaire ne fait. Copiez les lignes dans un nouveau classeur et utilisez celui-ci.',
  ],
  [
    /^(.+) is not a text file, though its name says CSV\. /s,
    (file = '') =>
      `${file} n’est pas un fichier texte, bien que son nom indique CSV. Ouvrez-le dans le programme qui l’a créé, et enregistrez-le en « CSV UTF-8 » ou comme classeur Excel (.xlsx).`,
  ],
  [
    /^(.+) says that it is (\S+), but contains bytes that are not\. /s,
    (file = '', encoding = '') =>
      `${file} indique être en ${encoding}, mais contient des octets qui ne le sont pas. Enregistrez-le à nouveau en UTF-8 dans le programme qui l’a créé (dans Excel, « CSV UTF-8 »).`,
  ],
  [
    /^(.+), line (\d+): a quotation mark opens a cell here and is not closed, /s,
    (file = '', line = '') =>
      `${file}, ligne ${line} : un guillemet ouvre une cellule ici et n’est pas fermé, ou du texte suit sa fermeture. Fermez-le, ou doublez les guillemets à l’intérieur d’une cellule, et réessayez.`,
  ],
  [
    /^(.+), line (\d+): the row that begins here is longer than (\d+) characters\. /s,
    (file = '', line = '', limit = '') =>
      `${file}, ligne ${line} : la ligne du tableau qui commence ici dépasse ${limit} caractères. Cherchez un guillemet qui n’est pas fermé, et réessayez.`,
  ],
  [
    /^(.+) has no sheet "(.+)"\. A CSV file has one, named "(.+)"\.$/s,
    (file = '', wanted = '', name = '') =>
      `${file} n’a pas de feuille ${quoted(wanted)}. Un fichier CSV en a une seule, nommée ${quoted(name)}.`,
  ],
  [
    /^(.+) has no sheet "(.+)"\. Its sheets: (.+)\.$/s,
    (file = '', wanted = '', names = '') =>
      `${file} n’a pas de feuille ${quoted(wanted)}. Ses feuilles : ${names}.`,
  ],
  [
    /^(.+) has no row (\d+) for the headings\.$/s,
    (sheet = '', row = '') => `${sheet} n’a pas de ligne ${row} pour les en-têtes.`,
  ],
  [
    /^There is no room for (\d+) columns of results: the sheet is in use up to column (\w+) /,
    (columns = '', last = '') =>
      choose(
        Number(columns),
        `Il n’y a pas de place pour ${columns} colonne de résultats : la feuille est utilisée jusqu’à la colonne ${last}. Supprimez ce qui est inutile à sa droite, ou copiez les lignes dans une nouvelle feuille.`,
        `Il n’y a pas de place pour ${columns} colonnes de résultats : la feuille est utilisée jusqu’à la colonne ${last}. Supprimez ce qui est inutile à sa droite, ou copiez les lignes dans une nouvelle feuille.`,
      ),
  ],
  [
    /^With the results, the part (\S+) of the workbook would be larger than 4 GB\. /,
    (name = '') =>
      `Avec les résultats, la partie ${name} du classeur dépasserait 4 Go. Répartissez la feuille sur plusieurs classeurs.`,
  ],
];

/** Returns the French words for a text of the sheet library; an unknown text stays as it is. */
export function sheetErrorText(text: string): string {
  return replaceByPattern(patterns, text);
}
