import { formatByCode, type WordingByCode } from './coded.js';
import { type Failure, hints } from './failure.js';
import { formatProblem } from './inputWords.js';
import type {
  BodyFault,
  BodyFaults,
  Breach,
  BreachFault,
  ConnectionFault,
  ConnectionFaults,
  Content,
  Contents,
  RequestMessage,
  RequestMessages,
  RequestRemedies,
  RequestRemedy,
  StatedWait,
} from './requestMessages.js';
import { formatUtcMinute } from './formatUtcMinute.js';

const faultWording: WordingByCode<ConnectionFaults> = {
  connectionRefused: () => 'connection refused',
  hostUnknown: () => 'the host name is unknown',
  hostNotLookedUp: () => 'the host name cannot be looked up now',
  connectionReset: () => 'the connection was reset',
  connectionClosed: () => 'the connection was closed',
  connectingTimedOut: () => 'connecting took too long',
  networkUnreachable: () => 'the network cannot be reached',
  hostUnreachable: () => 'the host cannot be reached',
  filesOpen: ({ isWholeMachine }) =>
    `too many files are open${isWholeMachine ? ' on this machine' : ''}`,
  certificateExpired: () => 'the certificate of the server has expired',
  certificateNotYetValid: () =>
    'the certificate of the server is not valid yet by the clock of this machine',
  certificateOfOtherHost: () => 'the certificate of the server is for another host',
  certificateUntrusted: () =>
    'the certificate of the server is from an authority that is not trusted here',
  certificateSelfSigned: () => 'the certificate of the server is self-signed',
  notHttps: () => 'the answer is not from an https server',
  handshakeFailed: ({ detail }) =>
    `the https handshake failed${detail === undefined ? '' : ` (${detail})`}`,
  timedOut: ({ seconds }) => `timed out after ${seconds} s`,
  answerTooLong: () => 'the answer is far too long',
  cancelled: () => 'cancelled',
  clientClosed: () => 'this client was closed',
  proxyFailed: ({ proxy, fault }) => `the proxy ${proxy} failed: ${formatFault(fault)}`,
  tunnelFailed: ({ proxy, host, fault }) =>
    `the tunnel of the proxy ${proxy} to ${host} failed: ${formatFault(fault)}`,
  proxyForbidsHost: ({ proxy, host, httpStatus }) =>
    `the proxy ${proxy} does not allow a connection to ${host} (HTTP ${httpStatus})`,
  proxyDidNotConnect: ({ proxy, host, httpStatus }) =>
    `the proxy ${proxy} could not connect to ${host} (HTTP ${httpStatus})`,
  proxyLoginMissing: ({ proxy, httpStatus }) =>
    `the proxy ${proxy} requires a name and password (HTTP ${httpStatus})`,
  proxyLoginRefused: ({ proxy, httpStatus }) =>
    `the proxy ${proxy} refused the name and password (HTTP ${httpStatus})`,
  proxyLoginUnsupported: ({ proxy, kinds, httpStatus }) =>
    `the proxy ${proxy} requires a kind of login that rwa does not support (${kinds.join(', ')}; HTTP ${httpStatus})`,
  proxyAnswered: ({ proxy, httpStatus }) => `the proxy ${proxy} answered HTTP ${httpStatus}`,
  other: ({ text }) => text,
};

/** The words follow a colon. */
export function formatFault(fault: ConnectionFault | string): string {
  return typeof fault === 'string' ? fault : formatByCode(faultWording, fault);
}

const bodyFaultWording: WordingByCode<BodyFaults> = {
  unknownEncoding: ({ encoding }) =>
    `has the content encoding "${encoding}", which cannot be read here`,
  wrongEncoding: ({ encoding }) => `has the content encoding "${encoding}", but its body does not`,
  tooLong: ({ megabytes }) => `is longer than ${megabytes} MB when decompressed`,
  other: ({ text }) => text,
};

const contentWording: WordingByCode<Contents> = {
  empty: () => 'empty',
  webPage: () => 'a web page',
  text: ({ text }) => `"${text}"`,
};

const breachWords: Readonly<Record<BreachFault, string>> = {
  missing: 'is missing',
  missingWithOther: 'is missing, and so is contractorMisclass',
  notNumber: 'is not a number',
  belowZero: 'is below 0',
  aboveTen: 'is above 10',
  notText: 'is not text',
  tooLong: 'is too long',
  ofOtherAssessment: 'belongs to another assessment',
  different: 'is not as in the contract',
};

const jsonFaults: Readonly<Record<RequestMessages['brokenJson']['fault'], string>> = {
  incomplete: 'incomplete JSON',
  followedByText: 'JSON followed by other text',
  invalid: 'not valid JSON',
};

