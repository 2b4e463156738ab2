import type { INodeProperties } from 'n8n-workflow';

/**
 * A notice for nodes whose operation must not happen twice. If such a node stops, n8n does not show its
 * output, not even for items that succeeded. A tool has no error output.
 */
export const errorOutputNotice: INodeProperties = {
  displayName:
    'Recommended: in Settings, set On Error to "Continue (using error output)". Items that fail, or whose answer is lost, then go to the error output, and all others continue.',
  name: 'errorOutputNotice',
  type: 'notice',
  displayOptions: { show: { '@tool': [false] } },
  default: '',
};
