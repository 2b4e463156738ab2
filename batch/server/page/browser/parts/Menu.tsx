import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Escape closes the menu, and so does a click or the focus outside it. */
export function Menu({
  label,
  kind = '',
  children,
}: {
  label: string;
  kind?: string;
  children: ComponentChildren;
}) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const closeFromOutside = ({ target }: Event) => {
      if (menu.current?.contains(target as Node) === false) menu.current.open = false;
    };
    const events = ['pointerdown', 'focusin'];
    for (const event of events) addEventListener(event, closeFromOutside);
    return () => {
      for (const event of events) removeEventListener(event, closeFromOutside);
    };
  }, []);
  return (
    <details
      class={`menu ${kind}`}
      ref={menu}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
      }}
      onKeyDown={(event) => {
        const { key, currentTarget } = event;
        if (key !== 'Escape' || !currentTarget.open) return;
        event.preventDefault();
        closeMenu(currentTarget);
      }}
    >
      <summary class="button">{label}</summary>
      {isOpen && <div class="card">{children}</div>}
    </details>
  );
}

export function closeMenu(element: Element): void {
  const menu = element.closest('details');
  if (menu === null) return;
  menu.open = false;
  menu.querySelector('summary')?.focus();
}
