import { assessmentIdField } from './decision.js';
import { type ReadInput, readInput } from './inputText.js';
import { excerpt } from './sanitizedMessage.js';

/**
 * Matches the link of a report, and captures the Assessment ID at its end. The contract describes
 * the link under "rwa_create".
 */
export const reportLink = String.raw`^\s*https?:\/\/[^?#\s]+\/redirect\/([^/?#\s]+)\/?(?:[?#]\S*)?\s*$`;

/** Reads an Assessment ID from an ID or from the link of its report. */
export function readAssessmentId(given: string): ReadInput {
  const id = new RegExp(reportLink).exec(given)?.[1];
  const isLink = /^\s*https?:/i.test(given);
  if (id === undefined && isLink) {
    const message = { code: 'linkWithoutId', text: excerpt(given) } as const;
    return { ok: false, message, remedy: { code: 'useReportLink' } };
  }
  return readInput(assessmentIdField, id ?? given);
}
