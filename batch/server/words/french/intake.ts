import type {
  IntakeMessages,
  NearMiss,
  SkippedGroup,
} from '../../../engine/intake/intakeMessages.js';
import type { SheetOperationName } from '../../../engine/sheetCommand.js';
import { maxNearMisses } from '../../../wording/intake.js';
import { joinSentences, sentence, value as cell } from '../../../wording/sentence.js';
import type { Wordings } from '../../../wording/wordings.js';
import { quoteField, quoteLabel, toFrenchLabel } from './labels.js';
import {
  choose,
  countRows,
  formatNumber,
  joinNames,
  joinQuoted,
  listParts,
  quoted,
  quoteStart,
  theRowsFirst,
} from './phrases.js';

const chooseSheet = 'dans la liste « Feuille » de « Correspondance »';
const headerRowOption = '« Ligne des en-têtes » dans « Correspondance »';
const skipHidden = '« Ignorer les lignes masquées » dans « Correspondance »';

const rowNouns: Readonly<Record<SheetOperationName, string>> = {
  rwa_create: 'évaluation',
  rwa_update: 'décision',
  create_pending_user: 'invitation',
  remove_user_access: 'personne',
};

export const intakeWording: Wordings<IntakeMessages> = {
  mappedToResults: ({ field, heading, column }) =>
    `${quoteField(field)} ne peut pas être lu dans ${quoted(heading)} (colonne ${column}), qui est une colonne de résultats. Choisissez une autre colonne dans « Correspondance ».`,
  mappedHeadingMissing: ({ field, heading, headings }) =>
    sentence`Sous « Correspondance », l’en-tête ${quoted(heading)} est choisi pour ${quoteField(field)}, mais le tableau ne l’a pas. Ses en-têtes sont : ${cell(joinNames(headings))}.`,
  mappedColumnMissing: ({ field, column, last }) =>
    `Sous « Correspondance », la colonne ${column} est choisie pour ${quoteField(field)}, mais le tableau ne l’a pas. Sa dernière colonne est ${last}.`,
  columnsAlike({ label, columns }) {
    const both = columns.map(({ column, heading }) => `${column} (${quoted(heading)})`);
    return `Les colonnes ${listParts(both)} semblent toutes les deux correspondre à ${quoteLabel(label)}. Choisissez l’une d’elles dans « Correspondance ».`;
  },
  statusColumnMixed({ column, heading, others, more }) {
    const cells = others.map(
      ({ row, text }) => sentence`${column}${`${row}`} contient ${cell(quoteStart(text))}`,
    );
    const rest = more === 0 ? '' : `, et ${formatNumber(more)} ${choose(more, 'autre', 'autres')}`;
    return sentence`La colonne ${column} ${quoted(heading)} contient des statuts d’évaluations et d’autres textes : ${joinSentences(cells, ', ')}${rest}. On ne sait pas avec certitude si cette colonne est la vôtre. Si c’est le cas, modifiez son en-tête. Si elle provient d’un téléchargement avec les résultats, remplacez les autres textes : saisissez Unconfirmed si la ligne a peut-être été envoyée, ou videz la cellule si elle ne l’a pas été. Importez ensuite le fichier à nouveau.`;
  },
  sheetMissing: ({ wanted, sheets }) =>
    `Il n’y a pas de feuille ${quoted(wanted)}. Le fichier contient : ${joinQuoted(sheets)}.`,
  headerRowEmpty: ({ sheet, row }) =>
    `${nameSheet(sheet)} ne contient rien à la ligne ${row}, choisie avec ${headerRowOption}.`,
  sheetEmpty: ({ sheet, operation }) =>
    `${nameSheet(sheet)} ne contient aucune valeur. Remplissez une ligne par ${rowNouns[operation]} et importez le fichier à nouveau. Le modèle de la page « Tableaux » est un bon point de départ.`,
  allSheetsHidden: () =>
    `Toutes les feuilles du fichier sont masquées. Choisissez-en une ${chooseSheet}.`,
  headingsDoNotFit({ otherRow, missing, found, nearMisses, guesses, hiddenSheet, ...rows }) {
    return [
      misfitText(rows),
      ...(otherRow === undefined
        ? []
        : [
            // That row may describe a person, so the user should insert a new row.
            `La ligne ${otherRow} contient aussi des en-têtes. Insérez une nouvelle ligne au-dessus de la première personne, écrivez-y tous les en-têtes, et choisissez-la avec ${headerRowOption}.`,
          ]),
      `Manquant : ${missing.map(toFrenchLabel).join(', ')}.`,
      // A value, because the row may contain people's data instead of headings.
      ...(found.first.length === 0 ? [] : [sentence`Trouvé : ${cell(joinNames(found))}.`]),
      ...nearMisses.slice(0, maxNearMisses).map(nearMissText),
      ...(guesses.length === 0
        ? []
        : [
            `Proposé, mais pas lu tant que personne ne l’a confirmé : ${guesses.map(guessText).join(', ')}. Vérifiez-le dans « Correspondance », puis cliquez sur « Vérifier les lignes ».`,
          ]),
      ...(hiddenSheet === undefined
        ? []
        : [
            `La feuille masquée ${quoted(hiddenSheet)} les contient : choisissez-la dans « Correspondance ».`,
          ]),
      'Choisissez une colonne pour chacun dans « Correspondance », ou une valeur pour toutes les lignes. Si les en-têtes se trouvent dans une autre ligne, choisissez celle-ci.',
    ];
  },
  assessmentsUnreadable: ({ sheet }) =>
    `Des évaluations ont été faites à partir de la feuille ${quoted(sheet)}, mais leurs données sont maintenant illisibles ; rien n’indique donc quelle décision se rapporte à quelle évaluation. Rien n’a été envoyé.`,
  noRowHasInput: ({ sheet, label }) =>
    `Aucune ligne de la feuille ${quoted(sheet)} n’a de valeur pour ${quoteLabel(label)}. Renseignez la colonne ${quoteLabel(label)} dans chaque ligne à envoyer, et importez le fichier à nouveau.`,
  noRows: ({ sheet, headerRow, skipped, operation }) =>
    [
      `La feuille ${quoted(sheet)} n’a aucune ligne sous ses en-têtes à la ligne ${headerRow}.`,
      ...skipped.map(skippedRowsText),
      `Ajoutez une ligne par ${rowNouns[operation]}.`,
    ].join(' '),
  allRowsHidden: ({ sheet }) =>
    `Toutes les lignes de la feuille ${quoted(sheet)} sont masquées, et « Ignorer les lignes masquées » est coché. Décochez cette case dans « Correspondance ».`,
  headingsInTwoRows: ({ rows: [upper, lower] }) =>
    `Les en-têtes sont lus dans les lignes ${upper} et ${lower}.`,
  otherSheetsFit: ({ sheets }) =>
    choose(
      sheets.first.length,
      `La feuille ${joinQuoted(sheets)} contient aussi les en-têtes, mais n’est pas lue ; pour la choisir, sélectionnez-la ${chooseSheet}.`,
      `Les feuilles ${joinQuoted(sheets)} contiennent aussi les en-têtes, mais ne sont pas lues ; pour en choisir une, sélectionnez-la ${chooseSheet}.`,
    ),
  headingNearlyMatches: nearMissText,
  headingTwice: ({ columns, heading, read }) =>
    `Les colonnes ${listParts(columns)} ont toutes les deux l’en-tête ${quoted(heading)} ; seule la colonne ${read} est lue.`,
  inputFromColumn: ({ label, column, heading }) =>
    heading === ''
      ? `${quoteLabel(label)} est lu dans la colonne ${column}, qui n’a pas d’en-tête (« Correspondance »).`
      : `${quoteLabel(label)} est lu dans la colonne ${column}, ${quoted(heading)} (« Correspondance »).`,
  inputSetForAll({ label, value, column }) {
    const unread = column === undefined ? '' : ` ; la colonne ${column} n’est pas lue`;
    return sentence`${quoteLabel(label)} vaut « ${cell(value)} » dans toutes les lignes (valeur pour toutes les lignes)${unread}.`;
  },
  rowsSkipped: skippedRowsText,
  encodingGuessed: ({ encoding }) =>
    `Le fichier n’est pas en UTF-8 et a été lu en ${encoding}. Si des lettres semblent incorrectes, enregistrez-le à nouveau en UTF-8 dans le programme qui l’a créé (dans Excel, « CSV UTF-8 »), puis importez-le à nouveau.`,
  onlyExamples: ({ rows }) =>
    choose(
      rows.length,
      `${theRowsFirst(rows)} est un exemple du modèle. Remplacez-la par vos propres lignes ; seule une exécution dans le bac à sable l’envoie.`,
      `${theRowsFirst(rows)} sont les exemples du modèle. Remplacez-les par vos propres lignes ; seule une exécution dans le bac à sable les envoie.`,
    ),
  csvHidesNoRows: () =>
    `Un fichier CSV n’indique pas quelles lignes sont masquées : ${skipHidden} est sans effet.`,
  hiddenRowsSkipped: ({ rows }) =>
    choose(
      rows,
      `1 ligne masquée est ignorée (${skipHidden}).`,
      `${formatNumber(rows)} lignes masquées sont ignorées (${skipHidden}).`,
    ),
  hiddenRowsCount: () =>
    `Les lignes masquées sont prises en compte ; ${skipHidden} les laisse de côté.`,
  datesHalfConverted: ({ label }) =>
    `Dans ${quoteLabel(label)}, tous les jours après le 12 sont du texte, et les autres jours sont des dates. Vérifiez les dates : un programme qui a ouvert le tableau a peut-être inversé le jour et le mois.`,
  valuesSuggested: ({ cells, value, suggestion }) =>
    sentence`${choose(
      cells,
      '1 cellule peut être lue comme suggéré',
      `${formatNumber(cells)} cellules peuvent être lues comme suggéré`,
    )}, par exemple « ${cell(value)} » comme ${cell(suggestion)} : acceptez les suggestions dans « Correspondance », une par une ou avec « Utiliser les … orthographes connues ».`,
  valueTaken({ column, value, suggestion, rows }) {
    const place = column === undefined ? 'Valeur pour toutes les lignes' : `Colonne ${column}`;
    return sentence`${place} : « ${cell(value)} » est lu comme ${cell(suggestion)} (${countRows(rows)}).`;
  },
  moreValuesTaken: ({ count }) =>
    choose(
      count,
      '1 autre valeur est lue comme suggéré.',
      `${formatNumber(count)} autres valeurs sont lues comme suggéré.`,
    ),
};

