import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { TitleWithPart } from './Title.js';

/** Is closed at first, and renders its content only while it is open. */
export function Fold({
  title,
  about,
  children,
}: {
  title: ComponentChildren;
  /** The name of the part for screen readers. */
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
