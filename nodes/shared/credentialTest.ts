import type {
  ICredentialTestFunctions,
  ICredentialsDecrypted,
  INodeCredentialTestResult,
} from 'n8n-workflow';
import { toSentence } from '../../src/toSentence.js';
import { readAnswer, unauthorizedMessages } from '../../src/answer.js';
import { type BaseUrl, readBaseUrl } from '../../src/baseUrl.js';
import { createRedactor, removeToken } from '../../src/redaction.js';
import { formatFault, formatRequestMessage } from '../../src/requestWords.js';
import type { Exchange } from '../../src/transport.js';
import { readCredential } from './credential.js';
import { toDelivery } from './delivery.js';

// rwa_retrieve changes nothing. For an assessment that does not exist, it answers `Not Found` to a good
// token and `Invalid Auth` to a bad one, both with HTTP 200.
const probe = JSON.stringify({ assessmentId: 'n8n-credential-test' });

const timeoutMs = 10_000;

/**
 * The test that n8n runs for a credential. The credential type's own `test` is not used: n8n would
 * send the token to any address, even by plain http, and could report only an error code for a host that
 * does not answer. Every node lists this test in its `methods`, because n8n takes it from the first
 * node that uses the credential.
 */
export const credentialTest = { remoteWorkAssessmentApiTest: testCredential };

async function testCredential(
  this: ICredentialTestFunctions,
  { data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
  const { baseUrl, token } = readCredential(data);
  const read = readBaseUrl(baseUrl);
  if (!read.ok) return failTest(read.message);
  if (token === '') return failTest("The token is empty. Enter your company's token.");
  if (/^Bearer\s/i.test(token)) {
    return failTest('The token begins with the word Bearer. Remove it: the nodes add it.');
  }
  const exchange = await send(this, read.baseUrl, token);
  return judgeAnswer(removeToken(exchange, createRedactor(token)), read.baseUrl);
}

async function send(
  context: ICredentialTestFunctions,
  { url }: BaseUrl,
  token: string,
): Promise<Exchange> {
  try {
    // n8n offers a credential test no other way to send a request.
    const response = (await context.helpers.request({
      method: 'POST',
      uri: `${url}/rwa_retrieve`,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json',
      },
      body: probe,
      timeout: timeoutMs,
      simple: false,
      resolveWithFullResponse: true,
      followRedirect: false,
      followAllRedirects: false,
    })) as { readonly statusCode: number; readonly body?: unknown };
    const { statusCode, body } = response;
    return {
      delivery: 'answered',
      httpStatus: statusCode,
      body: typeof body === 'string' ? body : JSON.stringify(body ?? ''),
      complete: true,
    };
  } catch (error) {
    return toDelivery(error);
  }
}

function judgeAnswer(exchange: Exchange, { url }: BaseUrl): INodeCredentialTestResult {
  const host = /^https?:\/\/[^/]+/.exec(url)?.[0] ?? url;
  if (exchange.delivery !== 'answered') {
    const [happened, advice] =
      exchange.delivery === 'not_sent'
        ? ['could not be reached', 'and whether this n8n is allowed to connect to it']
        : ['did not answer', 'or try again later'];
    return failTest(
      `${host} ${happened}: ${formatFault(exchange.reason)}. Check http or https, host and port in the base URL, ${advice}.`,
    );
  }
  const answer = readAnswer('rwa_retrieve', exchange, 0);
  if (answer.evidence === 'success') return passed;
  const { evidence, serviceMessage, errors } = answer;
  const message = formatRequestMessage(answer.reason);
  if (evidence === 'unauthorized') {
    const refusal = unauthorizedMessages.find((each) => each === message);
    const reason = refusal ?? `HTTP ${exchange.httpStatus}`;
    return failTest(
      `The service refused the token (${reason}). Check the token and that it belongs to the environment of the base URL.`,
    );
  }
  // An error in the envelope of the service proves that the token was accepted. A 404 does not count: many
  // other servers answer an unknown path with a similar envelope.
  const isOfService =
    exchange.httpStatus !== 404 && (serviceMessage !== undefined || errors !== undefined);
  if (evidence === 'refused' && isOfService) return passed;
  if (['no_answer', 'rate_limited', 'unavailable'].includes(evidence)) {
    return failTest(
      `${host} cannot process requests at the moment: ${toSentence(message)} Try again later.`,
    );
  }
  return failTest(
    `${host} answered, but the assessment service was not found at this path: ${toSentence(message)} Check the path of the base URL: it must end before the operation, for example /version-test/api/1.1/wf.`,
  );
}

const passed: INodeCredentialTestResult = { status: 'OK', message: 'Connection successful!' };

function failTest(message: string): INodeCredentialTestResult {
  return { status: 'Error', message };
}