function misfitText({
  sheet,
  row,
  upperRow,
  hasNone,
}: Pick<IntakeMessages['headingsDoNotFit'], 'sheet' | 'row' | 'upperRow' | 'hasNone'>): string {
  if (hasNone) {
    return `Aucune ligne d’en-têtes n’a été trouvée ; la ligne ${row} de la feuille ${quoted(sheet)} ne contient aucun des en-têtes nécessaires.`;
  }
  return upperRow === undefined
    ? `La ligne ${row} de la feuille ${quoted(sheet)} ne contient pas tous les en-têtes nécessaires.`
    : `Les lignes ${upperRow} et ${row} de la feuille ${quoted(sheet)} ne contiennent pas tous les en-têtes nécessaires.`;
}

function nearMissText({ column, heading, label }: NearMiss): string {
  return `La colonne ${column} a l’en-tête ${quoted(heading)}, qui n’est pas lu ; vouliez-vous dire ${quoteLabel(label)} ?`;
}

function guessText({ label, heading, column }: NearMiss): string {
  return `${quoteLabel(label)} d’après ${quoted(heading)} (colonne ${column})`;
}

function nameSheet(sheet: string | undefined): string {
  return sheet === undefined ? 'Le fichier' : `La feuille ${quoted(sheet)}`;
}

