import { signal } from '@preact/signals';
import { t } from '../language/language.js';

interface Announcement {
  readonly id: number;
  readonly text: string;
}

const announcements = signal<readonly Announcement[]>([]);
/** Several announcements can be made at the same moment. */
const maxAnnouncements = 5;

/** A screen reader reads the text aloud after what it is reading now. */
export function announce(text: string): void {
  // With a new ID, a screen reader reads a repeated text again.
  const id = (announcements.value.at(-1)?.id ?? 0) + 1;
  announcements.value = [...announcements.value, { id, text }].slice(-maxAnnouncements);
}

/** Screen readers read only added text. */
export function Announcements() {
  return (
    <div class="unseen" role="log" aria-label={t(($) => $.frame.announcements)} aria-live="polite">
      {announcements.value.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
