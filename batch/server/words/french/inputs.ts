import type { IdChange, InputMessages } from '../../../../src/inputMessages.js';
import { type InputWording, joinChoices } from '../../../../src/inputWords.js';
import { missingInput } from './labels.js';
import { quoted } from './phrases.js';

export const clearDate =
  'Écrivez la date sous la forme 2026-11-30, ou avec le mois en anglais, comme 30 November 2026.';

const changes: Readonly<Record<IdChange, string>> = {
  lostCharacter: 'où un caractère a été perdu',
  lineBreak: 'avec un saut de ligne ou une tabulation',
  formula: 'une formule sous forme de texte',
  shortened: 'un nombre qui a été abrégé',
  decimals: 'un nombre avec des décimales',
  date: 'une date',
};

const approvers: Readonly<Record<InputMessages['approverMissing']['status'], string>> = {
  'Manager Approved': 'Identifiant du responsable : nécessaire pour Manager Approved',
  'Compliance Approved':
    'Identifiant du membre de l’équipe conformité : nécessaire pour Compliance Approved',
  Rejected:
    'Identifiant du responsable ou du membre de l’équipe conformité : l’un des deux est nécessaire pour Rejected',
  Canceled: 'Annulé par (identifiant du personnel) : nécessaire pour Canceled',
};

export const inputWording: InputWording = {
  inputMissing: ({ label }) => missingInput(label),
  unknownInput: ({ name }) => `Donnée inconnue : ${name}`,
  notText: () => 'doit être un texte',
  unsupportedValue: () => 'valeur non autorisée',
  notWholeNumber: () => 'doit être un nombre entier',
  negative: () => 'ne doit pas être négatif',
  notDateTime: () => 'doit être une date avec heure au format ISO 8601',
  notEmail: () => 'n’est pas une adresse e-mail',
  unsupportedStatus: () =>
    'Décision : les valeurs possibles sont Pending, Manager Approved, Compliance Approved, Rejected et Canceled. Approved est aussi accepté comme ancien nom de Compliance Approved.',
  approverMissing: ({ status }) => approvers[status],
  endBeforeStart: () => 'Date de fin antérieure à la date de début',
  errorText: ({ error }) => `la cellule contient l’erreur ${error}`,
  changedId: ({ text, change }) => `la cellule contient ${quoted(text)}, ${changes[change]}`,
  numberNoDate: ({ number }) => `la cellule contient le nombre ${number}, pas une date`,
  numberRounded: () => 'la cellule contient un nombre de plus de 15 chiffres, qu’Excel arrondit',
  linkWithoutId: ({ text }) => `${quoted(text)} est un lien sans identifiant d’évaluation`,
  yearOfTwoDigits: ({ text }) => `${quoted(text)} indique l’année avec deux chiffres`,
  unreadableDate: ({ text }) => `${quoted(text)} n’est pas une date lisible`,
  ambiguousDate: ({ text }) => `${quoted(text)} peut désigner deux jours différents`,
  noSuchDay: ({ text }) => `${quoted(text)} n’est pas un jour qui existe`,
  noSuchTime: ({ text }) => `${quoted(text)} contient une heure qui n’existe pas`,
  yearTooEarly: ({ text, earliest }) => `${quoted(text)} est antérieur à ${earliest}`,
  unknownCountry: ({ text, suggestion }) =>
    `${quoted(text)} n’est pas un nom de pays connu en anglais${suggestion === undefined ? '' : ` ; vouliez-vous dire ${quoted(suggestion)} ?`}`,
  separateAccents: ({ text }) =>
    `${quoted(text)} contient des accents séparés de leur lettre ; utilisez l’orthographe suggérée`,

  useOneOf: ({ values }) => `Utilisez ${joinChoices(values, 'ou')}.`,
  useRoleType: () =>
    'Utilisez une valeur de la liste des types de poste du service, par exemple Other.',
  useHiringUrgency: () =>
    'Utilisez une valeur de la liste du service pour l’urgence de l’embauche, par exemple 1-3 months.',
  useEnglishName: () => 'Utilisez le nom du pays en anglais.',
  useWholeNumber: () => 'Utilisez un nombre entier.',
  countPastTrips: () =>
    'Utilisez un nombre entier ; 0 s’il n’y a pas eu de déplacements précédents.',
  countHires: () =>
    'Utilisez un nombre entier : les embauches prévues au cours des deux prochaines années.',
  useDateTime: () => 'Utilisez une date comme 2026-11-03 ou 2026-11-03T00:00:00.000Z.',
  useText: () => 'Utilisez du texte.',
  useEmailAddress: () => 'Utilisez une seule adresse e-mail complète.',
  useAssessmentId: () =>
    'Utilisez l’identifiant d’évaluation renvoyé lors de la création de l’évaluation.',
  useReportLink: () =>
    'Utilisez le lien du rapport, qui se termine par /redirect/ et l’identifiant, ou seulement l’identifiant.',
  fillInFirstName: () => 'Renseignez le prénom.',
  fillInLastName: () => 'Renseignez le nom de famille.',
  keepIdAsText: () => 'Utilisez l’identifiant sous forme de texte, avec ses zéros en tête.',
  typeIdAsText: () => 'Saisissez l’identifiant tel qu’il doit être.',
  writeClearDate: () => clearDate,
  writeWholeYear: () =>
    'Écrivez la date sous la forme 2026-11-30 : un programme a peut-être lu une année à deux chiffres ou un nombre comme cette date.',
  correctTime: () => 'Supprimez l’heure, ou écrivez-en une entre 00:00 et 23:59.',
  correctOneDate: () => 'Corrigez l’une des deux dates.',
  correctErrorText: () => 'Corrigez la formule ou saisissez une valeur.',
  nameApprover: () => 'Indiquez la personne qui décide.',
  removeInput: () => 'Supprimez-la.',
};
