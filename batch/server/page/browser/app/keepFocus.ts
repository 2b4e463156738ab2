/**
 * When the focused element is removed, moves the focus to the next element, or else to the parent, or else to the
 * heading of the page. A browser would move it to the beginning of the page.
 */
export function keepFocus(): void {
  let focused: Element | undefined;
  document.addEventListener('focusin', ({ target }) => {
    focused = target instanceof Element ? target : undefined;
  });
  new MutationObserver((changes) => {
    if (focused === undefined || focused.isConnected) return;
    // Another element has the focus already, such as the heading of another screen.
    if (document.activeElement !== document.body) return;
    const next = findSuccessor(focused, changes);
    if (next !== undefined) moveFocus(next);
  }).observe(document.body, { childList: true, subtree: true });
}

function findSuccessor(removed: Element, changes: readonly MutationRecord[]): Element | undefined {
  for (const { removedNodes, nextSibling, target } of changes) {
    if (![...removedNodes].some((node) => node.contains(removed))) continue;
    const successor = [nextSibling, target].find(
      (node) => node instanceof Element && node.isConnected && node !== document.body,
    );
    if (successor instanceof Element) return successor;
  }
  return document.querySelector('h1') ?? undefined;
}

function moveFocus(element: Element): void {
  const heading = element.matches('h1, h2, h3') ? element : element.querySelector('h1, h2, h3');
  const next = heading ?? element;
  if (!(next instanceof HTMLElement)) return;
  if (!next.hasAttribute('tabindex')) next.tabIndex = -1;
  next.focus({ preventScroll: true });
}
