import { formatRequestMessage } from '../../../src/requestWords.js';
import { connectionReset, createRequestFailure } from '../../serviceMessages.js';
import { type Failure, hints } from '../../../src/failure.js';
import type { RowRemark } from '../../../batch/engine/intake/remark.js';
import type { Messages } from '../../../batch/engine/message.js';
import type { SettingsMessages } from '../../../batch/http/settingsMessages.js';
import { sheetExamples } from '../../sheets/examples.js';

const sheet = 'hires.xlsx';
const journal = 'hires.xlsx.rwa-journal.jsonl';
const location = 'hires.xlsx.rwa-journal-location.json';
const lock = `${journal}.lock`;
const at = '2026-11-03T09:30:00.000Z';
const service = 'https://service.example.com/api/1.1/wf';
const operation = 'assess';
const nearMiss = {
  column: 'C',
  heading: 'Destnation',
  field: 'destination',
  label: 'Destination country',
};
const names = { first: ['Hires', 'Trips'], more: 0 };

const remark: RowRemark = {
  row: 3,
  column: 'K',
  field: 'salesContracts',
  label: 'Sales contracts',
  value: 'Ja',
  message: { code: 'unsupportedValue' },
  remedy: { code: 'useOneOf', values: ['Yes', 'No'] },
  suggestion: 'Yes',
};

const corrected = {
  field: 'citizenship',
  label: 'Citizenship',
  value: 'UK',
  to: 'United Kingdom',
};

const failure: Failure = {
  code: 'no_answer',
  operation: 'rwa_create',
  delivery: 'unknown',
  mayHaveTakenEffect: true,
  retryCanHelp: false,
  message: formatRequestMessage(connectionReset.message),
  reason: connectionReset.message,
  hint: hints.no_answer,
};

const notTheService: Failure = {
  ...failure,
  code: 'contract_violation',
  httpStatus: 404,
  reason: { code: 'status', httpStatus: 404, content: { code: 'webPage' } },
  message: 'The service answered HTTP 404 with a web page.',
};
/** Returns the fields of a failure that contain a text from the service. */
const createTextFields = (text: string) => ({
  message: text,
  reason: createRequestFailure(text).message,
});

const diskFull = { path: journal, code: 'ENOSPC', reason: 'no space left on device' };
const [firstAbout, ...otherAbouts] = sheetExamples;
const forbidden = { path: journal, code: 'EACCES', reason: 'permission denied' };
const unreadable = { path: journal, code: 'EIO', reason: 'i/o error' };
const recovered = 'hires.xlsx.rwa-journal.recovered-2026-11-03T09-30-00.jsonl';
const noReason = { showsEarlierScores: false, reason: undefined };

type AllMessages = Messages & SettingsMessages;

