import { signal } from '@preact/signals';

interface Sentence {
  readonly number: number;
  readonly text: string;
}

const said = signal<readonly Sentence[]>([]);
/** Announcements at the same moment are joined. */
const mostSaid = 5;

/** Tells people who do not see the change; said politely, after what is being read. */
export function announce(text: string): void {
  // The same sentence twice is a change, too.
  const number = (said.value.at(-1)?.number ?? 0) + 1;
  said.value = [...said.value, { number, text }].slice(-mostSaid);
}

/** The element that screen readers watch: they read added text, and not the text before. */
export function Announcements() {
  return (
    <div class="unseen" role="log" aria-label="Announcements" aria-live="polite">
      {said.value.map(({ number, text }) => (
        <p key={number}>{text}</p>
      ))}
    </div>
  );
}
