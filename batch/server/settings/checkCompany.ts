import { askAboutAssessment } from '../../doctor/askAboutAssessment.js';
import type { ServiceCheckOptions } from '../../doctor/checkService.js';
import type { Finding } from '../../doctor/finding.js';
import { OperatingError } from '../../engine/errors.js';
import { createServiceQuestion } from '../../engine/run/serviceQuestion.js';
import type { Connection } from '../../http/connection.js';
import type { Store } from '../db/store.js';
import { findNewestAssessment } from '../runs/newestAssessment.js';

/**
 * Asks the service about the newest stored assessment: with the token of another company, the service does not find it.
 */
export async function checkCompany(
  store: Store,
  connection: Connection,
  options: ServiceCheckOptions,
): Promise<Finding | undefined> {
  const newest = await findNewestAssessment(store);
  if (newest === undefined) return undefined;
  const service = connection.baseUrl.url;
  try {
    await askAboutAssessment(connection, createServiceQuestion(newest, service), options);
    return { code: 'companyKnown', state: 'ok', ...newest };
  } catch (error) {
    const isUnknown =
      error instanceof OperatingError &&
      error.messages.some(({ code }) => code === 'assessmentUnknown');
    if (!isUnknown) throw error;
    return { code: 'companyUnknown', state: 'problem', service, ...newest };
  }
}
