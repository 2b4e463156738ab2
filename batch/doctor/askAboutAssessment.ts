import type { ServiceQuestion } from '../engine/run/serviceQuestion.js';
import { assertServiceUsable } from '../engine/run/serviceWait.js';
import { type Connection, connect } from '../http/connection.js';
import type { ServiceCheckOptions } from './checkService.js';

/**
 * Throws an OperatingError if the service does not answer as expected, for example because the
 * token belongs to another company.
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
