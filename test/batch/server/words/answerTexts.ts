import { hints } from '../../../../src/failure.js';

/** Lists the English texts of the core about requests and answers. */
export function listAnswerTexts(): string[] {
  return [
    ...Object.values(hints),
    'The connection was reset',
    'The service could not be reached: connection refused',
    'No answer: timed out after 30 s',
    'The service answered HTTP 503.',
    'The service answered HTTP 404 with a web page.',
    'The service answered HTTP 429 with "slow down"; it asks us to wait 41 s.',
    'The service answered HTTP 503; it asks us to wait until 2026-11-03 09:30 UTC.',
    'The answer was cut short.',
    'The answer is not JSON but a web page.',
    'The answer is not JSON but "ok".',
    'The answer has the status "busy".',
    'The answer says success, but has HTTP status 400.',
    'rwa_update works only in the test environment.',
  ];
}
