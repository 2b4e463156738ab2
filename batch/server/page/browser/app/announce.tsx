import { signal } from '@preact/signals';

const said = signal('');

/** Tells people who do not see the change; said politely, after what is being read. */
export function announce(sentence: string): void {
  // The same sentence twice is a change, too.
  said.value = said.value === sentence ? `${sentence}\u00a0` : sentence;
}

/** Where announcements are read from. */
export function Announcements() {
  return (
    <p class="unseen" role="status" aria-live="polite">
      {said.value}
    </p>
  );
}
