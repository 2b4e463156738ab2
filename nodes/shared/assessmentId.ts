import type { INodeProperties } from 'n8n-workflow';
import { assessmentIdField } from '../../src/decision.js';
import { type ReadInput, readInput } from '../../src/inputText.js';
import { quote } from '../../src/sanitizedMessage.js';

/**
 * Matches the link of a report, and captures the Assessment ID at its end. The contract describes
 * the link under "POST /rwa_create".
 */
const reportLink = String.raw`^\s*https?:\/\/[^?#\s]+\/redirect\/([^/?#\s]+)\/?(?:[?#]\S*)?\s*$`;

const linkWithoutId = 'is a link without an Assessment ID';
const remedy = 'Use the link of the report, which ends in /redirect/ and the ID, or only the ID.';

/**
 * The type of the parameter for an Assessment ID. The nodes read its value with {@link
 * readAssessmentId}, so both modes accept an ID and a link. So does a workflow that was saved
 * before this parameter had modes. `extractValue` makes the editor choose the second mode for a
 * link that is pasted.
 */
export const assessmentIdInput = {
  type: 'resourceLocator',
  default: { mode: 'id', value: '' },
  modes: [
    {
      displayName: 'By ID',
      name: 'id',
      type: 'string',
      placeholder: 'e.g. 1763769600000x123456789012345678',
    },
    {
      displayName: 'By Report Link',
      name: 'url',
      type: 'string',
      placeholder: 'e.g. https://example.com/redirect/1763769600000x123456789012345678',
      hint: 'The field redirectUrl of Create Assessment',
      extractValue: { type: 'regex', regex: reportLink },
      validation: [
        {
          type: 'regex',
          properties: { regex: reportLink, errorMessage: `This ${linkWithoutId}. ${remedy}` },
        },
      ],
    },
  ],
} as const satisfies Partial<INodeProperties>;

/** Reads an Assessment ID from an ID or from the link of its report. */
export function readAssessmentId(given: string): ReadInput {
  const id = new RegExp(reportLink).exec(given)?.[1];
  const isLink = /^\s*https?:/i.test(given);
  if (id === undefined && isLink) {
    return { ok: false, message: `${quote(given)} ${linkWithoutId}`, remedy };
  }
  return readInput(assessmentIdField, id ?? given);
}
