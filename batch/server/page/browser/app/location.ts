import { signal } from '@preact/signals';

export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly hash: string;
}

export const place = signal<Place>(readPlace());

/** If true, the heading of each new screen gets the focus. */
export const hasMoved = signal(false);

/** With `replace`, the history of the browser gets no new entry. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  updatePlace();
}

/** null or '' removes a parameter. */
export function changeQuery(
  changes: Readonly<Record<string, string | null>>,
  replace = true,
): void {
  go(buildAddress(changes), { replace });
}

export function buildAddress(changes: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(place.value.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return place.value.path + (text === '' ? '' : `?${text}`);
}

export function followLinks(): void {
  addEventListener('popstate', updatePlace);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.origin !== location.origin) return;
    if (link.target !== '' || link.hasAttribute('download')) return;
    // The server answers these addresses itself, for example with a file.
    if (/^\/(?:api|auth)\//.test(link.pathname)) return;
    // For a place on the same screen, the browser scrolls by itself.
    if (link.pathname === location.pathname && link.hash !== '') return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}

function updatePlace(): void {
  const before = place.value.path;
  place.value = readPlace();
  if (place.value.path === before) return;
  hasMoved.value = true;
  scrollTo(0, 0);
}

function readPlace(): Place {
  return {
    path: location.pathname,
    query: new URLSearchParams(location.search),
    hash: location.hash.slice(1),
  };
}
