import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Exchange, Transport } from '../../src/transport.js';
import { credentialName } from './credential.js';
import { deliveryOf } from './delivery.js';

interface FullResponse {
  readonly body: unknown;
  readonly headers: IDataObject;
  readonly statusCode: number;
}

/**
 * Sends through n8n's own request helper, which adds the token, honours n8n's proxy settings and
 * aborts when the execution is cancelled. One sending takes `timeoutMs` at the most. The token is
 * only struck out here, should an answer repeat it.
 */
export function transportOf(
  context: IExecuteFunctions,
  token: string,
  timeoutMs: number,
): Transport {
  return {
    async post({ url, body }): Promise<Exchange> {
      try {
        const response = (await context.helpers.httpRequestWithAuthentication.call(
          context,
          credentialName,
          {
            method: 'POST',
            url,
            body,
            headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
            timeout: timeoutMs,
            encoding: 'text',
            returnFullResponse: true,
            // The core reads every status itself; and on an error 401 the helper would send again.
            ignoreHttpStatusErrors: true,
            disableFollowRedirect: true,
          },
        )) as FullResponse;
        const text = String(response.body);
        const retryAfter = response.headers['retry-after'];
        return {
          delivery: 'answered',
          httpStatus: response.statusCode,
          body: token === '' ? text : text.replaceAll(token, '[token]'),
          // A body that was cut short makes the helper throw.
          complete: true,
          ...(typeof retryAfter === 'string' ? { retryAfter } : {}),
        };
      } catch (error) {
        return deliveryOf(error);
      }
    },
  };
}
