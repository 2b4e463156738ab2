import type { DateOrder } from '../../../../src/dateText.js';
import type { ValueMessages } from '../../../engine/intake/intakeMessages.js';
import { remarkWords } from '../../../wording/remarks.js';
import { createValueText, type ValueWording } from '../../../wording/values.js';
import { clearDate, inputWording } from './inputs.js';
import { toFrenchLabel } from './labels.js';
import { choose, formatNumber, quoted, withSmallLetter } from './phrases.js';

const clearDateInSentence = withSmallLetter(clearDate);

const orderWords: Readonly<Record<DateOrder, string>> = {
  dmy: 'avec le jour en premier',
  mdy: 'avec le mois en premier',
};

const orderNames: Readonly<Record<DateOrder, string>> = {
  dmy: '« 3 avril (jour en premier) »',
  mdy: '« 4 mars (mois en premier) »',
};

export const valueWording: ValueWording<ValueMessages> = {
  ...inputWording,
  cellNotCalculated: () => 'la cellule contient une formule qui n’a jamais été calculée',
  cellTooLong: ({ characters }) =>
    `la cellule contient ${formatNumber(characters)} ${choose(characters, 'caractère', 'caractères')}`,
  cellContainsDate: ({ date }) => `la cellule contient une date, ${date}`,
  cellContainsBoolean: ({ text }) => `la cellule contient ${text}`,
  cellNumberFormatted: ({ number }) =>
    `la cellule contient le nombre ${number} avec un format de nombre personnalisé ; l’identifiant qu’Excel affiche est donc incertain`,
  textEncodingGuessed: ({ encoding }) =>
    `la cellule contient des lettres peut-être incorrectes : le fichier n’indique pas son encodage et a été lu en ${encoding}`,
  cellContainsError: ({ error }) => `la cellule contient l’erreur ${error}`,
  cellOnlyInExcel: () =>
    'la cellule contient une valeur que seul Excel peut afficher, comme un type de données lié ou une image',
  settingEmpty: ({ label }) => `${toFrenchLabel(label)} : une valeur est nécessaire`,
  identityAlone: ({ hasNumbers }) =>
    hasNumbers
      ? 'le reste de la ligne ne contient que des nombres'
      : 'aucune autre donnée n’est renseignée',
  resultsAlone: () => 'la ligne contient des résultats, mais aucune donnée n’est renseignée',

  calculateFormula: () =>
    'Saisissez la valeur ici, ou ouvrez dans Excel le fichier obtenu avec « Télécharger le tableau avec les scores » dans « Résultats », enregistrez-le et importez-le.',
  checkHeading: () => 'Vérifiez dans « Correspondance » que la bonne colonne est lue.',
  saveAsUtf8: () =>
    'Enregistrez à nouveau le fichier en UTF-8 dans le programme qui l’a créé (dans Excel, « CSV UTF-8 »), puis importez-le à nouveau.',
  formatAsDate: () => 'Saisissez la date, par exemple 2026-11-03.',
  correctFormula: () => 'Saisissez la valeur que la formule devrait donner.',
  convertToText: () => 'Saisissez la valeur qu’Excel affiche dans cette cellule.',
  fillInOthers: () =>
    'Si la ligne est un total ou une note, cliquez sur « Ignorer cette ligne » dans « Vérification ». S’il s’agit d’une personne, corrigez le matricule et les autres cellules.',
  moveResultsBack: () =>
    'Dans le fichier, remettez les résultats dans leur ligne. Si cette ligne n’est plus dans le fichier, videz les cellules de résultats de celle-ci. Importez ensuite à nouveau le fichier.',
  typeDate: () => 'Saisissez une date comme 2026-11-03.',
  sayDateOrder: ({ hasDots }) => {
    const advice = `Choisissez dans « Correspondance » si 03/04/2026 signifie le 3 avril ou le 4 mars. Ou ${clearDateInSentence}`;
    return hasDots ? `Avec des points, le jour vient généralement en premier. ${advice}` : advice;
  },
  datesOfColumn: ({ order }) =>
    `Les autres dates de cette colonne sont écrites ${orderWords[order]} : choisissez ${orderNames[order]} dans « Correspondance ».`,
  datesOfOtherColumns: ({ order }) =>
    `Les dates d’autres colonnes sont écrites ${orderWords[order]} : si c’est aussi le cas de celle-ci, choisissez ${orderNames[order]} dans « Correspondance ». ${clearDate}`,
  datesContradict: ({ order }) =>
    order === undefined
      ? `Ce tableau contient des dates dans les deux ordres ; celle-ci est donc ambiguë. ${clearDate}`
      : `Les autres dates de cette colonne sont écrites ${orderWords[order]}, mais pas celles d’autres colonnes. ${clearDate}`,
  keepOnlyAddress: ({ address }) => `Ne laissez que ${address} dans la cellule.`,
  giveOneAddress: () =>
    'Une invitation est envoyée à une seule adresse : utilisez une ligne par personne.',
  removeSpaces: () => 'Supprimez les espaces à l’intérieur de l’adresse.',
  removeAccents: () =>
    'Les adresses n’ont pas d’accents avant le @ : demandez la sienne à la personne.',
  writeDomain: ({ domain }) => `Écrivez le domaine sous la forme ${domain} ; c’est équivalent.`,
  giveWholeAddress: () =>
    'Utilisez une seule adresse e-mail complète, par exemple ada@example.com.',
  assessFirst: () => 'Évaluez d’abord la ligne.',
  chooseOne: () => 'Choisissez-en une.',
  fillInStaffId: ({ whose }) =>
    whose === undefined
      ? 'Renseignez l’identifiant (Staff ID).'
      : `Renseignez l’identifiant (Staff ID) ${staffWords[whose]}.`,
};

const staffWords = {
  manager: 'du responsable qui décide',
  complianceTeamMember: 'du membre de l’équipe conformité qui décide',
  canceller: 'de la personne qui annule',
} as const;

export const valueText = createValueText(
  valueWording,
  (label, text) => `${toFrenchLabel(label)} : ${text}`,
);

export const { remarksText } = remarkWords({
  valueText,
  moreProblems: 'voir « Vérification ».',
  orAcceptSuggestions: 'Ou acceptez la suggestion.',
  phrases: {
    quote: quoted,
    label: toFrenchLabel,
    colon: ' : ',
    meant: (suggestion) => ` ; vouliez-vous dire ${quoted(suggestion)} ?`,
    correctedFrom: (value) =>
      value === ''
        ? '(corrigé ; la cellule est vide)'
        : `(corrigé ; la cellule contient ${quoted(value)})`,
    noColumn: ', et le tableau n’a pas de colonne pour cela',
    notCalculated: '(non calculé)',
    more: (problems) => `Et ${problems} ${choose(problems, 'autre', 'autres')} :`,
  },
});

export function correctedTo(value: string): string {
  return `La valeur a été corrigée en ${quoted(value)}.`;
}
