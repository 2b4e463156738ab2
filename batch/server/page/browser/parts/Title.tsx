import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { hasMoved, place } from '../app/location.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';

export function Title({
  title,
  part,
  lead,
  children,
}: {
  title: string;
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
  // A later effect could move the focus away from an element that the person has reached by then.
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

/** The part is for screen readers only. */
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
