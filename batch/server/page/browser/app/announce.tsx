import { signal } from '@preact/signals';

interface Announcement {
  readonly number: number;
  readonly text: string;
}

const announcements = signal<readonly Announcement[]>([]);
/** More than one, because several can be made at the same moment. */
const maxAnnouncements = 5;

/** Reads a text aloud for people who do not see the change, after what a screen reader is reading. */
export function announce(text: string): void {
  // A new number, so that the same text is read again.
  const number = (announcements.value.at(-1)?.number ?? 0) + 1;
  announcements.value = [...announcements.value, { number, text }].slice(-maxAnnouncements);
}

/** The element that screen readers watch: they read only added text. */
export function Announcements() {
  return (
    <div class="unseen" role="log" aria-label="Announcements" aria-live="polite">
      {announcements.value.map(({ number, text }) => (
        <p key={number}>{text}</p>
      ))}
    </div>
  );
}
