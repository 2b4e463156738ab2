import { assessmentIdField } from './decision.js';
import { type ReadInput, readInput } from './inputText.js';
import { quote } from './sanitizedMessage.js';

/**
 * Matches the link of a report, and captures the Assessment ID at its end. The contract describes
 * the link under "rwa_create".
 */
export const reportLink = String.raw`^\s*https?:\/\/[^?#\s]+\/redirect\/([^/?#\s]+)\/?(?:[?#]\S*)?\s*$`;

export const linkWithoutId = 'is a link without an Assessment ID';

/** How to correct a link that is not the link of a report. */
export const useReportLink =
  'Use the link of the report, which ends in /redirect/ and the ID, or only the ID.';

/** Reads an Assessment ID from an ID or from the link of its report. */
export function readAssessmentId(given: string): ReadInput {
  const id = new RegExp(reportLink).exec(given)?.[1];
  const isLink = /^\s*https?:/i.test(given);
  if (id === undefined && isLink) {
    return { ok: false, message: `${quote(given)} ${linkWithoutId}`, remedy: useReportLink };
  }
  return readInput(assessmentIdField, id ?? given);
}
