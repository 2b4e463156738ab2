import { formatScore, formatChange } from '../app/words.js';

/** Returns the CSS class for the colour of a score: there is one for each half point. */
export function scoreClass(score: number): string {
  const shown = Math.round(score * 10) / 10;
  return `s${Math.round(Math.min(10, Math.max(0, shown)) * 2)}`;
}

/** A risk as a number on its colour. */
export function Score({ score }: { score: number }) {
  return <span class={`score ${scoreClass(score)}`}>{formatScore(score)}</span>;
}

/** A change of a risk. The direction is also visible without the colour. */
export function Change({ change }: { change: number | undefined }) {
  if (change === undefined) return <span class="muted">–</span>;
  const shown = Math.round(change * 10) / 10;
  const name = shown > 0 ? 'up' : shown < 0 ? 'down' : 'even';
  return (
    <span class={`change ${name}`}>
      {shown !== 0 && <span aria-hidden="true">{shown > 0 ? '▲ ' : '▼ '}</span>}
      {formatChange(change)}
    </span>
  );
}

/** The state of a row or a decision, in words. */
export function Tag({ words, kind = '' }: { words: string; kind?: string }) {
  return <span class={`tag ${kind}`}>{words}</span>;
}

/** Returns the CSS class for the tag of a row's status. */
export function statusKind(status: string): string {
  if (status === 'Unconfirmed') return 'warn';
  if (status === 'Rejected' || status === 'Invalid') return 'no';
  return status === 'Scored' ? 'yes' : '';
}

/** Returns the CSS class for the tag of a decision. */
export function decisionKind(status: string): string {
  if (status.endsWith('Approved')) return 'yes';
  return status === 'Rejected' ? 'no' : '';
}
