import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** A part of the screen that is closed at first. Its content is created only when a person opens it. */
export function Fold({
  title,
  about,
  children,
}: {
  title: ComponentChildren;
  /** The subject of the title, for screen readers. */
  about?: string;
  children: ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      class="fold"
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
      }}
    >
      <summary>
        {title}
        {about !== undefined && <span class="unseen">: {about}</span>}
      </summary>
      {isOpen && <div class="folded">{children}</div>}
    </details>
  );
}
