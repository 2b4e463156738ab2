import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { createTransport } from '../../nodes/shared/transport.js';

async function postWithAnswer(body: string, token: string) {
  const requests: IHttpRequestOptions[] = [];
  const helpers = {
    httpRequestWithAuthentication(_credential: string, request: IHttpRequestOptions) {
      requests.push(request);
      return Promise.resolve({ statusCode: 200, headers: {}, body });
    },
  };
  const credential = { baseUrl: 'http://127.0.0.1', token };
  const context = { helpers } as unknown as IExecuteFunctions;
  const post = { url: 'http://127.0.0.1/rwa_create', body: '{}' };
  const exchange = await createTransport(context, credential, 1_000).post(post);
  return { requests, exchange };
}

const token = 'company/token+1';

test.each([
  ['word for word', token],
  ['with the escapes of JSON', 'company\\/token\\u002B1'],
  ['as a URL component', encodeURIComponent(token)],
  ['in base64', Buffer.from(`u:${token}`).toString('base64')],
])('the token is removed from an answer that contains it %s', async (_, quoted) => {
  const { exchange } = await postWithAnswer(`{"message":"Who is ${quoted}?"}`, token);
  expect(exchange).toMatchObject({ delivery: 'answered' });
  const body = (exchange as { body: string }).body;
  expect(body).toContain('(token)');
  expect(body).not.toContain(quoted.slice(6, -3));
});

test.each([['a'], ['"'], ['']])('the short token %j is not removed from answers', async (short) => {
  const body = '{"status":"success","response":{"assessment_id":"a-1"}}';
  const { exchange } = await postWithAnswer(body, short);
  expect(exchange).toMatchObject({ body });
});

test('each request asks for an uncompressed answer', async () => {
  const { requests } = await postWithAnswer('{}', token);
  expect(requests[0]?.headers).toMatchObject({ 'Accept-Encoding': 'identity' });
});
