import { toSentence } from '../../../../src/toSentence.js';
import type { RequestMessage } from '../../../../src/requestMessages.js';
import { toShownCell } from '../../../engine/intake/cellValues.js';
import type { AppliedCorrection } from '../../../engine/intake/corrections.js';
import type { RowRemark } from '../../../engine/intake/remark.js';
import type { Reason } from '../../../engine/journal/facts.js';
import type {
  Contradiction,
  RowFaults,
  RowMessages,
  UnconfirmedMessages,
} from '../../../engine/rows/rowMessages.js';
import type { SheetCommand } from '../../../engine/sheetCommand.js';
import { findServiceText } from '../../../wording/reasons.js';
import { toValue, isSentElsewhere } from '../../../wording/rows.js';
import { type Sentence, sentence, value } from '../../../wording/sentence.js';
import { shorten } from '../../../wording/words.js';
import { formatUtcMinute } from '../../../../src/formatUtcMinute.js';
import type { Wordings } from '../../../wording/wordings.js';
import {
  adviseFetch,
  correctAgain,
  inDownload,
  numberOfThisRow,
  onlyInSheet,
  pressAssess,
  reassessRow,
  runAgain,
  answerWhetherItExists,
  wrongId,
} from './advice.js';
import { quoteLabel } from './labels.js';
import { formatDay, listSentences, quoted, theRowsFirst } from './phrases.js';
import { failureText, idIsMissing, reasonText, refusalText } from './reasons.js';
import { remarksText } from './values.js';

const restoreId =
  'Elle n’a pas été renvoyée. Cherchez son évaluation dans le service, puis ouvrez la ligne dans « Résultats » : saisissez l’identifiant d’évaluation, ou indiquez qu’il n’y en a pas pour que la ligne soit envoyée.';

const faultWording: Wordings<RowFaults> = {
  sharedByPeople: (shared) => contradictionText({ code: 'sharedByPeople', ...shared }),
  rowsOfIdentityDiffer: (shared) => contradictionText({ code: 'rowsOfIdentityDiffer', ...shared }),
  noId({ heading, text }) {
    const shown = shorten(text, 40);
    return sentence`${quoted(heading)} contient « ${value(shown)} », qui n’est pas un identifiant : videz la cellule ${inDownload}.`;
  },
};

