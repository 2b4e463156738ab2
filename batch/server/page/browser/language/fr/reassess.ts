import type { reassess as english } from '../en/reassess.js';
import type { Translation } from '../../../../contract/languages.js';

export const reassess: Translation<typeof english> = {
  rounds: 'Campagnes',
  roundsAbout: 'À partir de la deuxième campagne, vous voyez ici ce qui a changé.',
  loadingRounds: 'Chargement des campagnes…',
  noRounds: 'Aucune campagne pour le moment.',
  round: {
    title: 'Campagne {{round}}',
    titleWithName: 'Campagne {{round}} ({{name}})',
    schedule: 'Planification',
    started: '{{name}}, <time/>.',
    underWay: '{{name}}, <time/>, en cours.',
    assessed_one: '{{count, number}} ligne évaluée.',
    assessed_other: '{{count, number}} lignes évaluées.',
    compared_one:
      '{{count, number}} ligne évaluée : {{risen, number}} en hausse, {{fallen, number}} en baisse, {{same, number}} sans changement.',
    compared_other:
      '{{count, number}} lignes évaluées : {{risen, number}} en hausse, {{fallen, number}} en baisse, {{same, number}} sans changement.',
    caption: 'Ce que la campagne {{round}} a changé',
    person: 'Personne',
    destination: 'Pays de destination',
    before: 'Avant',
    now: 'Maintenant',
    change: 'Évolution',
  },
  now: {
    title: 'Réévaluer maintenant',
    viewOnly:
      'Seuls les rôles « édition » et « administration » permettent de lancer une campagne.',
    daysHint: '0 pour toutes les lignes qui n’ont pas encore été évaluées dans cette campagne.',
    rows: 'Seulement ces lignes',
    rowsHint: 'Numéros de ligne, par exemple 4, 7-9.',
    round: 'Campagne',
    name: 'Nom de la campagne',
    nameHint:
      'Par exemple 2027-Q1. Sous le même nom, une ligne n’est renvoyée que si ses données changent.',
    nothing: 'Rien à réévaluer',
    reassess_one: 'Réévaluer {{count, number}} ligne',
    reassess_other: 'Réévaluer {{count, number}} lignes',
  },
  roundChoices: {
    latest: 'Continuer la dernière ou commencer la suivante',
    new: 'En commencer une nouvelle',
    named: 'Indiquer le nom de la campagne',
  },
  days: 'Dernière évaluation il y a plus de (jours)',
  schedule: {
    title: 'Réévaluer régulièrement',
    none: 'Rien n’est planifié.',
    next: 'La prochaine campagne commencera <time/>.',
    skipsToday:
      'Les campagnes commencent à 06:00 à l’horloge du serveur, et cette heure est passée pour aujourd’hui. La prochaine campagne commencera <time/>.',
    adminsOnly: 'Seul le rôle « administration » permet de définir une planification.',
    set: 'Définir la planification',
    change: 'Modifier la planification',
    end: 'Mettre fin à la planification',
    isSet: 'La planification est définie.',
    hasEnded: 'La planification a pris fin.',
    every: 'Fréquence',
    from: 'À partir du',
    daysHint: '0 pour toutes les lignes.',
    maxNew: 'Limite de nouvelles lignes',
    maxNewHint:
      'Une campagne ne commence pas si elle devait évaluer plus de lignes que ce nombre pour la première fois.',
  },
  periods: {
    month: 'Chaque mois',
    quarter: 'Chaque trimestre',
    year: 'Chaque année',
  },
};
