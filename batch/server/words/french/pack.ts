import type { LanguagePack } from '../languagePack.js';
import { cellWording } from './cells.js';
import { describeEnd } from './end.js';
import { fileWording } from './files.js';
import { intakeWording } from './intake.js';
import { journalWording } from './journal.js';
import { describeDecidedRows, describeLikelyRejections, describePlan } from './plan.js';
import { log } from './log.js';
import { mailServer } from './mailServer.js';
import { reportAdvice, reportWords } from './report.js';
import { correctRefused, rowWording, unconfirmedWording } from './rows.js';
import { planWording, runWording } from './run.js';
import { serviceWording, workWording } from './service.js';
import { dueRounds } from './dueRounds.js';
import { problemList } from './problemList.js';
import { readingFailures } from './readingFailures.js';
import { resultsCsv } from './resultsCsv.js';
import { retries } from './retries.js';
import { runFailures } from './runFailures.js';
import { templateWords } from './template.js';
import { typedRows } from './typedRows.js';
import { correctedTo, valueText, valueWording } from './values.js';

export const french: LanguagePack = {
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
  correctedTo,
  chosenBefore: (value) => `Dans un autre tableau, « ${value} » a été choisi à la place.`,
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
  reportWords,
  reportAdvice,
};