export const rowWording: Wordings<RowMessages> = {
  ...faultWording,
  rowInvalid: ({ problems, faults }) => [
    ...(problems === undefined ? [] : [toValue(remarksText(problems))]),
    ...faults.map((fault) => faultWording[fault.code](fault as never) as Sentence),
  ],
  sameAsRow: ({ row, operation }) =>
    operation === 'remove-access'
      ? `Même identifiant du personnel que la ligne ${row} ; elle n’est donc pas envoyée.`
      : `Identique à la ligne ${row} ; elle n’est donc pas envoyée. S’il s’agit d’un autre déplacement ou d’une autre embauche, modifiez-la avec « Corriger une donnée… » dans « Vérification », puis ${pressAssess}. Sinon, il n’y a rien à faire.`,
  rowRefused: ({ operation, reason, showsEarlierScores, isOfRound }) => [
    toValue(toSentence(refusalText(reason))),
    rejectionRemedy(operation, reason, isOfRound),
    ...noteEarlierScores(showsEarlierScores),
  ],
  rowUnconfirmed: ({ operation, sentAt, reason, isChanged, showsEarlierScores }) => [
    // Another run has sent the row, and this run has no record of the time.
    ...(isSentElsewhere(reason) ? [] : [`Envoi : ${formatUtcMinute(sentAt)}.`]),
    noAnswerText(reason),
    ...(isChanged ? ['Les données ont changé depuis.'] : []),
    adviseUnconfirmed(operation, reason),
    ...noteEarlierScores(showsEarlierScores),
  ],
  rowOnlyInSheet: ({ operation, problems, showsEarlierScores }) => [
    onlyInSheet,
    ...adviseToCorrectFirst(problems),
    adviseUnconfirmed(operation, undefined),
    ...noteEarlierScores(showsEarlierScores),
  ],
  rowWithoutItsId: ({ status, problems, showsEarlierScores }) => [
    idIsMissing(status),
    ...adviseToCorrectFirst(problems),
    restoreId,
    ...noteEarlierScores(showsEarlierScores),
  ],
  resultPending: ({ operation }) => `Le résultat n’est pas encore prêt. ${adviseFetch(operation)}`,
  resultNotRead: ({ operation, at, reason, hasNoResult }) => [
    sentence`La lecture du résultat a échoué (${formatUtcMinute(at)}). ${value(reasonText(reason))}`,
    ...(reason.code === 'requestFailed' ? [adviseFetch(operation)] : []),
    ...(hasNoResult ? [wrongId] : []),
  ],
  rowNotSent: ({ failure }) => toValue(failureText(failure)),
  employeeUnanswered: () =>
    `Une ligne antérieure de cette personne, ou cette ligne avec un autre matricule, a été envoyée et n’a pas encore de réponse. Cette ligne en est peut-être une correction ; elle n’a donc pas été envoyée. Ouvrez le tableau qui contient cette autre ligne, ${answerWhetherItExists}, puis, dans ce tableau-ci, ${pressAssess}. Si cet autre tableau a été supprimé, importez un fichier avec cette autre ligne, ${pressAssess} dans ce nouveau tableau et répondez-y.`,
  doneWithOtherInputs: () =>
    'Invitation envoyée, mais avec d’autres informations que celles-ci. Une invitation ne peut pas être modifiée d’ici : modifiez le compte dans le service.',
  valuesCorrected: ({ corrections }) =>
    sentence`Envoyée ${listSentences(corrections.map(correctionText))}.`,
  unknownScore: ({ heading, cell, assessmentId }) =>
    sentence`${quoted(heading)} contient ${value(toShownCell(cell))}, qui ne provient pas de l’évaluation ${assessmentId} : videz la cellule ${inDownload}.`,
  inputsChanged: ({ assessmentId }) =>
    `Les données ont changé depuis l’évaluation ${assessmentId} ; ses scores ne valent donc plus pour cette ligne. ${correctAgain} S’il s’agit du même déplacement ou de la même embauche avec de nouvelles données, ${reassessRow}. S’il s’agit d’un autre déplacement ou d’une autre embauche, importez la ligne dans un tableau séparé, sans résultats.`,
  inputsSentElsewhere: ({ assessmentId }) =>
    `Un autre tableau a envoyé ces données comme nouvelle ligne ; elles ne sont donc pas renvoyées. Si la ligne est le déplacement ou l’embauche de l’évaluation ${assessmentId}, saisissez les données de cette évaluation ${inDownload}. Sinon, supprimez la ligne ${inDownload}.`,
  // The text must not claim that the assessment was never shown: the page may have shown it before the correction.
  assessmentNeverShown({ assessmentId, createdAt }) {
    const when = createdAt === '' ? '' : ` le ${formatDay(createdAt)}`;
    return `L’évaluation ${assessmentId} a été créée${when} pour cette personne, ou pour ces données avec un autre matricule, et aucune ligne du tableau n’a maintenant ses données. ${correctAgain} S’il s’agit du même déplacement ou de la même embauche, avec des données corrigées depuis, ${reassessRow}. S’il s’agit d’un autre déplacement ou d’une autre embauche, indiquez-le dans « Vérification » ou « Résultats », puis ${pressAssess}.`;
  },
  assessmentInOtherRow: ({ assessmentId, row }) =>
    `La ligne ${row} affiche aussi l’évaluation ${assessmentId}, ou une évaluation ultérieure du même déplacement ou de la même embauche. Si cette ligne-ci est nouvelle, ses cellules de résultats ont été copiées : videz-les ${inDownload}. Si l’identifiant appartient à cette ligne-ci, videz plutôt celles de la ligne ${row} dans ce même fichier.`,
  assessmentOfOtherEmployee: ({ assessmentId }) =>
    `L’évaluation ${assessmentId} appartient à une autre personne. Si le matricule est faux, par exemple parce qu’il a perdu ses zéros initiaux (301 au lieu de 00301), corrigez-le dans « Vérification ». Si cette ligne est nouvelle, videz ses cellules de résultats ${inDownload}.`,
  assessmentUnproven: ({ assessmentId }) =>
    `Rien n’indique pour quelles données l’évaluation ${assessmentId} a été faite. Si c’est celle de cette ligne, ouvrez la ligne dans « Résultats » et confirmez l’identifiant. Sinon, saisissez-y le bon, ou indiquez qu’il n’y en a pas.`,
  resultsWithoutId: () =>
    `La ligne affiche des résultats, mais pas son identifiant d’évaluation. Si la ligne est déjà dans le service, saisissez son « Assessment ID » ${inDownload}. Sinon, videz les cellules de résultats de la ligne ${inDownload}.`,
  decisionOnOtherAssessment: ({ assessmentId }) =>
    `La décision n’a pas été envoyée, car l’évaluation ${assessmentId} n’est pas celle de cette ligne : elle appartient à une autre ligne, ou les données ont changé depuis. D’abord, ${runAgain}, ce qui corrige l’identifiant d’évaluation ou indique que faire.`,
  decidedOnEarlierAssessment: () =>
    'Une décision est enregistrée pour une évaluation antérieure de cette ligne, et aucune encore pour la dernière. Vérifiez la décision.',
  rowBlockedByIdenticalRow: ({ row }) =>
    `Une ligne a déjà été envoyée, et on ne sait pas laquelle : c’était peut-être la ligne ${row}, cette ligne-ci ou une autre. Suivez le message de la ligne ${row}, puis ${pressAssess}.`,
  idInOtherRow: ({ id, row }) =>
    `L’identifiant ${id} se trouve aussi à la ligne ${row}. Chaque ligne a besoin de son propre identifiant.`,
  idOfOtherIdentity: ({ id, label }) =>
    `L’identifiant ${id} a été créé pour une autre valeur de ${quoteLabel(label)}. Vérifiez ${quoteLabel(label)}.`,
  doneNeverShown({ sentAt, id, person, label }) {
    const note = id === undefined ? '' : ` (identifiant ${id})`;
    return `Le ${formatDay(sentAt)}, une personne a déjà été invitée avec la même valeur de ${quoteLabel(person)} et une autre valeur de ${quoteLabel(label)}${note}. Si cette personne doit aussi être invitée, cliquez sur « Inviter quand même… ».`;
  },
  doneUnknown: ({ status, label }) =>
    `Le fichier indique ${status}, mais ni ce serveur ni une référence dans le fichier ne le prouve pour cette valeur de ${quoteLabel(label)}. Vérifiez dans le service s’il reste quelque chose à faire.`,
  personUnconfirmed: ({ sentAt }) =>
    `Une demande pour cette personne a été envoyée avec d’autres données (${formatUtcMinute(sentAt)}), mais aucune réponse n’est arrivée. Vérifiez dans le service, puis indiquez à côté de cette demande si elle existe.`,
  rowSentElsewhere: ({ sheet }) =>
    `Cette ligne a déjà été envoyée depuis ${sheet} ; elle n’a donc pas été renvoyée.`,
  personForgotten: ({ at }) =>
    `Les données de cette personne ont été supprimées de ce serveur le ${formatDay(at)} ; la ligne n’est donc pas renvoyée.`,
  showsForgotten: () =>
    `Cette ligne affiche les résultats d’une personne dont les données ont été supprimées ; elle n’a donc pas été envoyée. Si la ligne est nouvelle, videz ses cellules de résultats ${inDownload}.`,
};

