import { formatScore, formatChange } from '../app/words.js';

/** The colour changes every half point, from --score-0 to --score-20. */
function getScoreColour(score: number): { background: string } {
  const rounded = Math.round(score * 10) / 10;
  return { background: `var(--score-${Math.round(Math.min(10, Math.max(0, rounded)) * 2)})` };
}

export function Score({ score }: { score: number }) {
  return (
    <span class="score" style={getScoreColour(score)}>
      {formatScore(score)}
    </span>
  );
}

export function ScoreCell({ score }: { score: number | undefined }) {
  if (score === undefined) return <td class="heat none">–</td>;
  return (
    <td class="heat" style={getScoreColour(score)}>
      {formatScore(score)}
    </td>
  );
}

/** An arrow shows the direction to readers who cannot tell the colours apart. */
export function Change({ change }: { change: number | undefined }) {
  if (change === undefined) return <span class="muted">–</span>;
  const rounded = Math.round(change * 10) / 10;
  const direction = rounded > 0 ? 'up' : rounded < 0 ? 'down' : 'even';
  return (
    <span class={`change ${direction}`}>
      {rounded !== 0 && <span aria-hidden="true">{rounded > 0 ? '▲ ' : '▼ '}</span>}
      {formatChange(change)}
    </span>
  );
}

export function Tag({ text, kind = '' }: { text: string; kind?: string }) {
  return <span class={`tag ${kind}`}>{text}</span>;
}

export function getStatusClass(status: string): string {
  if (status === 'Unconfirmed') return 'warn';
  if (status === 'Rejected' || status === 'Invalid') return 'no';
  return status === 'Scored' ? 'yes' : '';
}

export function getDecisionClass(status: string): string {
  if (status.endsWith('Approved')) return 'yes';
  return status === 'Rejected' ? 'no' : '';
}
