import { figure, signed } from '../app/words.js';

/** The class of a score's colour: one for each half point. */
export function scoreClass(score: number): string {
  const shown = Math.round(score * 10) / 10;
  return `s${Math.round(Math.min(10, Math.max(0, shown)) * 2)}`;
}

/** A risk as a figure on its colour. */
export function Score({ score }: { score: number }) {
  return <span class={`score ${scoreClass(score)}`}>{figure(score)}</span>;
}

/** A change of a risk: what has risen is marked by a sign and words, too. */
export function Change({ change }: { change: number | undefined }) {
  if (change === undefined) return <span class="muted">–</span>;
  const shown = Math.round(change * 10) / 10;
  const name = shown > 0 ? 'up' : shown < 0 ? 'down' : 'even';
  return (
    <span class={`change ${name}`}>
      {shown !== 0 && <span aria-hidden="true">{shown > 0 ? '▲ ' : '▼ '}</span>}
      {signed(change)}
    </span>
  );
}

/** The state of a row or a decision, in words. */
export function Tag({ words, kind = '' }: { words: string; kind?: string }) {
  return <span class={`tag ${kind}`}>{words}</span>;
}

/** How a status of a row is marked, beside its words. */
export function statusKind(status: string): string {
  if (status === 'Unconfirmed') return 'warn';
  if (status === 'Rejected' || status === 'Invalid') return 'no';
  return status === 'Scored' ? 'yes' : '';
}

/** How a decision is marked, beside its words. */
export function decisionKind(status: string): string {
  if (status.endsWith('Approved')) return 'yes';
  return status === 'Rejected' ? 'no' : '';
}
