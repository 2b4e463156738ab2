import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { hasMoved } from '../app/location.js';

/** The head of a screen. It names the document, and takes the focus when somebody came from another. */
export function Title({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – Remote Work Assessment`;
  }, [title]);
  useEffect(() => {
    if (hasMoved.value) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="head">
      <div class="head-words">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <p class="muted">{lead}</p>}
      </div>
      {children !== undefined && <div class="actions">{children}</div>}
    </div>
  );
}
