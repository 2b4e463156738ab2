import { memoize } from '../../../src/memoize.js';

declare const isPacked: unique symbol;
/** A mark replaces the assessment ID at the end of a URL, so that 300,000 states share one text. */
export interface PackedUrl {
  readonly [isPacked]: true;
}

/** The mark that replaces the ID. No URL contains it. */
const idMark = '\n';

const share = memoize((text) => text as unknown as PackedUrl, 100);

export function packUrl(url: string | undefined, assessmentId: string): PackedUrl | undefined {
  if (url?.endsWith(assessmentId) !== true) return url as unknown as PackedUrl | undefined;
  return share(url.slice(0, url.length - assessmentId.length) + idMark);
}

export function unpackUrl({
  redirectUrl,
  assessmentId = '',
}: {
  readonly redirectUrl?: PackedUrl | undefined;
  readonly assessmentId?: string | undefined;
} = {}): string | undefined {
  const url = redirectUrl as unknown as string | undefined;
  return url?.endsWith(idMark) === true ? url.slice(0, -idMark.length) + assessmentId : url;
}