/** Examples of every message: one for each code, and more if its parameters change the words. */
export const messageExamples: {
  readonly [Code in keyof AllMessages]: readonly [AllMessages[Code], ...AllMessages[Code][]];
} = {
  // Reading the sheet
  mappedToResults: [{ field: 'employeeId', heading: 'Assessment ID', column: 'AA' }],
  mappedHeadingMissing: [{ field: 'destination', heading: 'Ziel', headings: names }],
  mappedColumnMissing: [{ field: 'destination', column: 'AB', last: 'P' }],
  columnsAlike: [
    {
      label: 'Employee ID',
      columns: [
        { column: 'A', heading: 'Employee ID' },
        { column: 'P', heading: 'Staff ID' },
      ],
    },
  ],
  statusColumnMixed: [
    { column: 'P', heading: 'Assessment status', others: [{ row: 3, text: 'later' }], more: 0 },
    { column: 'P', heading: 'Assessment status', others: [{ row: 3, text: 'later' }], more: 2 },
  ],
  sheetMissing: [{ wanted: 'Q3', sheets: names }],
  headerRowEmpty: [{ row: 40 }, { sheet: 'Hires', row: 40 }],
  sheetEmpty: [{ operation: 'rwa_create' }, { sheet: 'Staff', operation: 'create_pending_user' }],
  allSheetsHidden: [{}],
  headingsDoNotFit: [
    {
      sheet: 'Hires',
      row: 3,
      upperRow: 2,
      hasNone: false,
      otherRow: 1,
      missing: ['Employee ID', 'Destination country'],
      found: names,
      nearMisses: [nearMiss],
      guesses: [],
      hiddenSheet: 'Data',
      operation: 'rwa_create',
    },
    {
      sheet: 'Hires',
      row: 1,
      hasNone: true,
      missing: ['Employee ID'],
      found: { first: [], more: 0 },
      nearMisses: [],
      guesses: [],
      operation: 'rwa_update',
    },
    {
      sheet: 'Hires',
      row: 4,
      hasNone: false,
      missing: ['Employee ID', 'Destination country', 'Purpose'],
      found: names,
      nearMisses: [],
      guesses: [
        { column: 'A', heading: 'Personalnr.', field: 'employeeId', label: 'Employee ID' },
        { column: 'F', heading: 'Zielland', field: 'destination', label: 'Destination country' },
      ],
      operation: 'rwa_create',
    },
  ],
  assessmentsUnreadable: [{ sheet: 'Hires' }],
  noRowHasInput: [{ sheet: 'Hires', label: 'Decision' }],
  noRows: [
    { sheet: 'Hires', headerRow: 1, skipped: [], operation: 'remove_user_access' },
    {
      sheet: 'Hires',
      headerRow: 1,
      operation: 'rwa_create',
      skipped: [{ kind: 'example', rows: [2, 3] }],
    },
  ],
  allRowsHidden: [{ sheet: 'Hires' }],
  headingsInTwoRows: [{ rows: [2, 3] }],
  otherSheetsFit: [{ sheets: { first: ['Trips'], more: 0 } }, { sheets: names }],
  headingNearlyMatches: [nearMiss],
  headingTwice: [{ columns: ['A', 'D'], heading: 'Employee ID', read: 'A' }],
  inputFromColumn: [
    { label: 'Destination country', column: 'C', heading: 'Ziel' },
    { label: 'Destination country', column: 'D', heading: '' },
  ],
  inputSetForAll: [
    { label: 'Purpose', value: 'Hire From Anywhere' },
    { label: 'Purpose', value: 'Hire From Anywhere', column: 'B' },
  ],
  onlyExamples: [{ rows: [2, 3] }, { rows: [2] }],
  rowsSkipped: [
    { kind: 'example', rows: [2, 3] },
    { kind: 'headings', rows: [14] },
    { kind: 'totals', rows: [14] },
    { kind: 'exportLine', rows: [15] },
    { kind: 'note', rows: [14], without: ['Employee ID'] },
    { kind: 'withoutInputs', rows: [14, 15] },
    { kind: 'withoutInputs', rows: [14, 15], without: ['Decision'] },
  ],
  csvHidesNoRows: [{}],
  encodingGuessed: [{ encoding: 'Windows-1252' }],
  hiddenRowsSkipped: [{ rows: 1 }, { rows: 2 }],
  hiddenRowsCount: [{}],
  datesHalfConverted: [{ label: 'Start date' }],
  valuesSuggested: [{ cells: 3, value: 'Ja', suggestion: 'Yes' }],
  valueTaken: [
    { column: 'K', value: 'Ja', suggestion: 'Yes', rows: 3 },
    { value: 'Ja', suggestion: 'Yes', rows: 1 },
  ],
  moreValuesTaken: [{ count: 1 }, { count: 4 }],

  // Values of inputs, and advice about them
  cellNotCalculated: [{}],
  cellTooLong: [{ characters: 40_000 }],
  cellContainsDate: [{ date: '2026-11-03' }],
  cellContainsBoolean: [{ text: 'TRUE' }],
  numberRounded: [{}],
  cellNumberFormatted: [{ number: '42' }],
  textEncodingGuessed: [{ encoding: 'Windows-1252' }],
  numberNoDate: [{ number: '46329' }],
  cellContainsError: [{ error: '#N/A' }],
  cellOnlyInExcel: [{}],
  inputMissing: [{ label: 'Destination country' }],
  settingEmpty: [{ label: 'Purpose' }],
  identityAlone: [{ hasNumbers: false }, { hasNumbers: true }],
  resultsAlone: [{}],
  calculateFormula: [{}],
  checkHeading: [{}],
  typeIdAsText: [{}],
  saveAsUtf8: [{}],
  formatAsDate: [{}],
  correctFormula: [{}],
  convertToText: [{}],
  fillInOthers: [{}],
  moveResultsBack: [{}],
  typeDate: [{}],
  correctOneDate: [{}],
  unknownInput: [{ name: 'color' }],
  notText: [{}],
  unsupportedValue: [{}],
  notWholeNumber: [{}],
  negative: [{}],
  notDateTime: [{}],
  notEmail: [{}],
  unsupportedStatus: [{}],
  approverMissing: [
    { status: 'Manager Approved' },
    { status: 'Compliance Approved' },
    { status: 'Rejected' },
    { status: 'Canceled' },
  ],
  endBeforeStart: [{}],
  errorText: [{ error: '#N/A' }],
  changedId: [
    { text: 'A\uFFFDB', change: 'lostCharacter' },
    { text: 'A B', change: 'lineBreak' },
    { text: '=A1', change: 'formula' },
    { text: '1E+10', change: 'shortened' },
    { text: '123.00', change: 'decimals' },
    { text: '2026-11-03', change: 'date' },
  ],
  linkWithoutId: [{ text: 'https://example.com' }],
  yearOfTwoDigits: [{ text: '3.4.26' }],
  unreadableDate: [{ text: 'next week' }],
  ambiguousDate: [{ text: '03/04/2026' }],
  noSuchDay: [{ text: '2026-02-31' }],
  noSuchTime: [{ text: '2026-11-03T25:00:00Z' }],
  yearTooEarly: [{ text: '1905-01-01', earliest: 1950 }],
  unknownCountry: [{ text: 'Atlantis' }, { text: 'Deutchland', suggestion: 'Germany' }],
  separateAccents: [{ text: 'Curaçao' }],
  useOneOf: [{ values: ['Yes', 'No'] }, { values: ['Yes', 'No', 'Unsure'] }],
  useRoleType: [{}],
  useHiringUrgency: [{}],
  useEnglishName: [{}],
  useWholeNumber: [{}],
  countPastTrips: [{}],
  countHires: [{}],
  useDateTime: [{}],
  useText: [{}],
  useEmailAddress: [{}],
  useAssessmentId: [{}],
  useReportLink: [{}],
  fillInFirstName: [{}],
  fillInLastName: [{}],
  keepIdAsText: [{}],
  writeClearDate: [{}],
  writeWholeYear: [{}],
  correctTime: [{}],
  correctErrorText: [{}],
  nameApprover: [{}],
  removeInput: [{}],
  sayDateOrder: [{ hasDots: false }, { hasDots: true }],
  datesOfColumn: [{ order: 'dmy' }],
  datesOfOtherColumns: [{ order: 'mdy' }],
  datesContradict: [{}, { order: 'dmy' }],
  keepOnlyAddress: [{ address: 'ada@example.com' }],
  giveOneAddress: [{}],
  removeSpaces: [{}],
  removeAccents: [{}],
  writeDomain: [{ domain: 'xn--bcher-kva.example' }],
  giveWholeAddress: [{}],
  assessFirst: [{}],
  chooseOne: [{}],
  fillInStaffId: [
    {},
    { whose: 'manager' },
    { whose: 'complianceTeamMember' },
    { whose: 'canceller' },
  ],

  // Journals and locks
  namedJournalIsNew: [
    { sheet, journal, rows: 1, firstRow: 4 },
    { sheet, journal, rows: 3, firstRow: 4 },
  ],
  sheetHasOtherJournal: [
    { sheet, ownJournal: journal, journal: 'other.jsonl', complete: 'own' },
    { sheet, ownJournal: journal, journal: 'other.jsonl', complete: 'named' },
    { sheet, ownJournal: journal, journal: 'other.jsonl', complete: 'neither' },
  ],
  journalOfOtherService: [{ journal, itsService: 'the embedded sandbox', service }],
  backupWithoutJournal: [
    { sheet, backup: 'hires.backup-2026-11-03T09-30-00.xlsx', journal, isInRounds: false },
    { sheet, backup: 'hires.backup-2026-11-03T09-30-00.xlsx', journal, isInRounds: true },
  ],
  roundWithoutJournal: [
    { sheet, round: '2027-Q1', journal, isNew: true },
    { sheet, round: '2027-Q1', journal, isNew: false },
    { sheet, round: undefined, journal, isNew: false },
  ],
  journalNotNoted: [{ sheet, journal: 'other.jsonl' }],
  sheetHasNamedJournal: [
    { sheet, journal: 'kept.jsonl', isMissing: false, location },
    { sheet, journal: 'kept.jsonl', isMissing: true, location },
  ],
  journalUnreadable: [{ journal, fault: unreadable }],
  journalNotWritable: [{ journal, fault: diskFull }],
  journalWriteFailed: [{ journal, fault: diskFull }],
  journalChanged: [{ journal }],
  journalLost: [
    { journal, event: 'missing', recovered },
    { journal, event: 'replaced', recovered },
  ],
  journalLostForGood: [
    { journal, event: 'missing', reason: 'no space left on device' },
    { journal, event: 'shortened', reason: 'a part of the journal is missing' },
  ],
  lockLost: [{ lock }],
  journalIsNoFile: [{ journal: '/dev/null', kind: 'device' }],
  journalLinkIsBroken: [{ journal, target: '/mnt/journals/hires.jsonl' }],
  journalLineDamaged: [
    { journal, line: 12, isMissing: false },
    { journal, line: 12, isMissing: true },
  ],
  journalOfNewerVersion: [{ journal }],
  lockHeld: [
    { lock, what: 'sheet' },
    {
      lock,
      what: 'journal',
      freeAfterSeconds: 60,
      holder: { pid: 4711, host: 'hr-pc', since: at },
    },
  ],
  staleLockStays: [{ lock, fault: forbidden }],
  lockNotWritable: [{ lock, fault: diskFull }],
  sheetHasSecondName: [{ sheet, journal }],
  rowNotUnconfirmed: [{}, { state: 'Scored' }, { state: 'Done' }],
  answerTooLate: [{}],
  answerTooEarly: [
    { waitSeconds: 41, isInFuture: false },
    { waitSeconds: 60, isInFuture: true },
  ],
  answerIsEmployeeId: [{ answer: 'E-1' }],
  answerIsNoId: [
    { operation: 'assess', answer: 'a b' },
    { operation: 'invite', answer: 'a b' },
  ],
  rowShowsForgottenId: [{ row: 2, heading: 'Assessment ID' }],
  rowIsNotNew: [{ row: 3 }],
  rowSentMeanwhile: [{ row: 3 }],
  rowHasNoAssessment: [{ row: 3 }],
  assessmentOnlyShown: [{ row: 3, assessmentId: '1712345', operation: 'assess' }],
  assessmentOnlyInSheet: [{ row: 3, assessmentId: '1712345' }],
  idOfEarlierAssessment: [{ assessmentId: '1712345' }],
  idOfOtherRow: [
    { id: '1712345', isAssessment: true, row: 6, owner: 5, isEarlier: false },
    { id: '1712345', isAssessment: true, row: 6, owner: 5, isEarlier: true },
    { id: '1712345', isAssessment: true, row: 6, owner: undefined, isEarlier: false },
    { id: '1712345', isAssessment: false, row: undefined, owner: 5, isEarlier: false },
  ],

  // The plan and the run
  nothingSent: [{}],
  tooManyNew: [{ rows: 5, most: 2 }],
  assessmentIdMissing: [{}],
  rowsCopied: [{ rows: [5] }, { rows: [5, 6, 9] }],
  employeesAssessedBefore: [{ rows: [5] }, { rows: [5, 6, 9] }],
  rowsDoneInSheet: [
    { count: 3, status: 'Scored', command: 'assess', isRepeatedInRounds: true },
    { count: 1, status: 'Invited', command: 'invite', isRepeatedInRounds: false },
  ],
  ownColumnsStay: [
    { columns: [{ column: 'P', ours: 'Assessment status 2' }] },
    {
      columns: [
        { column: 'P', ours: 'Assessment status 2' },
        { column: 'Q', ours: 'Overall trip risk 2' },
      ],
    },
  ],
  rowsNotInSheet: [
    { rows: [900, 900], of: [2, 3] },
    { rows: [900, 910], of: [2, 3] },
    { rows: [3, 3], of: [2, 6] },
    { rows: [3, 4], of: [2, 6] },
  ],
  countryNotInSheet: [
    { label: 'Destination country', value: 'Atlantis', suggestion: undefined },
    { label: 'Destination country', value: 'Portugl', suggestion: 'Portugal' },
  ],
  rowCannotBeResolved: [
    { row: '3', unconfirmed: [], assessmentId: undefined },
    { row: '3', unconfirmed: [2, 4], assessmentId: '1712345' },
  ],
  rowsBlocked: [
    { rows: [2], operation },
    { rows: [2, 3], operation: 'invite' },
  ],
  assessmentsWithoutRow: [{ count: 1 }, { count: 2 }],
  rowsNeverAssessed: [
    { count: 1, unfit: 0 },
    { count: 2, unfit: 1 },
    { count: 0, unfit: 2 },
  ],
  identicalInRound: [{ rows: [2, 3] }],
  decidedEarlier: [{ rows: [2] }, { rows: [2, 3] }],
  resultsNotRead: [
    {
      operation: 'assess',
      rows: [3],
      reason: createRequestFailure('Not Found'),
      hasNoResult: true,
    },
    {
      operation: 'assess',
      rows: [3, 5, 6],
      reason: connectionReset,
      hasNoResult: false,
    },
    {
      operation: 'reassess',
      rows: [3],
      reason: createRequestFailure('Not Found'),
      hasNoResult: true,
    },
    {
      operation: 'assess',
      rows: [3],
      reason: { code: 'resultOfOtherEmployee', assessmentId: '1712345', by: 'person' },
      hasNoResult: false,
    },
  ],
  unconfirmedRowsMissing: [
    { operation, count: 1, hasOtherSheets: true },
    { operation: 'invite', count: 2, hasOtherSheets: false },
  ],
  journalOlderThanSheet: [
    { rows: [2], operation, sheet },
    { rows: [2, 3], operation: 'invite', sheet: 'staff.xlsx' },
  ],
  rowsSentElsewhere: [
    { rows: [2, 3], sheet: 'old.xlsx', differentService: undefined, service },
    { rows: [2], sheet: 'old.xlsx', differentService: 'https://other.example.com', service },
  ],
  rowsInUse: [
    { rows: [2, 3], sheet: 'copy.xlsx' },
    { rows: [2], sheet: 'copy.xlsx' },
  ],
  otherJournalKnowsRows: [
    {
      journals: [
        {
          journal: 'old.xlsx.rwa-journal.jsonl',
          rows: new Set([2, 3]),
          sheet: 'old.xlsx',
          differentService: 'https://other.example.com',
        },
      ],
      wanted: journal,
      isNamed: false,
    },
    {
      journals: [
        { journal: 'old.xlsx.rwa-journal.jsonl', rows: new Set([2, 3]), sheet: 'old.xlsx' },
      ],
      wanted: journal,
      isNamed: true,
    },
    { journals: [{ journal: 'kept.jsonl', rows: new Set([2]) }], wanted: journal, isNamed: false },
    {
      journals: [{ journal: 'kept.jsonl', rows: new Set([2]), option: 'kept.jsonl' }],
      wanted: journal,
      isNamed: false,
    },
    {
      journals: [
        { journal, rows: new Set([2]) },
        { journal: 'kept.jsonl', rows: new Set([3]) },
      ],
      wanted: journal,
      isNamed: false,
    },
  ],

  // Rows
  sharedByPeople: [{ rows: [2, 3], field: 'staff_id', label: 'Staff ID' }],
  rowsOfIdentityDiffer: [{ rows: [2, 3], field: 'email', label: 'Email' }],
  noId: [{ heading: 'Assessment ID', text: 'see mail' }],
  rowInvalid: [
    { problems: [remark], faults: [{ code: 'noId', heading: 'Assessment ID', text: 'see mail' }] },
    { problems: [remark, remark, remark, remark, remark], faults: [] },
  ],
  sameAsRow: [
    { row: 2, operation, isHeld: false },
    { row: 2, operation, isHeld: true },
    { row: 2, operation: 'decide', isHeld: false },
    { row: 2, operation: 'remove-access', isHeld: false },
  ],
  rowRefused: [
    {
      operation,
      reason: {
        code: 'service',
        text: 'Incorrect Country',
        errors: [
          { field: 'destination', label: 'Destination country', message: 'Incorrect Country' },
        ],
      },
      showsEarlierScores: true,
      isOfRound: true,
    },
    {
      operation: 'decide',
      reason: { code: 'service', text: 'RWA not found' },
      showsEarlierScores: false,
      isOfRound: false,
    },
  ],
  rowUnconfirmed: [
    { ...noReason, operation, sentAt: at, isChanged: false },
    {
      operation: 'invite',
      sentAt: at,
      isChanged: true,
      reason: connectionReset,
      showsEarlierScores: true,
    },
    { ...noReason, operation: 'decide', sentAt: at, isChanged: false },
  ],
  rowOnlyInSheet: [{ operation, problems: [remark], showsEarlierScores: false }],
  rowWithoutItsId: [{ status: 'Scored', problems: undefined, showsEarlierScores: false }],
  resultPending: [{ operation }, { operation: 'reassess' }],
  resultNotRead: [
    { operation, at, reason: connectionReset, hasNoResult: false },
    { operation: 'reassess', at, reason: createRequestFailure('Not Found'), hasNoResult: true },
  ],
  rowNotSent: [{ failure, isOfRound: false }],
  doneWithOtherInputs: [{ operation: 'invite' }],
  valuesCorrected: [
    { corrections: [corrected] },
    {
      corrections: [
        corrected,
        { field: 'purpose', label: 'Purpose', value: '', to: 'Hire From Anywhere' },
        { field: 'workingDays', label: 'Working days', value: 'n/a', to: '' },
      ],
    },
  ],
  unknownScore: [
    {
      heading: 'Overall trip risk',
      cell: { kind: 'number', value: 4.2, text: '4.2' },
      assessmentId: '1712345',
    },
  ],
  inputsChanged: [{ assessmentId: '1712345' }],
  inputsSentElsewhere: [{ assessmentId: '1712345' }],
  assessmentNeverShown: [
    { assessmentId: '1712345', createdAt: at },
    { assessmentId: '1712345', createdAt: '' },
  ],
  assessmentInOtherRow: [{ assessmentId: '1712345', row: 2 }],
  assessmentOfOtherEmployee: [{ assessmentId: '1712345' }],
  assessmentUnproven: [{ assessmentId: '1712345' }],
  resultsWithoutId: [{}],
  rowBlockedByIdenticalRow: [{ row: 2 }],
  idInOtherRow: [{ id: 'u-1', row: 2, headings: ['Invitation status', 'Invited user ID'] }],
  idOfOtherIdentity: [
    { id: 'u-1', label: 'Email', headings: ['Invitation status', 'Invited user ID'] },
  ],
  doneNeverShown: [
    { operation: 'invite', sentAt: at, id: 'u-1', person: 'Staff ID', label: 'Email' },
    { operation: 'invite', sentAt: at, id: undefined, person: 'Staff ID', label: 'Email' },
  ],
  doneUnknown: [
    {
      operation: 'invite',
      isRepeatable: false,
      status: 'Invited',
      label: 'Email',
      headings: ['Invitation status'],
    },
    {
      operation: 'decide',
      isRepeatable: true,
      status: 'Decided',
      label: 'Assessment ID',
      headings: ['Decision status'],
    },
  ],
  employeeUnanswered: [{}],
  decisionOnOtherAssessment: [{ assessmentId: '1712345' }],
  decidedOnEarlierAssessment: [{ headings: ['Decision status'] }],
  personUnconfirmed: [{ operation: 'invite', sentAt: at }],
  rowSentElsewhere: [
    { operation, sheet: 'old.xlsx', id: '1712345', differentService: undefined },
    { operation, sheet: 'old.xlsx', id: undefined, differentService: undefined },
    { operation: 'invite', sheet: 'old.xlsx', id: undefined, differentService: undefined },
    {
      operation,
      sheet: 'old.xlsx',
      id: undefined,
      differentService: 'https://other.example.com',
    },
  ],
  personForgotten: [
    { operation: 'invite', at, headings: [] },
    { operation, at, headings: ['Assessment status', 'Assessment ID'] },
  ],
  showsForgotten: [{}],
  noAnswer: [
    { reason: undefined },
    { reason: connectionReset },
    { reason: { code: 'detached', assessmentId: '1712345' } },
    { reason: { code: 'sentElsewhere', isDone: true } },
    { reason: { code: 'sentElsewhere', isDone: false } },
    { reason: { code: 'onlyInSheet' } },
    { reason: { code: 'idMissing', status: 'Scored' } },
  ],

  // The service, and requests for rows
  serviceUnusable: [
    { service, failure: { ...failure, code: 'unauthorized', ...createTextFields('Invalid Auth') } },
    { service, failure: { ...failure, code: 'not_sent', hint: hints.not_sent } },
    { service, failure: { ...failure, code: 'busy', ...createTextFields('Too many requests') } },
    { service, failure },
    { service, failure: notTheService },
  ],
  assessmentUnknown: [
    { service, assessmentId: '1712345', row: 14 },
    { service, assessmentId: '1712345', row: 14, isOnlyInSheet: true },
    { service, assessmentId: '1712345', row: undefined },
  ],
  isNoOtherService: [
    { service, differentService: 'https://other.example.com', assessmentId: '1712345', sheet },
  ],
  serviceAwaited: [{ failure, leftMs: 600_000, until: at }],
  serviceIsBack: [{ waitedMs: 90_000 }],
  serviceStayedAway: [{ service, waitedMs: 600_000, failure }],
  tokenRefused: [
    {
      failure: {
        ...failure,
        code: 'unauthorized',
        ...createTextFields('Invalid Auth'),
        hint: hints.unauthorized,
      },
    },
  ],
  rowsInARowFailed: [{ rows: 10, failure }],
  rowsNotSent: [
    { rows: [3], failure },
    { rows: [3, 5], failure },
  ],
  rowNotRecorded: [
    { operation, row: 4, became: { what: 'created', id: '1712345' } },
    { operation: 'invite', row: 4, became: { what: 'done', id: 'u-1' } },
    {
      operation,
      row: 4,
      became: { what: 'refused', reason: { code: 'service', text: 'Incorrect Country' } },
    },
    { operation, row: undefined, became: { what: 'notSent' } },
  ],

  // Writing the results, copies, and changed cells
  resultsInJournal: [{ isStopped: false }, { isStopped: true }],
  resultsBeside: [
    { reason: { code: 'other', text: `${sheet} is open in Excel.` }, file: 'hires.results.xlsx' },
  ],
  sheetChanged: [{ sheet }, { sheet, output: 'hires.scored.xlsx' }],
  resultsDoNotFit: [{ sheet }],
  sentRowsNotInSheet: [
    { rows: [4], journal },
    { rows: [4, 7], journal },
  ],
  oldCopiesStay: [{ files: ['hires.backup-1.xlsx', 'hires.backup-2.xlsx'] }],
  cellKept: [
    {
      row: 4,
      heading: 'Overall trip risk',
      source: 'result',
      wanted: 5,
      current: { kind: 'number', value: 7, text: '7' },
    },
    {
      row: 4,
      heading: 'Overall trip risk',
      source: 'assessment',
      wanted: undefined,
      current: { kind: 'uncalculated' },
    },
    {
      row: 4,
      heading: 'Row reference',
      source: 'assessment',
      wanted: undefined,
      current: { kind: 'text', text: 'seen by Ada' },
      isReference: true,
    },
  ],
  cellsKept: [
    { count: 12, first: [{ row: 4, heading: 'Overall trip risk' }], source: 'assessment' },
  ],
  aboutFile: [{ about: firstAbout }, ...otherAbouts.map((about) => ({ about }))],
  fileDeleted: [{}, { file: sheet }],
  reportIsNoHtml: [{ file: 'report.pdf' }],
  reportIsNoFile: [{ file: '/dev/null', kind: 'device' }],
  reportFolderNotWritable: [{ file: 'report.html' }],
  fileIsCopy: [{ file: 'hires.backup-1.xlsx', sheet }],

  // The connection
  baseUrlMissing: [{}],
  baseUrlUnusable: [{ reason: 'The base URL is not a URL.' }],
  tokenMissing: [{}],
  tokenFileMissing: [{ file: 'token.txt' }],
  tokenFileIsToken: [{}],
  tokenFileForbidden: [{ file: 'token.txt' }],
  tokenFileUnreadable: [{ file: 'token.txt', reason: 'i/o error' }],
  tokenFileEmpty: [{ file: 'token.txt' }],
  tokenMalformed: [{ file: 'token.txt' }, { file: undefined }],
  tokenFileOpenToOthers: [{ file: 'token.txt' }],
  proxyUnusable: [{ variable: 'HTTPS_PROXY' }],
  tooFewFiles: [
    { concurrency: 100, needed: 150, limit: 64, maxConcurrency: 14, sufficientLimit: 256 },
    { concurrency: 1, needed: 50, limit: 32, maxConcurrency: undefined, sufficientLimit: 64 },
  ],
};
