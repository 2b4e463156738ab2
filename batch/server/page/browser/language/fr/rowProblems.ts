import type { rowProblems as english } from '../en/rowProblems.js';
import type { Translation } from '../../../../contract/languages.js';

export const rowProblems: Translation<typeof english> = {
  row: 'ligne {{row}}',
  empty: '(vide)',
  loadingRow: 'Chargement de la ligne…',
  loadingRows: 'Chargement des lignes…',
  showRow: 'Afficher la ligne',
  showRows_one: 'Afficher {{count, number}} ligne',
  showRows_other: 'Afficher les {{count, number}} lignes',
  showMoreRows: 'Afficher plus de lignes',
  place: {
    one: '{{facts}}',
    oneValue: '{{facts}} : « <value/> »',
    alike_one: '{{facts}}, et {{count, number}} autre ligne avec la même valeur',
    alike_other: '{{facts}}, et {{count, number}} autres lignes avec la même valeur',
    alikeValue_one:
      '{{facts}} : « <value/> », et {{count, number}} autre ligne avec la même valeur',
    alikeValue_other:
      '{{facts}} : « <value/> », et {{count, number}} autres lignes avec la même valeur',
    allRows: '{{field}}, dans {{rows, number}} lignes : {{list}} et {{last}}',
    allRowsValue: '{{field}} : « <value/> », dans {{rows, number}} lignes : {{list}} et {{last}}',
    someRows_one: '{{field}}, dans {{rows, number}} lignes : {{list}} et {{count, number}} autre',
    someRows_other:
      '{{field}}, dans {{rows, number}} lignes : {{list}} et {{count, number}} autres',
    someRowsValue_one:
      '{{field}} : « <value/> », dans {{rows, number}} lignes : {{list}} et {{count, number}} autre',
    someRowsValue_other:
      '{{field}} : « <value/> », dans {{rows, number}} lignes : {{list}} et {{count, number}} autres',
  },
  fieldValue: '{{field}} « {{value}} »',
  emptyField: '{{field}} (vide)',
  insteadOf: 'À remplacer : {{value}}',
  buttonFor: '{{button}} : {{value}}',
  useForAll_one: 'Utiliser pour {{count, number}} ligne',
  useForAll_other: 'Utiliser pour les {{count, number}} lignes',
  useFor_one: 'Utiliser pour {{count, number}} ligne',
  useFor_other: 'Utiliser pour {{count, number}} lignes',
  unchanged_one: '{{count, number}} ligne avec cette valeur a déjà été envoyée et reste inchangée.',
  unchanged_other:
    '{{count, number}} lignes avec cette valeur ont déjà été envoyées et restent inchangées.',
  input: 'Donnée',
  inputValue: '{{field}} : {{value}}',
  correct: 'Corriger',
  correctInput: 'Corriger une donnée…',
  correctInputOf: 'Corriger une donnée : {{who}}…',
  correctFieldOf: 'Corriger {{field}} : {{who}}',
  fieldOf: '{{field}} : {{who}}',
  corrected: {
    row: 'Corrigé : {{value}} à la ligne {{row}}.',
    rows_one: 'Corrigé : {{value}} dans {{count, number}} ligne.',
    rows_other: 'Corrigé : {{value}} dans {{count, number}} lignes.',
  },
  ignored: {
    row: 'La ligne {{row}} est ignorée.',
    rows_one: '{{count, number}} ligne est ignorée.',
    rows_other: '{{count, number}} lignes sont ignorées.',
  },
  by: 'Par',
  undo: 'Annuler',
  corrections: {
    title: 'Corrections',
    empty: 'Rien n’a été corrigé',
    emptyLead:
      'Les corrections sont envoyées au service. Les cellules de votre tableau restent inchangées.',
    field: 'Champ',
    inSheet: 'Dans le tableau',
    sentInstead: 'Envoyé à la place',
    where: 'Où',
    undo: 'Annuler « {{to}} » à la place de « {{value}} »',
    sent_one: '{{count, number}} ligne a été envoyée ainsi : « Annuler » retire ses scores.',
    sent_other:
      '{{count, number}} lignes ont été envoyées ainsi : « Annuler » retire leurs scores.',
  },
  ignoredRows: {
    title: 'Lignes ignorées',
    empty: 'Aucune ligne n’est ignorée',
    row: 'Ligne',
    inSheet: 'Dans le tableau',
    undo: 'Annuler : ne plus ignorer la ligne {{row}}',
  },
};
