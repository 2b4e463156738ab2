import type { UnfinishedStatus } from '../../../engine/report/summary.js';
import type { ReportAdvice } from '../../../report/advice.js';
import { createFormats, type ReportWords } from '../../../report/words.js';
import { choose, countRows, formatNumber, listRows } from './phrases.js';
import { nameService } from './service.js';

const formats = createFormats('fr');
const { formatScore, formatTime } = formats;

const countBands: ReportWords['countBands'] = ({ higher, middle, lower }) =>
  `Tranche haute : ${formatNumber(higher)}, moyenne : ${formatNumber(middle)}, basse : ${formatNumber(lower)}`;

export const reportWords: ReportWords = {
  ...formats,
  language: 'fr',
  countRows,
  row: (row) => `ligne ${row}`,
  listRows,
  risks: {
    overallTrip: 'Risque global',
    workingRights: 'Autorisation de travail',
    payrollTax: 'Impôt sur les salaires',
    socialSecurity: 'Sécurité sociale',
    corporateTax: 'Impôt sur les sociétés',
    employmentLaw: 'Droit du travail',
    contractorMisclass: 'Salariat déguisé',
  },
  bands: { higher: 'Tranche haute', middle: 'Tranche moyenne', lower: 'Tranche basse' },
  bandLimits: ({ from, to }) => `de ${formatNumber(from)} à ${formatNumber(to)}`,
  countBands,
  countChanges: ({ risen, fallen, same }) =>
    `En hausse : ${formatNumber(risen)}, en baisse : ${formatNumber(fallen)}, sans changement : ${formatNumber(same)}`,
  unknownDestination: 'Inconnu',
  otherDestinations: (destinations) =>
    choose(destinations, '1 autre', `${formatNumber(destinations)} autres`),
  showTable: 'Afficher sous forme de tableau',
  columns: {
    before: 'Avant',
    change: 'Évolution',
    destination: 'Pays de destination',
    highestRisk: 'Risque le plus élevé',
    now: 'Maintenant',
    overall: 'Global',
    overallRisk: 'Risque global',
    person: 'Personne',
    report: 'Rapport',
    rows: 'Lignes',
    share: 'Part',
  },
  header: {
    topic: 'Risques du travail à l’étranger',
    title: (file) => `Risques du travail à l’étranger : ${file}`,
    sandbox: 'Bac à sable : tous les scores sont fictifs.',
    sandboxHint:
      'Ils proviennent d’un bac à sable sur un seul ordinateur et ne disent rien de personnes, de lieux ou de risques réels.',
    headline({ rows, scored, higher }) {
      if (rows === 0) return 'Ce tableau n’a aucune ligne avec des données';
      if (scored === 0) {
        return choose(
          rows,
          'La ligne n’a pas encore de scores',
          `Aucune des ${countRows(rows)} n’a encore de scores`,
        );
      }
      if (scored === 1) {
        return higher === 0
          ? 'La seule ligne évaluée n’est pas dans la tranche haute'
          : 'La seule ligne évaluée est dans la tranche haute';
      }
      const all = formatNumber(scored);
      if (higher === 0) return `Aucune des ${all} lignes évaluées n’est dans la tranche haute`;
      return choose(
        higher,
        `1 des ${all} lignes évaluées est dans la tranche haute`,
        `${formatNumber(higher)} des ${all} lignes évaluées sont dans la tranche haute`,
      );
    },
    source: ({ file, sheet, generatedAt }) =>
      `${file}, feuille « ${sheet} », ${formatTime(generatedAt)}`,
    round: ({ number, name, startedAt }) =>
      name === undefined
        ? `Campagne ${formatNumber(number)}, commencée le ${formatTime(startedAt)}`
        : `Campagne ${formatNumber(number)} (${name}), commencée le ${formatTime(startedAt)}`,
    service: (name) => `Service : ${nameService(name)}`,
    rows: (rows) => choose(rows, 'ligne', 'lignes'),
    scored: 'avec des scores',
    unfinished: 'à terminer',
    mean: 'risque global moyen',
    risen: 'en hausse depuis la dernière fois',
  },
  nothingScored: { topic: 'Que faire', title: 'Évaluez d’abord le tableau' },
  howRisky: {
    topic: 'Niveau des risques',
    lead: 'Le service ne précise pas à partir de quand un score est élevé. Ce rapport classe les lignes dans trois tranches qui lui sont propres.',
    chart: (rows) => `Nombre de lignes par risque global. ${countBands(rows)}`,
    chartCaption:
      'Lignes par risque global. La barre 4 compte les scores de 4 à 4,9, et ainsi de suite.',
    tableCaption: 'Lignes par risque global',
    percent: (percent) => `${percent} %`,
    belowPercent: (percent) => `moins de ${percent} %`,
    abovePercent: (percent) => `plus de ${percent} %`,
    levels(levels, more) {
      const listed = levels.map(([level, rows]) => `${level} (${countRows(rows)})`).join(', ');
      const intro =
        'Niveau cumulé de risque d’établissement stable des déplacements professionnels, selon les termes du service :';
      if (more === 0) return `${intro} ${listed}.`;
      return `${intro} ${listed} et ${formatNumber(more)} ${choose(more, 'autre niveau', 'autres niveaux')}.`;
    },
  },
  where: {
    topic: 'Où',
    oneDestination: (name) => `Toutes les lignes ont le même pays de destination : ${name}`,
    highest: ({ name, mean, rows }) =>
      `Risque global moyen le plus élevé : ${name} (${formatScore(mean)} pour ${countRows(rows)})`,
    highestOfBusiest: ({ name, mean, rows, compared }) =>
      `Risque global moyen le plus élevé des ${compared} pays de destination les plus fréquents : ${name} (${formatScore(mean)} pour ${countRows(rows)})`,
    lead: 'Le grand nombre est le score moyen des lignes ; sa couleur va du vert pour 0 au rouge pour 10. Le petit nombre en dessous est le score le plus élevé.',
    others: (listed, others) =>
      `Les ${listed} pays de destination les plus fréquents ont chacun leur rangée ; la dernière rangée réunit les ${formatNumber(others)} autres.`,
    chart: 'Score moyen et score maximal par pays de destination et par type de risque',
    worst: (score) => `max. ${formatScore(score)}`,
    table: 'Scores par pays de destination',
    tableCaption:
      'Score moyen par pays de destination et par type de risque, avec le score maximal entre parenthèses',
    noScore: 'aucun',
  },
  first: {
    topic: 'À regarder en premier',
    allRows: 'Toutes les lignes évaluées, le risque global le plus élevé en premier',
    firstRows: (rows) => `Les ${rows} lignes au risque global le plus élevé`,
    more: (rows) =>
      choose(
        rows,
        'Le tableau contient 1 autre ligne évaluée.',
        `Le tableau contient ${formatNumber(rows)} autres lignes évaluées.`,
      ),
    trip: (purpose, destination) => `${purpose}, ${destination}`,
    report: 'Rapport',
    reportOnRow: (row) => `Rapport de la ligne ${row}`,
    noLink: 'aucun lien',
  },
  changes: {
    topic: 'Ce qui a changé',
    none: 'Rien à comparer pour le moment',
    noneHint: 'Une ligne peut être comparée dès qu’elle a été réévaluée.',
    compared({ rows, bandUp, round }) {
      const inRound = round === undefined ? '' : ` lors de la campagne ${formatNumber(round)}`;
      return choose(
        rows,
        `1 ligne a été réévaluée${inRound} ; passées dans une tranche supérieure : ${formatNumber(bandUp)}.`,
        `${countRows(rows)} ont été réévaluées${inRound} ; passées dans une tranche supérieure : ${formatNumber(bandUp)}.`,
      );
    },
    notCompared: (rows) =>
      choose(
        rows,
        '1 autre ligne ne peut pas encore être comparée.',
        `${formatNumber(rows)} autres lignes ne peuvent pas encore être comparées.`,
      ),
    omitted({ risen, fallen }) {
      if (fallen === 0) return `Non affichées : ${formatNumber(risen)} de plus en hausse.`;
      if (risen === 0) return `Non affichées : ${formatNumber(fallen)} de plus en baisse.`;
      return `Non affichées : ${formatNumber(risen)} de plus en hausse et ${formatNumber(fallen)} de plus en baisse.`;
    },
  },
  unfinished: {
    topic: 'Ce qui reste à terminer',
    none: 'Rien : toutes les lignes sont évaluées',
    title: (rows) =>
      choose(
        rows,
        '1 ligne n’est pas terminée',
        `${formatNumber(rows)} lignes ne sont pas terminées`,
      ),
    withScores: (rows) =>
      choose(
        rows,
        '1 d’entre elles affiche encore les scores d’une évaluation antérieure.',
        `${formatNumber(rows)} d’entre elles affichent encore les scores d’une évaluation antérieure.`,
      ),
    status: (status, rows) => `${nameStatus(status, rows)} : ${countRows(rows)}`,
    example: (message) => `Par exemple : ${message}`,
    otherReasons: (rows, reasons, where) =>
      choose(
        reasons,
        `${countRows(rows)} pour 1 autre raison : ${where}.`,
        `${countRows(rows)} pour ${formatNumber(reasons)} autres raisons : ${where}.`,
      ),
  },
  howToRead:
    'Le service note chaque risque de 0 à 10 ; un nombre plus élevé indique un risque plus élevé. Les scores sont arrondis à une décimale avant d’être comparés et classés dans des tranches. Les moyennes ne comprennent que les lignes qui ont le score.',
};

