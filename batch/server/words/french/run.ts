import type { PlanMessages, RunMessages } from '../../../engine/run/runMessages.js';
import { sentence, value, ValuedSentence } from '../../../wording/sentence.js';
import type { Wordings } from '../../../wording/wordings.js';
import { inDownload, rowNouns, runAgain, runRoundAgain, wrongId } from './advice.js';
import { restoreBackup } from './journal.js';
import { quoteLabel } from './labels.js';
import {
  choose,
  countRows,
  firstRows,
  formatNumber,
  listParts,
  ofRows,
  quoted,
  theRows,
  theRowsFirst,
} from './phrases.js';
import { reasonAfterColon } from './reasons.js';

export const planWording: Wordings<PlanMessages> = {
  nothingSent: () => 'Rien n’a été envoyé.',
  rowsDoneInSheet({ count, status, isRepeatedInRounds }) {
    const done = choose(
      count,
      `1 ligne a déjà le statut ${status} dans ce fichier et n’est pas envoyée`,
      `${countRows(count)} ont déjà le statut ${status} dans ce fichier et ne sont pas envoyées`,
    );
    if (!isRepeatedInRounds) return `${done}.`;
    return choose(
      count,
      `${done} : sa valeur de « Row reference » correspond à ses données.`,
      `${done} : la valeur de « Row reference » de chaque ligne correspond à ses données.`,
    );
  },
  rowsCopied: ({ rows }) =>
    choose(
      rows.length,
      `${theRowsFirst(rows)} a été copiée d’une autre ligne et est nouvelle. Si elle corrige la ligne d’origine, supprimez la ligne d’origine au lieu d’envoyer la copie.`,
      `${countRows(rows.length)} ont été copiées d’autres lignes et sont nouvelles : ${firstRows(rows)}. Si l’une d’elles corrige sa ligne d’origine, supprimez la ligne d’origine au lieu d’envoyer la copie.`,
    ),
  employeesAssessedBefore: ({ rows }) =>
    choose(
      rows.length,
      `${theRowsFirst(rows)} est nouvelle, et une évaluation de la même personne ne figure plus dans aucune ligne de ce tableau. Si la ligne corrige cette évaluation, rétablissez les anciennes données avant de l’envoyer.`,
      `${theRowsFirst(rows)} sont nouvelles, et une évaluation de la même personne ne figure plus dans aucune ligne de ce tableau. Si une ligne corrige cette évaluation, rétablissez les anciennes données avant de l’envoyer.`,
    ),
  tooManyNew: ({ rows, most }) =>
    choose(
      rows,
      `1 ligne serait évaluée pour la première fois, mais la limite est de ${formatNumber(most)}. Rien n’a été envoyé. Si le tableau est correct, augmentez la limite, ou lancez l’exécution sans limite.`,
      `${countRows(rows)} seraient évaluées pour la première fois, mais la limite est de ${formatNumber(most)}. Rien n’a été envoyé. Si le tableau est correct, augmentez la limite, ou lancez l’exécution sans limite.`,
    ),
  ownColumnsStay({ columns }) {
    const letters = listParts(columns.map(({ column }) => column));
    const headings = listParts(columns.map(({ ours }) => quoted(ours)));
    return choose(
      columns.length,
      `La colonne ${letters} est la vôtre et n’est pas modifiée ; la nôtre a l’en-tête ${headings}.`,
      `Les colonnes ${letters} sont les vôtres et ne sont pas modifiées ; les nôtres ont les en-têtes ${headings}.`,
    );
  },
  rowsNotInSheet({ rows: [first, last], of: [from, to] }) {
    const isAmongRows = first > from && last < to;
    if (isAmongRows) {
      return first === last
        ? `La ligne ${first} n’est pas lue : elle est vide ou ignorée.`
        : `Les lignes ${first} à ${last} ne sont pas lues : elles sont vides ou ignorées.`;
    }
    return first === last
      ? `Le tableau ne contient pas de données à la ligne ${first}. Ses lignes vont de ${from} à ${to}.`
      : `Le tableau ne contient pas de données aux lignes ${first} à ${last}. Ses lignes vont de ${from} à ${to}.`;
  },
  countryNotInSheet({ label, value: country, suggestion }) {
    const none = sentence`Aucune ligne n’a la valeur « ${value(country)} » pour ${quoteLabel(label)}`;
    return suggestion === undefined
      ? sentence`${none}. Vérifiez l’orthographe.`
      : sentence`${none}. Vouliez-vous dire « ${value(suggestion)} » ?`;
  },
  rowCannotBeResolved: ({ row }) =>
    `La ligne ${row} n’est plus « non confirmée ». Rechargez la page pour voir son statut.`,
};