export const unconfirmedWording: Wordings<UnconfirmedMessages> = {
  noAnswer: ({ reason }) => noAnswerText(reason),
};

function contradictionText({ code, rows, label }: Contradiction): string {
  const have = `${theRowsFirst(rows)} ont la même valeur pour ${quoteLabel(label)}, mais`;
  return code === 'sharedByPeople'
    ? `${have} appartiennent à des personnes différentes. Corrigez ${quoteLabel(label)}.`
    : `${have} leurs autres informations diffèrent. Gardez une seule ligne.`;
}

/** For example `avec « United Kingdom » au lieu de « UK » pour « Nationalité »`. */
function correctionText({ label, value: written, to }: AppliedCorrection): Sentence {
  const sent = to === '' ? 'sans valeur' : sentence`avec « ${value(to)} »`;
  const inCell = written === '' ? 'd’une cellule vide' : sentence`de « ${value(written)} »`;
  return sentence`${sent} au lieu ${inCell} pour ${quoteLabel(label)}`;
}

function adviseToCorrectFirst(problems: readonly RowRemark[] | undefined): Sentence[] {
  return problems === undefined
    ? []
    : [sentence`Corrigez d’abord la ligne : ${value(remarksText(problems))}`];
}

function noAnswerText(reason: Reason | undefined): Sentence {
  return reason === undefined
    ? 'Le programme qui l’a envoyée s’est arrêté avant d’avoir enregistré la réponse.'
    : toValue(reasonText(reason));
}

