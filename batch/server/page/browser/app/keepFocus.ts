/**
 * Keeps the focus where somebody works. What has it may be taken away by an answer, such as a problem that is
 * corrected: the focus then goes to what follows, or else to what was around it, and not to the beginning
 * of the page.
 */
export function keepFocus(): void {
  let focused: Element | undefined;
  document.addEventListener('focusin', ({ target }) => {
    focused = target instanceof Element ? target : undefined;
  });
  new MutationObserver((changes) => {
    if (focused === undefined || focused.isConnected) return;
    // Whatever has taken it since, such as the heading of another screen, keeps it.
    if (document.activeElement !== document.body) return;
    const next = afterRemoval(focused, changes);
    if (next !== undefined) take(next);
  }).observe(document.body, { childList: true, subtree: true });
}

/** What follows a part of the page that was removed, or else what it was in, as far as that is there. */
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
