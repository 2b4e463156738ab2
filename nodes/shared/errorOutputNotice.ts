import type { INodeProperties } from 'n8n-workflow';

/**
 * A notice for nodes whose operation must happen once: with the error output, a lost answer does the
 * least harm. In the mode that stops, n8n shows no items of the node, not even those that were created.
 */
export const errorOutputNotice: INodeProperties = {
  displayName:
    'Recommended: in Settings, set On Error to "Continue (using error output)". Items that fail, or whose answer is lost, then go to the error output, and all others continue.',
  name: 'errorOutputNotice',
  type: 'notice',
  default: '',
};