export const reportAdvice: ReportAdvice = {
  remedies: {
    Unconfirmed:
      'Envoyées, mais sans réponse exploitable. Vérifiez dans le service si les évaluations existent, et indiquez-le sur la page dans « À vérifier » ; d’ici là, rien n’est renvoyé.',
    Rejected:
      'Refusées par le service. Corrigez leurs données dans « Vérification », puis lancez une exécution dans « Évaluation ».',
    Invalid:
      'Des données manquent ou sont incorrectes, ou elles ont changé depuis l’évaluation. Suivez le message de chaque ligne.',
    Duplicate: 'Non envoyées, car une autre ligne est identique.',
    Forgotten: 'Les données de la personne ont été supprimées ; ces lignes ne sont pas renvoyées.',
    Pending:
      'Le résultat n’est pas encore prêt. Lancez plus tard une exécution dans « Évaluation » ; rien n’est envoyé deux fois.',
    'Not sent': 'Lancez une exécution dans « Évaluation » pour les envoyer.',
  },
  otherReasons: 'la page en donne la liste',
  assessAgain:
    'Sur la page, un tableau peut être réévalué tout de suite ou régulièrement, par exemple chaque trimestre.',
  howToScore: (rows) =>
    rows === 0
      ? 'Le tableau n’a aucune ligne avec des données. Importez un tableau qui contient une ligne par déplacement ou embauche.'
      : 'Le rapport a besoin d’au moins un score. Lancez une exécution dans « Évaluation », puis téléchargez à nouveau le rapport.',
};

function nameStatus(status: UnfinishedStatus, rows: number): string {
  switch (status) {
    case 'Unconfirmed':
      return choose(rows, 'Non confirmée', 'Non confirmées');
    case 'Rejected':
      return choose(rows, 'Refusée', 'Refusées');
    case 'Invalid':
      return 'Avec problèmes';
    case 'Duplicate':
      return choose(rows, 'Doublon', 'Doublons');
    case 'Forgotten':
      return 'Données supprimées';
    case 'Pending':
      return 'En attente du score';
    case 'Not sent':
      return choose(rows, 'Pas encore envoyée', 'Pas encore envoyées');
  }
}
