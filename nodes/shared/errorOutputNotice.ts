import type { INodeProperties } from 'n8n-workflow';

/**
 * A notice for nodes whose operation must not happen twice. With the error output, all other items
 * continue after a lost answer. If the node stops instead, n8n does not show its items, not even those
 * that were created. A tool has no error output.
 */
export const errorOutputNotice: INodeProperties = {
  displayName:
    'Recommended: in Settings, set On Error to "Continue (using error output)". Items that fail, or whose answer is lost, then go to the error output, and all others continue.',
  name: 'errorOutputNotice',
  type: 'notice',
  displayOptions: { show: { '@tool': [false] } },
  default: '',
};
