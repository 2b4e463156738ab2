import { toSentence } from '../../src/toSentence.js';
import { formatFault, formatRequestMessage } from '../../src/requestWords.js';
import type { Finding, Findings } from '../doctor/finding.js';
import type { ServiceMessages } from '../engine/run/runMessages.js';
import { proxyUnusableText } from './proxyUnusableText.js';
import { joinList } from './resultColumns.js';
import { count, formatNumber, formatTimeSpan } from './words.js';

export interface WordedFinding {
  /** The name of the check, such as `Token`. */
  readonly check: string;
  readonly state: Finding['state'];
  /** The fact and, for a problem, the next step. */
  readonly message: string;
}

export type FindingWords = {
  readonly [Code in keyof Findings]: readonly [
    check: string,
    words: (finding: Findings[Code]) => string,
  ];
};

export function createFindingWords({
  serviceUnusable,
  afterChange,
}: {
  /** The words of the face for a service that cannot be used. */
  readonly serviceUnusable: (message: ServiceMessages['serviceUnusable']) => string;
  /** The step after a change of the environment: ` Then restart the server.`; may be empty. */
  readonly afterChange: string;
}): FindingWords {
  return {
    versions: ['Versions', ({ rwa, node, machine }) => `rwa ${rwa}, Node ${node}, ${machine}`],
    authorities: [
      'Certificates',
      ({ file, certificates = 0 }) =>
        file === undefined
          ? 'only the authorities that Node trusts'
          : `${count(certificates, 'certificate')} of ${file}, and those that Node trusts`,
    ],
    authoritiesUnusable: [
      'Certificates',
      (finding) =>
        `${describeAuthorities(finding)} Set NODE_EXTRA_CA_CERTS to a PEM file with the authorities of your company, or remove the variable.${afterChange}`,
    ],
    baseUrl: ['Base URL', ({ url, isTest }) => `${url}${isTest ? ' (test environment)' : ''}`],
    proxy: [
      'Proxy',
      ({ address, variable, noProxy = '' }) =>
        address === undefined
          ? 'none'
          : `${address}, from ${variable}${noProxy === '' ? '' : `; not for ${noProxy} (NO_PROXY)`}`,
    ],
    proxyUnusable: ['Proxy', ({ variable }) => `${proxyUnusableText(variable)}${afterChange}`],
    hostFound: ['Host name', ({ name, addresses }) => `${name} is ${addresses.join(', ')}`],
    hostUnknown: [
      'Host name',
      ({ name, fault }) => `${name}: ${formatFault(fault)}. Check its spelling and the network.`,
    ],
    serviceAnswered: ['Service', ({ tookMs }) => `answered in ${formatTimeSpan(tookMs)}`],
    serviceFailed: ['Service', serviceUnusable],
    serviceNotAsked: ['Service', () => 'not asked, because the settings cannot be used'],
    tokenAccepted: ['Token', ({ operations }) => `accepted by ${joinList(operations)}`],
    tokenRefused: ['Token', serviceUnusable],
    tokenRefusedBy: [
      'Token',
      ({ operation, answer }) =>
        `refused by ${operation}, but not by others: ${toSentence(formatRequestMessage(answer))} Ask the operator of the service whether this token may use ${operation}.`,
    ],
    tokenUnclear: [
      'Token',
      ({ operation, answer }) =>
        `The answer of ${operation} does not show whether it accepts the token: ${toSentence(formatRequestMessage(answer))} If this happens again, ask the operator of the service.`,
    ],
    operationMissing: [
      'Token',
      ({ operation }) =>
        operation === 'rwa_update'
          ? 'The service has no rwa_update (HTTP 404), so no decision can be recorded: neither rwa decide nor the page can send one. Ask the operator of the service for the workflow rwa_update.'
          : `this service has no ${operation}`,
    ],
    tokenNotChecked: [
      'Token',
      ({ isTest }) =>
        `not checked: rwa_create and create_pending_user, because only a request that could have an effect would show whether the token is accepted${isTest ? '' : '; remove_user_access, which exists only in the test environment'}`,
    ],
    companyKnown: [
      'Company',
      ({ assessmentId, row, sheet }) =>
        `the service has assessment ${assessmentId} of row ${row} of ${sheet}`,
    ],
    companyUnknown: [
      'Company',
      ({ service, assessmentId, row, sheet }) =>
        `${service} has no assessment ${assessmentId} of row ${row} of ${sheet}, which this server recorded. The token may belong to another company, or the base URL to another service. Correct them.${afterChange} If the assessment was removed from the service, open the row under Results on the page and choose "This is not its assessment…".`,
    ],
    clockRight: ['Clock', () => 'agrees with the time of the service'],
    clockWrong: [
      'Clock',
      ({ aheadMs }) =>
        `The clock of this machine is ${formatTimeSpan(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} the service. Set it, because times in journals and schedules depend on it.`,
    ],
    clockUnknown: ['Clock', () => 'no answer with a time to compare with'],
    folderUsable: ['Folder', ({ folder }) => `${folder} can be written to, by this account only`],
    folderOpenToOthers: [
      'Folder',
      ({ folder }) =>
        `Other users of this machine can open ${folder}, which contains personal data. Run chmod 700 on it.`,
    ],
    folderUnusable: [
      'Folder',
      ({ folder, reason }) =>
        `${folder} cannot be used: ${reason}. Correct the permissions, or check the disk.`,
    ],
    diskFree: ['Disk', ({ freeBytes }) => `${formatMegabytes(freeBytes)} are free`],
    diskAlmostFull: [
      'Disk',
      ({ folder, freeBytes, neededBytes }) =>
        `The disk of ${folder} has only ${formatMegabytes(freeBytes)} left, and a large sheet may need ${formatMegabytes(neededBytes)}. Free some space.`,
    ],
    databaseAnswered: [
      'Database',
      ({ release, tookMs }) => `${release} answered in ${Math.ceil(tookMs)} ms`,
    ],
    unfinished: [
      'Other checks',
      ({ limitMs }) =>
        `did not end within ${formatTimeSpan(limitMs)}: the service, the name server, the disk or the database is slow`,
    ],
  };
}

export function wordFindingWith(words: FindingWords, finding: Finding): WordedFinding {
  const [check, toMessage] = words[finding.code] as readonly [string, (finding: Finding) => string];
  return { check, state: finding.state, message: toMessage(finding) };
}

/** Rounds up: `1,200 MB`. */
export function formatMegabytes(bytes: number): string {
  return `${formatNumber(Math.ceil(bytes / 1e6))} MB`;
}

function describeAuthorities({ file, fault, reason }: Findings['authoritiesUnusable']): string {
  switch (fault) {
    case 'unreadable':
      return `${file} cannot be read: ${reason}.`;
    case 'empty':
      return `${file} contains no certificate.`;
    case 'expired':
      return `All certificates in ${file} have expired.`;
    case 'damaged':
      return `A certificate in ${file} is damaged: ${reason}.`;
  }
}
