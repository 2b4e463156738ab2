import type { INodeProperties } from 'n8n-workflow';
import { noIdInLink, reportLinkRemedy } from '../../src/inputWords.js';
import { reportLinkPattern } from '../../src/reportLink.js';

/**
 * The type of the parameter for an Assessment ID. The nodes read its value with `readAssessmentId`,
 * so an expression may give an ID or a link in both modes, but n8n refuses a typed ID in the mode
 * By Report Link. `extractValue` makes the editor choose this mode for a pasted link.
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
      extractValue: { type: 'regex', regex: reportLinkPattern },
      validation: [
        {
          type: 'regex',
          properties: {
            regex: reportLinkPattern,
            errorMessage: `This ${noIdInLink}. ${reportLinkRemedy}`,
          },
        },
      ],
    },
  ],
} as const satisfies Partial<INodeProperties>;
