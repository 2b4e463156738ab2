import type { Json } from './sandboxUnderTest.js';

/** What a client makes of an answer, or of none. */
export async function seen(response: Promise<Response>): Promise<string> {
  try {
    const answer = await response;
    const text = await answer.text().catch(() => 'cut short');
    if (text === 'cut short') return text;
    const isJson = answer.headers.get('content-type') === 'application/json';
    const retryAfter = answer.headers.get('retry-after');
    return [
      answer.status,
      isJson ? statusIn(JSON.parse(text) as Json) : 'html',
      ...(retryAfter === null ? [] : [`retry after ${retryAfter}`]),
    ].join(' ');
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return cause?.code ?? name;
  }
}

/** What says how it went: of the contract's answers a word, of the platform's a number. */
function statusIn(answer: Json): string {
  return String(answer.status ?? answer.statusCode);
}
