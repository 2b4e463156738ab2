import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { hasMoved, place } from '../app/location.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';

/** The head of a screen. It sets the document's title, and its heading takes the focus after a change of screen. */
export function Title({
  title,
  part,
  lead,
  children,
}: {
  title: string;
  /** The name of the part that is shown: in the document's title, and in the heading for screen readers. */
  part?: string | undefined;
  lead?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { path } = place.value;
  const name = part === undefined ? title : t(($) => $.parts.titleWithPart, { title, part });
  useEffect(() => {
    document.title = `${name} – Remote Work Assessment`;
  }, [name]);
  // A layout effect moves the focus before the next key is pressed. A later effect could take it from an element that
  // a person has reached meanwhile.
  useLayoutEffect(() => {
    if (hasMoved.value) heading.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <div class="head">
      <div class="head-words">
        <h1 ref={heading} tabIndex={-1}>
          <TitleWithPart title={title} part={part} />
        </h1>
        {lead !== undefined && <p class="muted">{lead}</p>}
      </div>
      {children !== undefined && <div class="actions">{children}</div>}
    </div>
  );
}

/** A title with the name of its part or its subject, which only screen readers read. */
export function TitleWithPart({
  title,
  part,
}: {
  title: ComponentChildren;
  part: string | undefined;
}) {
  if (part === undefined) return <>{title}</>;
  return (
    <Text
      text={t(($) => $.parts.titleWithUnseenPart, { part })}
      elements={{ title, unseen: (text) => <span class="unseen">{text}</span> }}
    />
  );
}
