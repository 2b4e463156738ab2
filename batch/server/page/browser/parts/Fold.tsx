import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { TitleWithPart } from './Title.js';

/** A part of the screen that is closed at first. The content is rendered only while the part is open. */
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
        <TitleWithPart title={title} part={about} />
      </summary>
      {isOpen && <div class="folded">{children}</div>}
    </details>
  );
}