function skippedRowsText({ kind, rows, without }: SkippedGroup): string {
  const inputs = listParts((without ?? []).map(quoteLabel), 'ou');
  if (kind === 'withoutInputs' && without !== undefined) {
    // Usually, many rows are skipped on purpose, so their number is enough.
    return choose(
      rows.length,
      `1 ligne n’a pas de valeur pour ${inputs} et est ignorée.`,
      `${countRows(rows.length)} n’ont pas de valeur pour ${inputs} et sont ignorées.`,
    );
  }
  const [one, other] = {
    exportLine: [
      'a été ajoutée par le programme qui a exporté le tableau, et est ignorée',
      'ont été ajoutées par le programme qui a exporté le tableau, et sont ignorées',
    ],
    example: [
      'est un exemple du modèle et est ignorée',
      'sont des exemples du modèle et sont ignorées',
    ],
    headings: ['répète les en-têtes et est ignorée', 'répètent les en-têtes et sont ignorées'],
    totals: [
      'est la ligne de totaux d’un tableau et est ignorée',
      'sont des lignes de totaux de tableaux et sont ignorées',
    ],
    note: [
      `n’a pas de valeur pour ${inputs}, ressemble à une note ou à un sous-total, et est ignorée`,
      `n’ont pas de valeur pour ${inputs}, ressemblent à des notes ou à des sous-totaux, et sont ignorées`,
    ],
    withoutInputs: [
      'n’a aucune valeur dans les colonnes lues et est ignorée',
      'n’ont aucune valeur dans les colonnes lues et sont ignorées',
    ],
  }[kind] as [string, string];
  return `${theRowsFirst(rows)} ${choose(rows.length, one, other)}.`;
}
