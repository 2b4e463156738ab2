import type { Json } from './sandboxUnderTest.js';

/** Describes the outcome of a request as a client sees it. */
export async function describeOutcome(response: Promise<Response>): Promise<string> {
  try {
    const answer = await response;
    const text = await answer.text().catch(() => 'cut short');
    if (text === 'cut short') return text;
    const isJson = answer.headers.get('content-type') === 'application/json';
    const retryAfter = answer.headers.get('retry-after');
    return [
      answer.status,
      isJson ? getStatus(JSON.parse(text) as Json) : 'html',
      ...(retryAfter === null ? [] : [`retry after ${retryAfter}`]),
    ].join(' ');
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return cause?.code ?? name;
  }
}

/** Returns the status, which is a word in the contract's answers, and a number in the platform's answers. */
function getStatus(answer: Json): string {
  return String(answer.status ?? answer.statusCode);
}