export const runWording: Wordings<RunMessages> = {
  rowsBlocked: ({ rows, operation }) =>
    choose(
      rows.length,
      `1 ligne est bloquée (${firstRows(rows)}) : une ${nameEarlierRequest(operation)} lui appartient peut-être. Le message de la ligne indique que faire.`,
      `${countRows(rows.length)} sont bloquées (${firstRows(rows)}) : une ${nameEarlierRequest(operation)} leur appartient peut-être. Les messages des lignes indiquent que faire.`,
    ),
  assessmentsWithoutRow: ({ count }) =>
    choose(
      count,
      `1 évaluation a été créée auparavant, et plus aucune ligne de ce tableau n’y correspond. Si vous avez corrigé la ligne pour laquelle elle a été créée, cette ligne serait évaluée une deuxième fois : annulez d’abord la correction dans « Vérification » et ${runAgain}. Corrigez-la ensuite de nouveau, ouvrez « Réévaluation », saisissez le numéro de la ligne dans « Seulement ces lignes » et cliquez sur « Réévaluer » pour l’évaluer avec les nouvelles données. Si la ligne a été supprimée volontairement, il n’y a rien à faire.`,
      `${formatNumber(count)} évaluations ont été créées auparavant, et plus aucune ligne de ce tableau n’y correspond. Si vous avez corrigé les lignes pour lesquelles elles ont été créées, ces lignes seraient évaluées une deuxième fois : annulez d’abord la correction dans « Vérification » et ${runAgain}. Corrigez-les ensuite de nouveau, ouvrez « Réévaluation », saisissez les numéros des lignes dans « Seulement ces lignes » et cliquez sur « Réévaluer » pour les évaluer avec les nouvelles données. Si les lignes ont été supprimées volontairement, il n’y a rien à faire.`,
    ),
  rowsNeverAssessed({ count, unfit }) {
    const skipped = choose(
      count,
      '1 ligne n’a jamais été évaluée et est laissée de côté. Pour l’évaluer, ouvrez « Évaluation ».',
      `${countRows(count)} n’ont jamais été évaluées et sont laissées de côté. Pour les évaluer, ouvrez « Évaluation ».`,
    );
    const others = choose(
      unfit,
      '1 ligne jamais évaluée a des problèmes ou est un doublon, et est laissée de côté.',
      `${countRows(unfit)} jamais évaluées ont des problèmes ou sont des doublons, et sont laissées de côté.`,
    );
    return [...(count > 0 ? [skipped] : []), ...(unfit > 0 ? [others] : [])].join(' ');
  },
  identicalInRound: ({ rows }) =>
    `${theRowsFirst(rows)} sont identiques, et chacune est réévaluée. S’il s’agit du même déplacement ou de la même embauche, ne lancez pas l’exécution : supprimez toutes ces lignes sauf une ${inDownload}.`,
  decidedEarlier: ({ rows }) =>
    // The other assessment is an earlier one of the row, or belongs to the row that this row was copied from.
    choose(
      rows.length,
      `${theRowsFirst(rows)} a une décision sur une autre évaluation, et pas encore sur la dernière. Regardez les nouveaux résultats, et décidez à nouveau.`,
      `${theRowsFirst(rows)} ont des décisions sur d’autres évaluations, et pas encore sur les dernières. Regardez les nouveaux résultats, et décidez à nouveau.`,
    ),
  resultsNotRead({ operation, rows, reason, hasNoResult }) {
    const what = choose(
      rows.length,
      `Le résultat ${ofRows(rows)} n’a pas pu être lu`,
      `Les résultats ${ofRows(rows)} n’ont pas pu être lus`,
    );
    const first = rows.length === 1 ? ' :' : `. Ligne ${rows[0] ?? ''} :`;
    const again = [
      operation === 'reassess'
        ? choose(
            rows.length,
            `Pour réessayer, ${runRoundAgain}.`,
            'Pour réessayer, ouvrez « Réévaluation », saisissez les numéros de ces lignes dans « Seulement ces lignes » et lancez l’exécution.',
          )
        : `Pour réessayer, ${runAgain}.`,
      ...(hasNoResult ? [wrongId] : []),
    ];
    // Another attempt would get the same wrong answer.
    const next = reason.code === 'requestFailed' ? again : [];
    // The words of the service may quote the request.
    return new ValuedSentence(
      [`${what}${first} ${reasonAfterColon(reason)}`, ...next].join(' '),
      [`${what} ; le message de la ligne en indique la raison.`, ...next].join(' '),
    );
  },
  unconfirmedRowsMissing({ count, hasOtherSheets }) {
    return choose(
      count,
      `1 ligne non confirmée a été supprimée ou modifiée${hasOtherSheets ? ', ou se trouve dans une autre feuille' : ''}. Répondez à la question à son sujet en haut de la page « Résultats ».`,
      `${formatNumber(count)} lignes non confirmées ont été supprimées ou modifiées${hasOtherSheets ? ', ou se trouvent dans une autre feuille' : ''}. Répondez à la question sur chacune en haut de la page « Résultats ».`,
    );
  },
  journalOlderThanSheet({ rows }) {
    const show = choose(
      rows.length,
      `${theRows(rows)} affiche un résultat qu’il ne contient pas`,
      `${theRows(rows)} affichent des résultats qu’il ne contient pas`,
    );
    return [
      `Le registre des envois de ce serveur est plus ancien que le tableau : ${show}. Le dossier de données a peut-être été restauré à partir d’une sauvegarde, et des lignes pourraient être envoyées deux fois.`,
      restoreBackup,
    ];
  },
  otherJournalKnowsRows: ({ journals }) =>
    `Des lignes de ce tableau ont été envoyées avec un autre registre : ${journals.map(({ rows }) => firstRows([...rows])).join(', ')}. Sans lui, elles seraient renvoyées. ${restoreBackup}`,
  rowsInUse: ({ rows, sheet }) =>
    choose(
      rows.length,
      `${theRowsFirst(rows)} se trouve aussi dans ${sheet}, qu’une autre exécution est en train d’envoyer ou vient d’envoyer. Attendez qu’elle se termine.`,
      `${theRowsFirst(rows)} se trouvent aussi dans ${sheet}, qu’une autre exécution est en train d’envoyer ou vient d’envoyer. Attendez qu’elle se termine.`,
    ),
  rowsSentElsewhere: ({ rows, sheet }) =>
    choose(
      rows.length,
      `${theRowsFirst(rows)} a déjà été envoyée depuis ${sheet} et n’est pas renvoyée.`,
      `${theRowsFirst(rows)} ont déjà été envoyées depuis ${sheet} et ne sont pas renvoyées.`,
    ),
};

function nameEarlierRequest(operation: keyof typeof rowNouns): string {
  return `${rowNouns[operation]} antérieure`;
}
