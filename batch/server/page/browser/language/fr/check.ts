import type { check as english } from '../en/check.js';
import type { Translation } from '../../../../contract/languages.js';

export const check: Translation<typeof english> = {
  title: 'Problèmes',
  loading: 'Chargement des problèmes…',
  running: 'Le tableau est en cours d’évaluation. Arrêtez l’exécution pour corriger des valeurs.',
  viewer: 'Seuls les rôles « édition » et « administration » permettent de corriger des valeurs.',
  head: {
    none: 'Aucun problème n’a été trouvé.',
    someValid_one:
      '{{count, number}} ligne a des problèmes. Corrigez-la ici. Vous pouvez aussi évaluer d’abord les autres.',
    someValid_other:
      '{{count, number}} lignes ont des problèmes. Corrigez-les ici. Vous pouvez aussi évaluer d’abord les autres.',
    noneValid_one: '{{count, number}} ligne a des problèmes. Corrigez-la ici.',
    noneValid_other: '{{count, number}} lignes ont des problèmes. Corrigez-les ici.',
    unusual_one:
      '{{count, number}} ligne contient quelque chose d’inhabituel, mais peut être envoyée telle quelle.',
    unusual_other:
      '{{count, number}} lignes contiennent quelque chose d’inhabituel, mais peuvent être envoyées telles quelles.',
  },
  download: 'Télécharger la liste',
  plan_one: 'Préparer l’évaluation de {{count, number}} ligne',
  plan_other: 'Préparer l’évaluation de {{count, number}} lignes',
  planValid_one: 'Préparer l’évaluation de {{count, number}} ligne valide',
  planValid_other: 'Préparer l’évaluation des {{count, number}} lignes valides',
  ignoreRows_one: 'Ignorer cette ligne ({{count, number}})',
  ignoreRows_other: 'Ignorer ces {{count, number}} lignes',
  showMore: 'Afficher plus de problèmes',
  empty: {
    all: 'Aucun problème',
    lead: 'Chaque ligne peut être évaluée telle quelle.',
    kind: 'Aucun problème de ce type',
  },
  kindList: {
    label: 'Types de problèmes',
    all: 'Tous',
    corrected: 'Corrections',
    ignored: 'Lignes ignorées',
  },
  kinds: {
    missing: 'Valeur manquante',
    choice: 'Choix inconnu',
    country: 'Pas un pays',
    date: 'Pas une date',
    ambiguousDate: 'Date où l’ordre du jour et du mois est ambigu',
    endBeforeStart: 'Fin avant le début',
    number: 'Pas un nombre entier',
    id: 'Identifiant incertain',
    cell: 'Cellule illisible',
    incomplete: 'Ligne incomplète',
    duplicate: 'Identique à une autre ligne',
    blocked: 'En attente d’une réponse',
    refused: 'Refusée par le service',
    unusual: 'Inhabituel, mais peut être envoyé',
  },
};
