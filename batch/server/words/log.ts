import { wordWebhookProblem } from '../../http/webhookProblem.js';
import { proxyUnusableText } from '../../wording/proxyUnusableText.js';
import { formatUtcMinute } from '../../../src/formatUtcMinute.js';
import { count, formatNumber } from '../../wording/words.js';
import { type LogAction, readAction } from '../access/logActions.js';
import { mailServer, wordFault } from './mailServer.js';

export interface LogWords {
  /** The words follow the name of the member or the server. */
  readonly actions: {
    readonly [Code in LogAction['code']]: (action: Extract<LogAction, { code: Code }>) => string;
  };
  readonly unknownAction: string;
  readonly server: string;
}

export function wordAction(stored: string, { actions, unknownAction }: LogWords): string {
  const action = readAction(stored);
  if (action === undefined) return unknownAction;
  // The compiler cannot infer that the function for this code accepts this action.
  const word = actions[action.code] as (action: LogAction) => string;
  return word(action);
}

export const log: LogWords = {
  actions: {
    signedInWithPassword: () => 'signed in with a password',
    signedInWithLink: () => 'signed in with a link',
    signedInWithProvider: ({ provider }) => `signed in with ${provider}`,
    roleEndedByProvider: ({ provider }) =>
      `has no role here any more, according to ${provider}; all sessions and tokens were ended`,
    passwordChanged: () => 'changed their password',
    renamed: ({ name }) => `changed their name to ${name}`,
    noticeAddressChanged: () => 'changed the address of their email notices',
    tokenCreated: ({ token, role }) => `created the token ${token} with the role ${role}`,
    tokenRevoked: () => 'revoked a token',

    memberInvited: ({ name, role }) => `invited ${name} as ${role}`,
    invitationWithdrawn: () => 'withdrew an invitation',
    roleChanged: ({ name, from, to }) => `changed the role of ${name} from ${from} to ${to}`,
    memberRemoved: ({ name }) => `removed ${name}`,
    memberSignedOut: ({ name }) => `signed ${name} out everywhere`,

    mailServerSet: ({ host }) => `set the mail server ${host}`,
    mailServerRemoved: () => 'removed the mail server',
    webhookSet: () => 'set the webhook',
    webhookRemoved: () => 'removed the webhook',
    retentionSet: ({ days }) =>
      `set that files and inputs are deleted ${count(days, 'day')} after the last run or upload`,
    retentionEnded: () => 'turned off the deletion of files and inputs',

    runsPaused: () => 'paused all runs',
    runsResumed: () => 'resumed all runs',
    slicesRetried: ({ slices }) => `retried ${count(slices, 'waiting slice')}`,
    limitsSet: ({ perSecond, concurrency }) =>
      `set the limits to ${concurrency} requests at the same time, and ${perSecond === null ? 'no limit per second' : `${perSecond} requests a second`}`,
    workerDrained: ({ host }) => `drained a worker on ${host}`,
    workerUndrained: ({ host }) => `ended the draining of a worker on ${host}`,

    sheetUploaded: () => 'uploaded a sheet',
    sheetDeleted: () => 'deleted a sheet',
    columnsMatched: () => 'matched the columns of a sheet',
    valuesCorrected: ({ values }) =>
      `corrected ${values === 1 ? 'a value' : `${formatNumber(values)} values`} of a sheet`,
    correctionUndone: () => 'undid a correction of a sheet',
    rowsIgnored: ({ rows }) =>
      `ignored ${rows === 1 ? 'a row' : `${formatNumber(rows)} rows`} of a sheet`,
    ignoringUndone: () => 'stopped ignoring a row of a sheet',
    downloaded: ({ file }) => `downloaded ${files[file]}`,

    runStarted: ({ operation }) =>
      operation === 'assess' ? 'started a run' : 'started a round of reassessment',
    runPaused: () => 'paused the run',
    runStopped: () => 'stopped the run',
    runResumed: () => 'resumed the run',
    scheduleSet: ({ every, from }) => `set the schedule to every ${every} from ${from}`,
    scheduleEnded: () => 'ended the schedule',

    rowDeclaredNew: () => 'said that a row is new',
    assessmentDisowned: () => 'said that an assessment does not belong to its row',
    assessmentDeclared: ({ exists }) =>
      exists
        ? 'said that an unconfirmed assessment exists'
        : 'said that an unconfirmed assessment does not exist, and is to be sent again',
    decisionsSent: ({ status, rows }) => `asked to record "${status}" on ${count(rows, 'row')}`,
    peopleSent: ({ action, people }) =>
      `asked to ${action === 'invite' ? 'invite' : 'remove the access of'} ${count(people, 'person', 'people')}`,
    invitationDeclared: ({ exists }) =>
      exists ? 'said that an invitation exists' : 'said that an invitation is to be sent',
    sheetChecked: () => 'confirmed that the service was checked after the restore',
    newSheetsChecked: () => 'confirmed that new sheets need no check after the restore',
    invitationsChecked: () => 'confirmed that invitations were checked after the restore',

    mailFailed: ({ member, host, fault, isOver }) =>
      `The email to ${member} was not sent: the mail server ${host} ${wordFault(fault, mailServer)}. ${isOver ? 'It will not be retried.' : 'It will be retried for a day.'} ${notAffected}`,
    webhookFailed: ({ url, problem }) =>
      `The webhook ${url} ${wordWebhookProblem(problem, proxyUnusableText)}. ${notAffected}`,
    inputsDeleted: ({ days }) =>
      `deleted the file and the inputs of a sheet${days === undefined ? '' : `, ${count(days, 'day')} after the last run or upload`}`,
    decisionsNotRecorded: ({ status, rows, by }) =>
      `could not record "${status}" on ${count(rows, 'row')} for ${by}`,
    restoreNoticed: ({ since }) =>
      `noticed that its record was restored from a backup. ${since === null ? 'The time of the backup is unknown' : `It contains what was sent until ${formatUtcMinute(since)}`}. Every sheet waits until somebody has checked the service`,
  },
  unknownAction: 'did something that this version of the server does not know',
  server: 'the server',
};

const notAffected = 'The run itself is not affected.';

const files = {
  workbook: 'the file with the results',
  'results.csv': 'the results as CSV',
  report: 'the report',
  problems: 'the list of problems',
} as const;
