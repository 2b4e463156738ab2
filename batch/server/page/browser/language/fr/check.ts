import type { check as english } from '../en/check.js';
import type { Translation } from '../translation.js';

export const check: Translation<typeof english> = {
  title: 'Problèmes',
  loading: 'Chargement des problèmes…',
  running: 'Le tableau est en cours d’évaluation. Arrêtez l’exécution pour corriger des valeurs.',
  viewer:
    'Votre rôle ne permet ici que la lecture. Seuls les membres ayant le rôle « édition » ou « administration » peuvent corriger des valeurs.',
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
  plan_one: 'Planifier l’évaluation de {{count, number}} ligne',
  plan_other: 'Planifier l’évaluation de {{count, number}} lignes',
  planValid_one: 'Planifier l’évaluation de {{count, number}} ligne valide',
  planValid_other: 'Planifier l’évaluation des {{count, number}} lignes valides',
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
    corrected: 'Corrigés',
    ignored: 'Ignorées',
  },
  kinds: {
    missing: 'Valeur manquante',
    choice: 'Choix inconnu',
    country: 'Pas un pays',
    date: 'Pas une date',
    ambiguousDate: 'Date dont l’ordre est ambigu',
    endBeforeStart: 'Fin avant le début',
    number: 'Pas un nombre entier',
    id: 'Identifiant ambigu',
    cell: 'Cellule illisible',
    incomplete: 'Ligne incomplète',
    duplicate: 'Identique à une autre ligne',
    blocked: 'À vérifier',
    refused: 'Refusée par le service',
    unusual: 'Inhabituel, mais peut être envoyé',
  },
};