const requestWording: WordingByCode<RequestMessages> = {
  service: ({ text }) => text,
  statusWithWords: ({ httpStatus, text }) => `HTTP ${httpStatus}: ${text}`,
  status: ({ httpStatus, content, unreadable, wait }) =>
    `The service answered HTTP ${httpStatus}${describeBody(content, unreadable)}${describeWait(wait)}.`,
  notReached: ({ fault }) => `The service could not be reached: ${formatFault(fault)}`,
  noAnswer: ({ fault }) => `No answer: ${formatFault(fault)}`,
  cancelled: () => 'Cancelled.',
  unexpectedSuccess: () => 'The answer reports a success.',
  testEnvironmentOnly: ({ operation }) => `${operation} works only in the test environment.`,
  invalidInputs: ({ problems }) => problems.map(formatProblem).join('; '),
  cutShort: () => 'The answer was cut short.',
  unreadableBody: ({ fault }) => `The answer ${formatByCode(bodyFaultWording, fault)}.`,
  brokenJson: ({ fault }) => `The answer is ${jsonFaults[fault]}.`,
  notJson: ({ content }) => `The answer is not JSON but ${formatByCode(contentWording, content)}.`,
  statusMissing: ({ text }) =>
    text === undefined
      ? 'The answer has no status.'
      : `The answer has no status from the contract; it says: ${text}`,
  unknownStatus: ({ status }) => `The answer has the status "${status}".`,
  errorWithoutReason: () => 'The answer is an error without a reason.',
  errorWithSuccess: () =>
    'The answer contradicts itself: the status is error, but success is true.',
  successWithoutSuccess: () =>
    'The answer contradicts itself: the status is success, but success is false.',
  successWithStatus: ({ httpStatus }) =>
    `The answer reports a success, but has HTTP status ${httpStatus}.`,
  errorWithId: ({ name, id, answer }) =>
    `The answer contradicts itself: it is an error, but has the ${name} "${id}". It says: ${formatRequestMessage(answer)}`,
  contractBroken: ({ breaches }) =>
    `The answer breaks the contract: ${breaches.map(describeBreach).join('; ')}.`,
  other: ({ text }) => text,
};

export function formatRequestMessage(message: RequestMessage): string {
  return formatByCode(requestWording, message);
}

export function isQuotation({ code }: RequestMessage): boolean {
  return code === 'service' || code === 'statusWithWords' || code === 'other';
}

function describeBreach({ field, fault, number }: Breach): string {
  return `${field} ${number === undefined ? breachWords[fault] : `is the number ${number}, not text`}`;
}

function describeBody(content: Content | undefined, unreadable: BodyFault | undefined): string {
  if (unreadable !== undefined) return `; the answer ${formatByCode(bodyFaultWording, unreadable)}`;
  return content === undefined ? '' : ` with ${formatByCode(contentWording, content)}`;
}

function describeWait(wait: StatedWait | undefined): string {
  if (wait === undefined) return '';
  const time = 'seconds' in wait ? `${wait.seconds} s` : `until ${formatUtcMinute(wait.until)}`;
  return `; it asks us to wait ${time}`;
}

const remedyWording: WordingByCode<RequestRemedies> = {
  accountMayExist: () =>
    'This email address may already have an account: check in the service, and check the details.',
  checkBaseUrl: () =>
    'Check that the base URL is that of the service and ends before the name of the operation.',
  checkAddress: () =>
    'Check the address and its port. A login page of the network, or a server that speaks http only, may have answered instead.',
  trustAuthority: ({ isSet }) =>
    isSet
      ? 'NODE_EXTRA_CA_CERTS is set: check that this account can read its file, and that it contains the certificate of that authority in PEM format.'
      : "If it is from your company's own authority, ask IT for the authority's certificate as a PEM file and set NODE_EXTRA_CA_CERTS to the path of that file before rwa starts.",
  createClient: () => 'Create another client.',
  checkProxy: ({ variable, isHttps }) =>
    `Check that ${variable} names the right proxy and that the proxy is running.${isHttps ? ` Most proxies are reached by http: if yours is, write http:// in ${variable}; requests to the service stay encrypted.` : ''}`,
  checkTunnel: ({ variable, host }) =>
    `Check that ${variable} names the right proxy, and that no login page of the network answers in its place. If both are right, ask the administrator of the proxy to allow https connections to ${host}.`,
  allowHost: ({ host }) =>
    `The answer is from the proxy, not from the service: ask the administrator of the proxy to allow ${host}. If this machine may connect to it directly, add the host to NO_PROXY.`,
  checkHostName: () =>
    'The answer is from the proxy, not from the service: check the host name in the base URL. If it is right, the service is unavailable or the proxy cannot reach it: ask the administrator of the proxy.',
  checkKindOfProxy: ({ variable, host }) =>
    `The answer is from the proxy, not from the service: check that ${variable} names a proxy that allows https connections to ${host}.`,
  askForOtherLogin: () =>
    'Ask the administrator of the proxy to let this machine through to the service without a login, or with a name and password (Basic).',
  setProxyLogin: ({ variable, proxy }) =>
    `Put them in ${variable}, ${describeProxyLogin(variable, proxy)}`,
  correctProxyLogin: ({ variable, proxy }) =>
    `Correct them in ${variable}, ${describeProxyLogin(variable, proxy)}`,
  other: ({ text }) => text,
};

function describeProxyLogin(variable: string, proxy: string): string {
  return `in a file that only this account can read: ${variable}=${proxy.replace('://', '://NAME:PASSWORD@')}. Write special characters percent-encoded: @ is %40, # is %23, % is %25.`;
}

export function formatRemedy(remedy: RequestRemedy): string {
  return formatByCode(remedyWording, remedy);
}

export type Hint = Pick<Failure, 'code' | 'remedy'>;

export function formatHint(hint: Hint): string {
  return getWordedHint(remedyWording, hint, hints[hint.code]);
}

/** A remedy replaces the usual advice or, for `unconfirmed`, follows it. */
export function getWordedHint(
  wording: WordingByCode<RequestRemedies>,
  { code, remedy }: Hint,
  usual: string,
): string {
  if (remedy === undefined) return usual;
  const words = formatByCode(wording, remedy);
  return code === 'unconfirmed' ? `${usual} ${words}` : words;
}
