import { englishReport } from '../../report/english.js';
import { cellWording } from '../../wording/cells.js';
import { describeEnd } from './end.js';
import { fileWording, intakeWording } from './intake.js';
import { journalWording } from './journal.js';
import type { LanguagePack } from './languagePack.js';
import { log } from './log.js';
import { mailServer } from './mailServer.js';
import { describeDecidedRows, describeLikelyRejections, describePlan } from './plan.js';
import { reportAdvice } from './report.js';
import { correctRefused, rowWording, unconfirmedWording } from './rows.js';
import { planWording, runWording, serviceWording, workWording } from './run.js';
import { dueRounds } from './dueRounds.js';
import { problemList } from './problemList.js';
import { readingFailures } from './readingFailures.js';
import { resultsCsv } from './resultsCsv.js';
import { retries } from './retries.js';
import { runFailures } from './runFailures.js';
import { templateWords } from '../../template/words.js';
import { typedRows } from './typedRows.js';
import { valueText, valueWording } from './values.js';

export const english: LanguagePack = {
  messages: {
    ...cellWording,
    ...fileWording,
    ...intakeWording,
    ...journalWording,
    ...planWording,
    ...rowWording,
    ...runWording,
    ...serviceWording,
    ...unconfirmedWording,
    ...valueWording,
    ...workWording,
  },
  valueText,
  correctedTo: (value) => `The value was corrected to "${value}".`,
  chosenBefore: (value) => `In another sheet, "${value}" was chosen instead.`,
  correctRefused,
  describePlan,
  describeDecidedRows,
  describeLikelyRejections,
  describeEnd,
  dueRounds,
  log,
  mailServer,
  problemList,
  readingFailures,
  resultsCsv,
  retries,
  runFailures,
  typedRows,
  templateWords,
  reportWords: englishReport,
  reportAdvice,
};
