import { assessmentIdField } from './decision.js';
import { type ReadInput, readInput } from './inputText.js';
import { excerpt } from './sanitizeMessage.js';

/** Captures the Assessment ID (contract, "rwa_create"). */
export const reportLinkPattern = String.raw`^\s*https?:\/\/[^?#\s]+\/redirect\/([^/?#\s]+)\/?(?:[?#]\S*)?\s*$`;

export function readAssessmentId(given: string): ReadInput {
  const id = new RegExp(reportLinkPattern).exec(given)?.[1];
  const isLink = /^\s*https?:/i.test(given);
  if (id === undefined && isLink) {
    const message = { code: 'linkWithoutId', text: excerpt(given) } as const;
    return { ok: false, message, remedy: { code: 'useReportLink' } };
  }
  return readInput(assessmentIdField, id ?? given);
}
