import type { INodeProperties } from 'n8n-workflow';

/**
 * The codes with which a person decides about a changed service. The error of the node shows the code,
 * and the person decides by entering it in one of two options.
 */
export interface ServiceDecision {
  readonly sameService: string;
  readonly anotherService: string;
}

/** The word for what a node sends. */
export type SentThing = 'row' | 'item';

/** The names of the options in the editor. */
export const serviceLabels = { same: 'Same Service', another: 'Another Service' } as const;

/** Creates the options in which a person decides about the service after a change of base URL or token. */
export function createServiceProperties(
  sent: SentThing,
): readonly [another: INodeProperties, same: INodeProperties] {
  const shared = {
    type: 'string',
    default: '',
    noDataExpression: true,
    placeholder: 'e.g. 3f9a2c',
  } as const;
  return [
    {
      ...shared,
      displayName: serviceLabels.another,
      name: 'anotherService',
      description: `The code that the node shows after a change of base URL or token, if the service or the company is another one: every ${sent} counts as new there`,
    },
    {
      ...shared,
      displayName: serviceLabels.same,
      name: 'sameService',
      description: `The code that the node shows after a change of base URL or token, if service and company are the same: ${sent}s that were sent before are not sent again`,
    },
  ];
}
