import { roundNameRule } from '../../../../engine/journal/rounds.js';
import { webhookFaults } from '../../../../wording/webhookFaults.js';
import { inDownload, answerWhetherItExists } from '../../advice.js';

export const refusals = {
  http: {
    unknownAddress: 'There is no such address in the API.',
    wrongField: '{{field}}: {{fault}}',
    faults: {
      rowNumbers: 'Write row numbers, such as 4, 7-9.',
      roundName: `The name must be ${roundNameRule}.`,
    },
    emptyText: 'Enter at least one character.',
    textTooLong_one: 'Enter at most {{count, number}} character.',
    textTooLong_other: 'Enter at most {{count, number}} characters.',
    notJson: 'The body of the request is not JSON.',
    bodyTooLarge: 'The body of the request is larger than 2 MB.',
    otherHost: 'Open {{origin}}: this server answers only under that address.',
    otherSite: 'This request came from the page of another site.',
    noOrigin:
      'This request has no Origin header. Programs use a personal access token instead of a session.',
    tooManyUploads: 'Too many uploads are under way. Try again in a few seconds.',
    tooManyOwnUploads: 'You have {{uploads}} uploads under way. Try again in a few seconds.',
    bug: 'Something went wrong in the server. Its log has details under the request {{request}}.',
    changeUnknown:
      'The database failed during this change: all of it was stored, or a part, or nothing. Load the page again before you repeat it.',
    databaseAway:
      'The database does not answer. Work in progress continues when the database is available again.',
    databaseBusy:
      'The database cannot do this now: it is busy, or its disk is full. Try again in a moment; if it fails again, tell the person who runs this server.',
    databaseBusyUnchanged:
      'The database cannot do this now: it is busy, or its disk is full. Nothing was changed. Try again in a moment; if it fails again, tell the person who runs this server.',
  },
  access: {
    notSignedIn: 'Sign in first.',
    notAllowed: 'Your role does not allow this. Ask an administrator.',
    wrongCredentials: 'The email or the password is wrong.',
    wrongPassword: 'The current password is wrong.',
    tooManyTriesSeconds: 'There were too many attempts. Wait {{wait}} s, then try again.',
    tooManyTriesMinutes: 'There were too many attempts. Wait {{wait}} min, then try again.',
    passwordLength: 'Choose a password of {{min}} to {{max}} characters.',
    weakPassword: 'Choose a password that is harder to guess.',
    noEmail: 'Enter your email.',
    usedLink:
      'This link was used, or has expired. If you have set a password with this link, sign in with the password. Otherwise, ask an administrator for a new link. If it is the link that the first start printed, start the server again with --new-link.',
    endedInvitation: 'This invitation was accepted or withdrawn, or it has expired.',
    tokenRights: 'A token cannot have more rights than you have.',
    noToken: 'You have no such token.',
    notWithToken: 'A token cannot do this. Sign in with a browser.',
    noMember: 'There is no such member.',
    roleOfProvider: 'The OpenID provider sets the role of {{name}}. Change the role there.',
    nameOfProvider: 'Your name comes from your company account.',
    passwordOfProvider: 'You sign in with the OpenID provider.',
    nameTaken: 'This name is taken. Enter your full name.',
    emailTaken: 'Another member signs in with this email.',
    lastAdministrator:
      'This is the last administrator. Make another member an administrator first.',
    noProvider: 'This server has no OpenID provider.',
    foreignSignIn: 'This sign-in was not started in this browser, or took too long. Sign in again.',
    providerFailed:
      'Signing in with {{provider}} failed. Try again; if it fails again, tell the person who runs this server.',
    noRole:
      'You are signed in to {{provider}}, but none of your groups there has a role here. If you have another account there, sign out there, then sign in here with that account. Otherwise, ask the person who runs this server.',
    noRoleAs:
      'You are signed in to {{provider}} as {{email}}, but none of your groups there has a role here. If you have another account there, sign out there, then sign in here with that account. Otherwise, ask the person who runs this server.',
    errorPage: {
      title: 'Not signed in',
      back: 'Back to the page',
    },
  },
  settings: {
    webhook: {
      incomplete: `The webhook ${webhookFaults.incomplete}`,
      credentials: `The webhook ${webhookFaults.credentials}`,
      notEncrypted: `The webhook ${webhookFaults.notEncrypted}`,
    },
    mail: {
      noReceiver: 'Enter the address that should get the test message.',
      host: 'This is not the name of a mail server. Write only its name, such as smtp.example.com.',
      notEncrypted:
        'Without encryption, others could read the password and the messages on the way. Choose STARTTLS or TLS. Only a mail server on this machine (localhost) needs neither.',
      sender: 'Enter the sender as an address, such as rwa@example.com.',
      noUser: 'Enter the user name for this password.',
      noPassword: 'Enter the password of this user.',
      passwordAgain:
        'Enter the password again: the stored one is used only with the host, port, security and user for which it was stored.',
    },
    notices: {
      addressOfSignIn: 'Your notices go to the address that you sign in with.',
      noAddress: 'Enter an address such as ana@example.com.',
    },
    fileLost: {
      month_one:
        'The settings delete the file {{count, number}} day after a run, which is before the next month is over. Choose a shorter time between rounds, or keep files for more than {{days}} days.',
      month_other:
        'The settings delete the file {{count, number}} days after a run, which is before the next month is over. Choose a shorter time between rounds, or keep files for more than {{days}} days.',
      quarter_one:
        'The settings delete the file {{count, number}} day after a run, which is before the next quarter is over. Choose a shorter time between rounds, or keep files for more than {{days}} days.',
      quarter_other:
        'The settings delete the file {{count, number}} days after a run, which is before the next quarter is over. Choose a shorter time between rounds, or keep files for more than {{days}} days.',
      year_one:
        'The settings delete the file {{count, number}} day after a run, which is before the next year is over. Choose a shorter time between rounds, or keep files for more than {{days}} days.',
      year_other:
        'The settings delete the file {{count, number}} days after a run, which is before the next year is over. Choose a shorter time between rounds, or keep files for more than {{days}} days.',
    },
    filesLost_one:
      '{{count, number}} sheet that is assessed again by a schedule would lose the file before the next round. Keep files for more than {{days}} days, or end the schedule first.',
    filesLost_other:
      '{{count, number}} sheets that are assessed again by a schedule would lose the file before the next round. Keep files for more than {{days}} days, or end the schedule first.',
    workerEnded: 'This worker has ended.',
  },
  sheets: {
    gone: 'There is no such sheet.',
    goneBySomebody: 'There is no such sheet. Somebody may have deleted it.',
    goneMeanwhile: 'There is no such sheet. It may have been deleted.',
    beingRead: 'The sheet is being read. Try again in a moment.',
    fileDeleted: 'The file of this sheet was deleted. Upload it again.',
    fileDeletedToAssess:
      'The file of this sheet was deleted, as set under Settings. Upload it again to have it assessed again.',
    fileDeletedToRun:
      'The file of this sheet was deleted, as set under Settings. Upload it again to continue.',
    runNotOver: 'The run of this sheet has not ended. Stop it first.',
    unanswered_one:
      '{{count, number}} row has no answer yet. Answer under "Needs review", then delete the sheet.',
    unanswered_other:
      '{{count, number}} rows have no answer yet. Answer under "Needs review", then delete the sheet.',
    runNotStopped:
      'The run of this sheet could not be stopped. Wait a moment, then delete the sheet again.',
    noRow: 'The sheet has no row {{row}} with inputs.',
    notIgnored: 'This row is not ignored. Somebody may have stopped ignoring it already.',
    notIgnorable:
      'Row {{row}} cannot be ignored: only rows with problems and without an assessment can.',
    allIgnored: 'A sheet needs a row that is not ignored. You can delete the sheet.',
    noCorrection: 'There is no such correction. It may have been undone already.',
    noInput: 'There is no input "{{field}}".',
    otherWorksheet:
      'Nothing was corrected: the checked rows are from the worksheet "{{worksheet}}". Choose the worksheet under Match, press "Check the rows", and make the correction under Check.',
    tooManyCorrections: `The sheet has too many corrections. Make the others ${inDownload}.`,
    correctsUnconfirmed: `Row {{row}} was sent, and nobody knows whether its assessment exists. First ${answerWhetherItExists}, then correct the row.`,
    notOfProblems: 'The value of {{name}} does not belong to this list. Use the id of a problem.',
    notOfPage:
      'The value of {{name}} does not belong to this list. Use the value of next from the previous page.',
    notOfSortedPage:
      'The value of {{name}} does not belong to this list. Use the value of next from the previous page, with the same sort.',
  },
  upload: {
    diskFull:
      'The disk of the server is full, so the file was not stored. Ask the person who runs this server to free some space, then upload it again.',
    tooLarge:
      'The file is larger than {{megabytes}} MB. Delete pictures and worksheets that are not needed, or divide the rows into several files.',
    cutOff: 'The upload was incomplete. Upload it again.',
    empty: 'The file is empty.',
    oldWorkbook:
      'This is an old workbook (.xls), or one with a password. Open it in Excel, save it as .xlsx without a password, and upload that file.',
    pdf: 'A PDF has no cells. Upload the spreadsheet that it was made from.',
    otherFormat:
      'This is not a spreadsheet that can be read. Save it as .xlsx or .csv and upload that file.',
  },
  runs: {
    unfit: {
      reading: 'The sheet is still being read. Start again in a moment.',
      unreadable: 'The file of this sheet cannot be read. The page of the sheet shows the reason.',
      match:
        'The columns of this sheet are not matched yet. Open Match, and choose what is missing.',
    },
    oldPlan:
      'The sheet has changed since this plan was made. Look at the new plan, and start again.',
    twoRounds: 'Give either the name of a round, or ask for a new round.',
    newRoundWithoutPlan:
      'A new round needs the token of its plan. Plan it first, then start it with this token.',
    roundOfAssessment: 'A round can be chosen only for a reassessment.',
    allPaused:
      '{{name}} has paused all runs of this server. Ask an administrator to resume them under Operations.',
    notYetPaused_one:
      '{{count, number}} run is not paused yet: requests are still in flight. Try again in a moment.',
    notYetPaused_other:
      '{{count, number}} runs are not paused yet: requests are still in flight. Try again in a moment.',
    notPaused: 'The run of this sheet is not paused.',
    noneActive: 'No run of this sheet is under way.',
    noRun: 'This sheet has no run yet.',
  },
  results: {
    rowChanged:
      'Row {{row}} has changed since you loaded the page. Nothing was recorded. Load the page again, and look at the row.',
    noAssessmentId: 'Enter the Assessment ID that the service shows.',
    settledMeanwhile:
      'Somebody has settled this row in the meantime, or its answer was received. Nothing was changed. Look at it again.',
    requestUnderWay:
      'The request of this row is still under way. Nothing was changed. Wait until the row has an answer or is unconfirmed, then look at it again.',
    takenId:
      'The ID {{assessmentId}} already belongs to a row of another sheet, and cannot belong to this one too. Check in the service which of them it is.',
    assessmentIdCount: 'assessmentIds must have as many entries as rows.',
    copyDiffers:
      'The results cannot be written into a copy of the file, because the copy did not pass the check against it. Download the results as CSV instead.',
    notWritten: 'The results cannot be written into a copy of the file. {{why}}',
    tooManyViews: 'You have {{views}} views. Delete one of them first.',
    viewNameTaken: 'You have another view with the name {{name}}.',
    noView: 'You have no such view.',
  },
  people: {
    noTestService:
      'People can be invited and removed only in the test environment, and {{service}} is not a test URL.',
    notWaiting: 'This invitation is not waiting for such an answer, or no longer.',
  },
  restore: {
    again: 'The server was restored again. Read the new notice.',
    gapAt:
      'This server was restored from a backup, or its data was copied from elsewhere. It does not know what was sent at {{to}}.',
    gapBetween:
      'This server was restored from a backup, or its data was copied from elsewhere. It does not know what was sent between {{from}} and {{to}}.',
    gapBefore:
      'This server was restored from a backup, or its data was copied from elsewhere. It does not know what was sent before {{to}}.',
    sheet:
      'Rows of this sheet that were sent in that time would be sent again. Look in the service for assessments of these people from that time whose IDs are not in this sheet. If there are none, press "I have checked the service". If there are some, press "Download the sheet with scores" under Results, type the IDs into the column Assessment ID, and upload that file as a new sheet. In the new sheet, first make the corrections again that these rows were sent with: otherwise their scores are shown beside the value in the cell. Then open one of these rows under Results and confirm the IDs of all. After that, press "I have checked the service" here, and delete this sheet.',
    sheetWithoutFile:
      'Rows of this sheet that were sent in that time would be sent again. Look in the service for assessments of these people from that time whose IDs are not in this sheet. If there are none, press "I have checked the service", and then upload the file again. If there are some, add a column Assessment ID to your file, type the IDs into it, and upload that file as a new sheet. Then open one of these rows under Results there and confirm the IDs of all. After that, press "I have checked the service" here, and delete this sheet.',
    newSheet:
      'Every file that is uploaded now waits like this one, until an administrator presses "Let new sheets run", which also confirms the check of this sheet. First check all other sheets. Then that is safe once all files that were uploaded in that time have been uploaded again, or if there were none.',
    deleteUnchecked:
      'After the restore, this sheet waits for a check. Check the service as the notice on its page describes, then delete it.',
    othersUnchecked_one:
      '{{count, number}} other sheet still waits for its check. Check that sheet first.',
    othersUnchecked_other:
      '{{count, number}} other sheets still wait for their check. Check those sheets first.',
    people:
      'Check in the service who was invited in that time, then press "I have checked the service". Do not invite these people again.',
  },
} as const;
