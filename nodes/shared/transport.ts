import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { createRedactor, removeToken } from '../../src/redaction.js';
import type { Exchange, Post, Transport } from '../../src/transport.js';
import { type Credential, credentialName } from './credential.js';
import { toDelivery } from './delivery.js';

interface FullResponse {
  readonly body: unknown;
  readonly headers: IDataObject;
  readonly statusCode: number;
}

/**
 * Creates a transport that sends through n8n's own request helper, which adds the token, honours n8n's
 * proxy settings and aborts when the execution is cancelled. An attempt takes at most `timeoutMs`,
 * unless the request has another limit. The token is removed from answers that repeat it.
 */
export function createTransport(
  context: IExecuteFunctions,
  credential: Credential,
  timeoutMs: number,
): Transport {
  const redact = createRedactor(credential.token);
  // Without this, n8n reads the credential from its database and decrypts it for every request.
  const credentialsDecrypted = {
    id: '',
    name: credentialName,
    type: credentialName,
    data: { ...credential },
  };
  const send = async ({
    url,
    body,
    timeoutMs: requestTimeoutMs = timeoutMs,
  }: Post): Promise<Exchange> => {
    try {
      const response = (await context.helpers.httpRequestWithAuthentication.call(
        context,
        credentialName,
        {
          method: 'POST',
          url,
          body,
          headers: {
            'Content-Type': 'application/json',
            Accept: 'application/json',
            // Answers are small and need no compression.
            'Accept-Encoding': 'identity',
          },
          timeout: requestTimeoutMs,
          encoding: 'text',
          returnFullResponse: true,
          // The core reads every status itself, and for a 401 the helper would send again.
          ignoreHttpStatusErrors: true,
          disableFollowRedirect: true,
        },
        { credentialsDecrypted },
      )) as FullResponse;
      const retryAfter = response.headers['retry-after'];
      return {
        delivery: 'answered',
        httpStatus: response.statusCode,
        body: String(response.body),
        // A body that was cut short makes the helper throw.
        complete: true,
        ...(typeof retryAfter === 'string' ? { retryAfter } : {}),
      };
    } catch (error) {
      return toDelivery(error);
    }
  };
  return { post: async (request) => removeToken(await send(request), redact) };
}
