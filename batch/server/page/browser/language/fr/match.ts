import type { match as english } from '../en/match.js';
import type { Translation } from '../../../../contract/languages.js';

export const match: Translation<typeof english> = {
  loading: 'Chargement des colonnes…',
  updating: 'Mise à jour…',
  finish: 'Vérifier les lignes',
  matchedSince:
    'Quelqu’un a modifié la correspondance des colonnes depuis que vous avez commencé votre brouillon, qui est toujours affiché ici. Cliquez à nouveau sur « Vérifier les lignes » pour l’utiliser, ou abandonnez-le pour voir la correspondance actuelle.',
  draft:
    'Vos choix sont un brouillon que vous seul voyez, dans ce navigateur. « Vérifier les lignes » les applique. La déconnexion les supprime.',
  dropDraft: 'Abandonner le brouillon',
  columns: 'Que contient chaque colonne ?',
  sheet: 'Votre tableau',
  disabled: {
    viewer: 'Demandez la modification à un membre ayant le rôle « édition » ou « administration ».',
    deleted:
      'Le fichier a été supprimé. Importez-le à nouveau pour faire correspondre ses colonnes.',
    running:
      'Le tableau est en cours d’évaluation. Arrêtez l’exécution pour modifier la correspondance des colonnes.',
  },
  lead: {
    missing:
      '<strong>Il manque encore : {{fields}}.</strong> Choisissez une colonne, ou une valeur pour toutes les lignes. Si les en-têtes se trouvent dans une autre ligne ou une autre feuille, choisissez-la d’abord.',
    guesses_one:
      '<strong>{{count, number}} colonne est proposée d’après son en-tête.</strong> Veuillez vérifier la proposition ci-dessous. « Vérifier les lignes » la confirme.',
    guesses_other:
      '<strong>{{count, number}} colonnes sont proposées d’après leur en-tête.</strong> Veuillez vérifier les propositions ci-dessous. « Vérifier les lignes » les confirme.',
    remembered:
      'La correspondance est la même que dans un tableau précédent avec les mêmes en-têtes. Contrôlez-la, puis cliquez sur « Vérifier les lignes ».',
    headerRow:
      'Les en-têtes se trouvent à la ligne {{row}}. Contrôlez la correspondance, puis cliquez sur « Vérifier les lignes ».',
  },
  options: {
    worksheet: 'Feuille',
    hidden: '{{name}} (masquée)',
    headerRow: 'Ligne des en-têtes',
    row: 'ligne {{row}}',
    dateOrder: '03/04/2026 signifie',
    chooseOrder: 'à choisir',
    dayFirst: '3 avril (jour en premier)',
    monthFirst: '4 mars (mois en premier)',
    skipHidden: 'Ignorer les lignes masquées ({{rows, number}})',
  },
  lists: {
    missing: 'Manquant',
    guessed: 'Proposé d’après les en-têtes',
    needed: 'Nécessaire dans chaque ligne',
    optional: 'Nécessaire dans certaines lignes, ou facultatif',
    shown: 'Pour affichage seulement',
  },
  confirmGuesses: 'Confirmer toutes les propositions',
  columnList: {
    hide: 'Masquer<unseen> les colonnes associées</unseen>',
    show: 'Afficher<unseen> les colonnes associées</unseen>',
    change: 'Modifier<unseen> les colonnes associées</unseen>',
  },
  summary: {
    matched_one: '{{count, number}} donnée sur {{inputs, number}} est associée à une colonne.',
    matched_other: '{{count, number}} données sur {{inputs, number}} sont associées à une colonne.',
    oneValue: 'Une valeur pour toutes les lignes : {{fields}}.',
    value: '{{field}} ({{value}})',
    noColumn: 'Aucune colonne choisie : {{fields}}.',
    needed: '{{field}} (nécessaire pour {{purpose}})',
    shown: 'Affiché à côté du matricule, jamais envoyé : {{fields}}.',
  },
  column: '{{letter}}, « {{heading}} »',
  oneValue: 'Une valeur pour toutes les lignes…',
  valueForAll: '{{field}} de toutes les lignes',
  noColumn: {
    needed: 'Choisir une colonne',
    optional: 'Absent du tableau',
    shown: 'Ne pas afficher',
  },
  guessedFrom: 'Proposé d’après « {{heading}} » ; veuillez vérifier.',
  neededFor: 'Nécessaire pour {{purpose}} : {{help}}',
  states: {
    missing: 'manquant',
    guess: 'proposé',
    matched: 'associé',
    oneValue: 'une valeur',
    notUsed: 'non utilisé',
    shown: 'affiché',
    notShown: 'non affiché',
  },
  help: {
    employeeId: 'Le matricule de la personne dans votre entreprise, avec ses zéros en tête.',
    purpose:
      'Work From Anywhere pour un déplacement, Hire From Anywhere pour une embauche à distance.',
    seniority: 'Le niveau d’expérience de la personne.',
    roleType:
      'Une valeur de la liste des types de poste du service, par exemple Other. La liste n’est pas publiée : tout texte est accepté.',
    citizenship: 'La nationalité de la personne, avec le nom du pays en anglais.',
    destination: 'Le pays où le travail sera effectué, avec son nom en anglais.',
    residency: 'Le pays d’emploi ou de résidence de la personne, avec son nom en anglais.',
    salesContracts: 'Indique si la personne négocie ou signe des contrats de vente.',
    pastTripsDuration:
      'la durée des déplacements précédents, en nombre entier ; 0 s’il n’y en a pas eu. La documentation du service ne précise pas l’unité : demandez-la à son exploitant.',
    legalRight: 'Indique si la personne a le droit de travailler dans le pays de destination.',
    benefitLocalMarket: 'Indique si le travail profite au marché local du pays de destination.',
    numberHires: 'le nombre d’embauches prévues au cours des deux prochaines années.',
    urgency:
      'une valeur de la liste du service pour l’urgence de l’embauche, par exemple 1-3 months. La liste n’est pas publiée : tout texte est accepté.',
    startDate: 'Premier jour du déplacement ou de l’embauche, par exemple 2026-11-03.',
    endDate:
      'Dernier jour du déplacement ou de l’embauche, par exemple 2026-11-20 ; pas avant la date de début.',
    workingDays: 'Jours ouvrés pendant le déplacement, en nombre entier.',
    complianceTeamMemberId: 'L’identifiant (Staff ID) d’un membre de l’équipe conformité.',
    managerId: 'L’identifiant (Staff ID) du responsable.',
    name: 'Le nom complet de la personne, ou son nom de famille. Affiché à côté du matricule, jamais envoyé.',
    firstName:
      'Nécessaire s’il n’est pas dans la colonne du nom. Affiché avant le nom, jamais envoyé.',
    department: 'Affiché à côté du matricule, jamais envoyé.',
  },
  preview: {
    label: 'Premières lignes du tableau',
    row: 'Ligne',
    guess: '{{field}} (proposé)',
    results: 'résultats',
    notUsed: 'non utilisée',
    headings: '(en-têtes)',
  },
  values: {
    title: 'Valeurs non reconnues',
    lead: 'C’est ce que vous indiquez ici qui est envoyé. Les cellules de votre tableau restent inchangées.',
    useAll_one: 'Utiliser {{count, number}} orthographe connue',
    useAll_other: 'Utiliser les {{count, number}} orthographes connues',
    allUsed_one: '{{count, number}} orthographe connue est utilisée.',
    allUsed_other: '{{count, number}} orthographes connues sont utilisées.',
    used_one: '{{to}} remplace {{value}} dans {{count, number}} ligne.',
    used_other: '{{to}} remplace {{value}} dans {{count, number}} lignes.',
    use: 'Utiliser',
    useLabel: '{{button}} : {{to}} au lieu de « {{value}} »',
    inRow: 'à la ligne {{row}}, {{field}}',
    inRows_one: 'dans {{count, number}} ligne, {{field}}',
    inRows_other: 'dans {{count, number}} lignes, {{field}}',
    instead: '{{field}} au lieu de « {{value}} »',
  },
};
