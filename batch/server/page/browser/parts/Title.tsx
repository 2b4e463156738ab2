import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { hasMoved, place } from '../app/location.js';

/** The head of a screen. Also sets the title of the document, and takes the focus after a change of the screen. */
export function Title({
  title,
  part,
  lead,
  children,
}: {
  title: string;
  /** The name of the part that is shown, for screen readers. */
  part?: string | undefined;
  lead?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { path } = place.value;
  const name = part === undefined ? title : `${title}: ${part}`;
  useEffect(() => {
    document.title = `${name} – Remote Work Assessment`;
  }, [name]);
  // Before the next key is pressed: later, the focus would leave what a person has reached meanwhile.
  useLayoutEffect(() => {
    if (hasMoved.value) heading.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <div class="head">
      <div class="head-words">
        <h1 ref={heading} tabIndex={-1}>
          {title}
          {part !== undefined && <span class="unseen">: {part}</span>}
        </h1>
        {lead !== undefined && <p class="muted">{lead}</p>}
      </div>
      {children !== undefined && <div class="actions">{children}</div>}
    </div>
  );
}
