// The emails of the server: plain text, and the same as HTML.
import { html } from '../../../src/html.js';
import { sanitize } from '../../../src/sanitized.js';
import { count, formatNumber, shorten, timeSpan } from '../../wording/words.js';
import type { MailNotice } from '../mail/queueMails.js';

/** The texts of an email. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The addresses that an email links to. */
export interface MailLinks {
  readonly sheet: string;
  /** The page on which members choose their notices. */
  readonly notices: string;
}

/** The most characters of the name of the sheet in a subject, which also contains the results. */
const maxTitleLength = 80;

/** Words the email about the end of a run. */
export function wordNotice(notice: MailNotice, links: MailLinks): MailText {
  const { name, review, messages, state, isSandbox, because } = notice;
  const toReview = review.rejected + review.unconfirmed + review.blocked;
  const title = shorten(sanitize(name.replace(/\.(?:xlsx|csv)$/i, '')), maxTitleLength);
  const results = [describeResult(notice), ...(toReview === 0 ? [] : [describeReview(toReview)])];
  return formatMail(`${title}: ${results.join(', ')}`, [
    `${openings[notice.operation]} ${sanitize(name)} ${endWords[state]} after ${timeSpan(notice.tookMs)}.`,
    describeCounts(notice),
    ...(toReview === 0 ? [] : [`${describeReview(toReview)}: ${listReasons(review)}.`]),
    ...(state === 'ended' ? [] : messages.map(sanitize)),
    ...(isSandbox ? ['This server uses the sandbox: all scores are made up.'] : []),
    { label: 'Open the sheet', address: links.sheet },
    `You get this email because ${recipientReasons[because]}.`,
    { label: 'Choose your notices', address: links.notices },
  ]);
}

/** Words the test message that an administrator sends. */
export function wordTest(origin: string): MailText {
  return formatMail('Test message of Remote Work Assessment', [
    'An administrator has sent this message to test the mail server. You need not do anything.',
    { label: 'Open the page', address: origin },
  ]);
}

function describeResult({ operation, state, scored }: MailNotice): string {
  if (state !== 'ended') return `the run ${endWords[state]}`;
  if (operation === 'reassess') return 'reassessment finished';
  return scored === 0 ? 'no row assessed' : `${formatNumber(scored)} assessed`;
}

const openings: Readonly<Record<MailNotice['operation'], string>> = {
  assess: 'The assessment of',
  reassess: 'The reassessment of',
  decide: 'The recording of decisions about',
};

const endWords: Readonly<Record<MailNotice['state'], string>> = {
  ended: 'has finished',
  stopped: 'was stopped',
  failed: 'has failed',
};

const recipientReasons: Readonly<Record<MailNotice['because'], string>> = {
  began: 'you began this run',
  scheduled: 'you set the schedule that began this run',
  allEnds: 'you have asked for a notice of each run',
  allReviews: 'you have asked for a notice of each run after which rows need review',
};

function describeCounts({ scored, pending }: MailNotice): string {
  const have = `${count(scored, 'row')} of the sheet ${scored === 1 ? 'has' : 'have'} scores.`;
  if (pending === 0) return have;
  return `${have} ${count(pending, 'row')} ${pending === 1 ? 'waits' : 'wait'} for scores.`;
}

function describeReview(rows: number): string {
  return `${count(rows, 'row')} ${rows === 1 ? 'needs' : 'need'} review`;
}

function listReasons(review: MailNotice['review']): string {
  return Object.entries(review)
    .filter(([, rows]) => rows > 0)
    .map(([reason, rows]) => `${formatNumber(rows)} ${reason}`)
    .join(', ');
}

type Paragraph = string | { readonly label: string; readonly address: string };

function formatMail(subject: string, paragraphs: readonly Paragraph[]): MailText {
  const text = paragraphs.map((paragraph) =>
    typeof paragraph === 'string' ? paragraph : `${paragraph.label}: ${paragraph.address}`,
  );
  const body = paragraphs.map((paragraph) =>
    typeof paragraph === 'string'
      ? html`<p>${paragraph}</p>`
      : html`<p><a href="${paragraph.address}">${paragraph.label}</a></p>`,
  );
  const page = html`<html lang="en">
    <body style="font-family: sans-serif">
      ${body}
    </body>
  </html>`;
  return { subject, text: `${text.join('\n\n')}\n`, html: `<!doctype html>\n${page.text}\n` };
}