function adviseUnconfirmed(operation: SheetCommand, reason: Reason | undefined): string {
  switch (operation) {
    case 'assess':
    case 'reassess':
      return adviseOnAssessment(reason);
    case 'decide':
      return 'Enregistrez à nouveau la décision : envoyer deux fois la même décision est sans risque.';
    case 'invite':
      return 'L’invitation est peut-être partie ; elle n’est donc pas renvoyée. Vérifiez dans le service, ou demandez à la personne, puis indiquez si l’invitation existe.';
    case 'remove-access':
      return 'Retirez à nouveau l’accès : envoyer deux fois la même demande est sans risque.';
  }
}

function adviseOnAssessment(reason: Reason | undefined): string {
  if (reason !== undefined) {
    if (reason.code === 'sentElsewhere') {
      return reason.isDone
        ? 'Ses scores se trouvent dans ce tableau-là. Pour les avoir ici aussi, ouvrez la ligne dans « Résultats » et saisissez l’identifiant d’évaluation.'
        : `Ce qu’elle y devient s’affiche ici aussi. Si aucune réponse n’y est arrivée, vérifiez dans le service, puis ${answerWhetherItExists}, ici ou là-bas : cela vaut pour les deux.`;
    }
    // If a person has entered the ID, the reason already contains the advice.
    if ('by' in reason && reason.by === 'person') return 'D’ici là, elle n’est pas renvoyée.';
  }
  return `L’évaluation existe peut-être : vérifiez dans le service, puis ${answerWhetherItExists}.`;
}

const remedies: readonly (readonly [part: string, remedy: string])[] = [
  [
    'RWA not found',
    'L’évaluation a peut-être été supprimée dans le service, ou appartient à une autre entreprise.',
  ],
  [
    'registered, activated',
    'Choisissez une autre personne, ou enregistrez la décision une fois qu’elle aura accepté son invitation.',
  ],
  [
    'Could not create pending user',
    'Avant de réessayer, vérifiez les informations et regardez si cette personne a déjà un compte.',
  ],
  [
    'must match exactly one user',
    'Personne n’a cet identifiant du personnel, ou plusieurs personnes l’ont : vérifiez dans le service.',
  ],
];

export const correctRefused = `Corrigez-la ici, puis ${pressAssess} pour renvoyer la ligne.`;

function rejectionRemedy(
  operation: SheetCommand,
  reason: RequestMessage,
  isOfRound: boolean,
): string {
  const known = remedies.find(([part]) => findServiceText(reason).includes(part));
  if (known !== undefined) return known[1];
  if (operation !== 'assess' && operation !== 'reassess') return 'Corrigez puis réessayez.';
  return isOfRound
    ? `Corrigez la ligne dans « Vérification », ou ouvrez « Réévaluation », cochez « Renvoyer les lignes refusées », saisissez ${numberOfThisRow} et cliquez sur « Réévaluer ».`
    : `Corrigez la ligne dans « Vérification », puis ${pressAssess}.`;
}

function noteEarlierScores(shows: boolean): string[] {
  return shows ? ['Les scores sont ceux de l’évaluation précédente.'] : [];
}
