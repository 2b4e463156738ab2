import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/**
 * A part of a screen: its title and what it is about, and a card beside them. A child button of the
 * kind `grave` is at the right edge; one that ends or deletes the subject is the last child.
 */
export function Section({
  title,
  about,
  children,
}: {
  title: string;
  about?: ComponentChildren;
  children: ComponentChildren;
}) {
  const id = useId();
  return (
    <section class="section" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {about !== undefined && <p class="muted">{about}</p>}
      </div>
      <div class="card padded stack">{children}</div>
    </section>
  );
}
