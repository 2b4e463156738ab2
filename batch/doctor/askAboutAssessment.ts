import type { ServiceQuestion } from '../engine/run/serviceQuestion.js';
import { assertServiceUsable } from '../engine/run/serviceWait.js';
import { type Connection, connect } from '../http/connection.js';
import type { ServiceCheckOptions } from './checkService.js';

/**
 * Asks rwa_retrieve for an assessment, as a run does first. Throws an OperatingError if the answer is
 * not the expected one (the token may belong to another company), the token is refused, or there is
 * no answer.
 */
export async function askAboutAssessment(
  connection: Connection,
  question: ServiceQuestion,
  { requestTimeoutMs, signal }: ServiceCheckOptions,
): Promise<void> {
  const { poller, transport } = connect(connection, { requestTimeoutMs, connections: 1 });
  try {
    await assertServiceUsable(poller, connection.baseUrl.url, signal, question);
  } finally {
    await transport.close();
  }
}
