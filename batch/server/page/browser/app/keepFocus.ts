/**
 * Keeps the focus where somebody works. An answer may remove the element that has it, such as a problem that is
 * corrected. The focus then goes to the next element, or else to the parent, and not to the beginning of the page.
 */
export function keepFocus(): void {
  let focused: Element | undefined;
  document.addEventListener('focusin', ({ target }) => {
    focused = target instanceof Element ? target : undefined;
  });
  new MutationObserver((changes) => {
    if (focused === undefined || focused.isConnected) return;
    // Another element may have it by now, such as the heading of another screen.
    if (document.activeElement !== document.body) return;
    const next = afterRemoval(focused, changes);
    if (next !== undefined) take(next);
  }).observe(document.body, { childList: true, subtree: true });
}

/** Returns the element after a part of the page that was removed, or else its parent, or the heading of the page. */
function afterRemoval(removed: Element, changes: readonly MutationRecord[]): Element | undefined {
  for (const { removedNodes, nextSibling, target } of changes) {
    if (![...removedNodes].some((node) => node.contains(removed))) continue;
    const near = [nextSibling, target].find(
      (node) => node instanceof Element && node.isConnected && node !== document.body,
    );
    if (near instanceof Element) return near;
  }
  return document.querySelector('h1') ?? undefined;
}

function take(part: Element): void {
  const heading = part.matches('h1, h2, h3') ? part : part.querySelector('h1, h2, h3');
  const next = heading ?? part;
  if (!(next instanceof HTMLElement)) return;
  if (!next.hasAttribute('tabindex')) next.tabIndex = -1;
  next.focus({ preventScroll: true });
}
