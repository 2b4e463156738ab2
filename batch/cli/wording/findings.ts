import { createFindingWording } from '../../wording/findings.js';
import { inWords } from './wording.js';

/** Words a finding for the command line. */
export const wordFinding = createFindingWording({
  serviceUnusable: ({ service, failure }) => inWords({ code: 'serviceUnusable', service, failure }),
  afterChange: '',
});
