import type {
  ICredentialTestFunctions,
  ICredentialsDecrypted,
  INodeCredentialTestResult,
} from 'n8n-workflow';
import { readAnswer, unauthorizedMessages } from '../../src/answer.js';
import { type BaseUrl, readBaseUrl } from '../../src/baseUrl.js';
import { redactor, withoutToken } from '../../src/redaction.js';
import type { Exchange } from '../../src/transport.js';
import { readCredential } from './credential.js';
import { deliveryOf } from './delivery.js';

// rwa_retrieve of an assessment that does not exist changes nothing, and is answered `Not Found` to
// a good token and `Invalid Auth` to a bad one, both with HTTP 200.
const probe = JSON.stringify({ assessmentId: 'n8n-credential-test' });

const patienceMs = 10_000;

/**
 * For `methods` of each node: n8n runs it for the Test button of the credential. A function, not the
 * credential type's own `test`: n8n would send that to any address, plain http included, and can say
 * no more of a host that does not answer than an error code. Each node has it, as n8n asks the first
 * node that uses the credential.
 */
export const credentialTest = { remoteWorkAssessmentApiTest: testCredential };

/** Checks the base URL before anything is sent, and says in a sentence what is wrong. */
async function testCredential(
  this: ICredentialTestFunctions,
  { data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
  const { baseUrl, token } = readCredential(data);
  const read = readBaseUrl(baseUrl);
  if (!read.ok) return problem(read.message);
  if (token === '') return problem("The token is empty. Enter your company's token.");
  if (/^Bearer\s/i.test(token)) {
    return problem('The token begins with the word Bearer. Leave it out: the nodes add it.');
  }
  const exchange = await send(this, read.baseUrl, token);
  return verdictOf(withoutToken(exchange, redactor(token)), read.baseUrl);
}

async function send(
  context: ICredentialTestFunctions,
  { url }: BaseUrl,
  token: string,
): Promise<Exchange> {
  try {
    // The only way to send that n8n gives to a credential test.
    const response = (await context.helpers.request({
      method: 'POST',
      uri: `${url}/rwa_retrieve`,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json',
      },
      body: probe,
      timeout: patienceMs,
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
    return deliveryOf(error);
  }
}

function verdictOf(exchange: Exchange, { url }: BaseUrl): INodeCredentialTestResult {
  const host = /^https?:\/\/[^/]+/.exec(url)?.[0] ?? url;
  if (exchange.delivery !== 'answered') {
    const [happened, advice] =
      exchange.delivery === 'not_sent'
        ? ['could not be reached', 'and that this n8n may connect to it']
        : ['did not answer', 'or try again later'];
    return problem(
      `${host} ${happened}: ${exchange.reason}. Check the host and port in the base URL, http or https, ${advice}.`,
    );
  }
  const answer = readAnswer('rwa_retrieve', exchange, 0);
  if (answer.evidence === 'success') return good;
  const { evidence, message, serviceMessage, errors } = answer;
  if (evidence === 'unauthorized') {
    const said = unauthorizedMessages.find((each) => each === message);
    const reason = said ?? `HTTP ${exchange.httpStatus}`;
    return problem(
      `The service refused the token (${reason}). Check the token, and that it belongs to the environment of the base URL.`,
    );
  }
  // The service itself has answered, and it did not refuse the token. Many a server says 404 in the
  // same envelope of a path that it does not have.
  const isOfService =
    exchange.httpStatus !== 404 && (serviceMessage !== undefined || errors !== undefined);
  if (evidence === 'refused' && isOfService) return good;
  if (['no_answer', 'rate_limited', 'unavailable'].includes(evidence)) {
    return problem(`${host} answers, but not now: ${sentence(message)} Try again later.`);
  }
  return problem(
    `${host} answers, but the assessment service is not at this path: ${sentence(message)} Check the path of the base URL: it ends before the operation, such as /version-test/api/1.1/wf.`,
  );
}

// The service ends its messages as it likes.
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const good: INodeCredentialTestResult = { status: 'OK', message: 'Connection successful!' };

function problem(message: string): INodeCredentialTestResult {
  return { status: 'Error', message };
}
