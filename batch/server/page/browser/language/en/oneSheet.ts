import { stepTitles } from '../stepTitles.js';

export const oneSheet = {
  title: 'Sheet',
  loading: 'Loading the sheet…',
  loadingRows: 'Loading the rows: the file is being read…',
  unknown: 'There is no such sheet',
  unknownLead: 'It never existed, or it was deleted.',
  unknownStep: 'There is no such step',
  deleted: 'This sheet has been deleted',
  deletedData:
    'The file and its inputs were deleted <time/>, as set under Settings. Scores and IDs are still here.',
  unconfirmed_one:
    '{{count, number}} row was sent, and nobody knows whether its assessment exists. Answer this under Results.',
  unconfirmed_other:
    '{{count, number}} rows were sent, and nobody knows whether their assessments exist. Answer this under Results.',
  runEnded: 'The run has ended.',
  runFailed: 'The run has failed.',
  stepList: 'Steps of this sheet',
  done: '(done)',
  steps: stepTitles.en,
  figures: {
    noProblems: 'no problems',
    noProblemsCorrected: 'no problems, {{corrected, number}} corrected',
    problemsCorrected_one: '{{count, number}} row with problems, {{corrected, number}} corrected',
    problemsCorrected_other:
      '{{count, number}} rows with problems, {{corrected, number}} corrected',
    starting: 'starting',
    progress: '{{done, number}} of {{rows, number}}',
    allSent: 'all sent',
    notSent_one: '{{count, number}} not sent yet',
    notSent_other: '{{count, number}} not sent yet',
    scored_one: '{{count, number}} scored',
    scored_other: '{{count, number}} scored',
    notPlanned: 'not planned',
  },
  facts: {
    worksheet: 'Worksheet “{{worksheet}}”.',
    rows_one: '{{count, number}} row.',
    rows_other: '{{count, number}} rows.',
    counts: '{{counts}}.',
    uploaded: 'Uploaded by {{name}}, <time/>.',
  },
  deleteSheet: {
    open: 'Delete…',
    title: 'Delete {{name}}?',
    button: 'Delete the sheet',
    consequences:
      'The file, its rows and decisions are deleted here. A decision stays if another sheet shows the same assessment. Assessments that were created stay in the service. A record of what was sent stays here, with IDs and scores but without names and inputs, so that nothing is sent twice.',
    done: '{{name}} has been deleted.',
  },
} as const;
