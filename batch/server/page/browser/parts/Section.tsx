import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** A `grave` button that is a direct child is at the right edge of the card. */
export function Section({
  title,
  about,
  hasTable = false,
  children,
}: {
  title: string;
  about?: ComponentChildren;
  /** True if a table fills the card up to its edges. */
  hasTable?: boolean;
  children: ComponentChildren;
}) {
  const id = useId();
  return (
    <section class="section" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {about !== undefined && <p class="muted">{about}</p>}
      </div>
      <div class={`card ${hasTable ? 'scroll' : 'padded stack'}`}>{children}</div>
    </section>
  );
}
