import type { INodeProperties } from 'n8n-workflow';

/**
 * On nodes whose operation must happen once: where a lost answer does the least harm. In the mode
 * that stops, n8n shows no item of the node, also not those that were created.
 */
export const errorOutputNotice: INodeProperties = {
  displayName:
    'Recommended: in Settings, set On Error to "Continue (using error output)". A row that fails, or whose answer is lost, then comes out there, and all others go on.',
  name: 'errorOutputNotice',
  type: 'notice',
  default: '',
};
