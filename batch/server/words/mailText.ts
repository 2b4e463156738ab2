import type { TFunction } from 'i18next';
import { html } from '../../../src/html.js';
import { sanitize } from '../../../src/sanitized.js';
import { shorten } from '../../wording/words.js';
import type { Language } from '../contract/languages.js';
import type { MailNotice } from '../mail/queueMails.js';
import { translateEmails } from './language/language.js';

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailLinks {
  readonly sheet: string;
  readonly notices: string;
}

type Translate = TFunction<'emails'>;

/** The subject also contains the results. */
const maxTitleLength = 80;

const reviewReasons = ['rejected', 'review', 'blocked'] as const;

export function wordNotice(notice: MailNotice, links: MailLinks, language: Language): MailText {
  const t = translateEmails(language);
  const { operation, review, messages, state, isSandbox, because, scored, pending } = notice;
  const name = sanitize(notice.name);
  const title = shorten(sanitize(notice.name.replace(/\.(?:xlsx|csv)$/i, '')), maxTitleLength);
  const reasons = reviewReasons.filter((reason) => review[reason] > 0);
  const results = [
    describeResult(notice, t),
    ...reasons.map((reason) => t(($) => $.results[reason], { count: review[reason] })),
  ].join(', ');
  const duration = formatDuration(notice.tookMs, t);
  const counts = [
    t(($) => $.scored, { count: scored }),
    ...(pending === 0 ? [] : [t(($) => $.pending, { count: pending })]),
  ];
  return formatMail(
    t(($) => $.subject, { name: title, results }),
    language,
    [
      t(($) => $[state][operation], { name, duration }),
      counts.join(' '),
      ...(reasons.length === 0
        ? []
        : [reasons.map((reason) => t(($) => $[reason], { count: review[reason] })).join(' ')]),
      ...(state === 'ended' ? [] : messages.map(sanitize)),
      ...(isSandbox ? [t(($) => $.sandbox)] : []),
      { label: t(($) => $.openSheet), address: links.sheet },
      t(($) => $.because[because]),
      { label: t(($) => $.chooseNotices), address: links.notices },
    ],
  );
}

export function wordTest(origin: string, language: Language): MailText {
  const t = translateEmails(language);
  return formatMail(
    t(($) => $.test.subject),
    language,
    [t(($) => $.test.text), { label: t(($) => $.test.openPage), address: origin }],
  );
}

function describeResult({ operation, state, scored }: MailNotice, t: Translate): string {
  if (state !== 'ended') return t(($) => $.results[state]);
  if (operation === 'reassess') return t(($) => $.results.reassessed);
  return scored === 0 ? t(($) => $.results.noneAssessed) : t(($) => $.results.assessed, { scored });
}

/** Seconds and minutes below 90, like `formatTimeSpan`. */
function formatDuration(milliseconds: number, t: Translate): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 1) return t(($) => $.duration.moment);
  if (seconds < 90) return t(($) => $.duration.seconds, { seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return t(($) => $.duration.minutes, { minutes });
  return t(($) => $.duration.hours, { hours: minutes / 60 });
}

type Paragraph = string | { readonly label: string; readonly address: string };

function formatMail(
  subject: string,
  language: Language,
  paragraphs: readonly Paragraph[],
): MailText {
  const t = translateEmails(language);
  const text = paragraphs.map((paragraph) =>
    typeof paragraph === 'string' ? paragraph : t(($) => $.link, paragraph),
  );
  const body = paragraphs.map((paragraph) =>
    typeof paragraph === 'string'
      ? html`<p>${paragraph}</p>`
      : html`<p><a href="${paragraph.address}">${paragraph.label}</a></p>`,
  );
  const page = html`<html lang="${language}">
    <body style="font-family: sans-serif">
      ${body}
    </body>
  </html>`;
  return { subject, text: `${text.join('\n\n')}\n`, html: `<!doctype html>\n${page.text}\n` };
}
