import { signal } from '@preact/signals';

/** The address of the page: path, query and hash. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly hash: string;
}

/** The current address. */
export const place = signal<Place>(read());

/** True after a person has gone to another screen: its heading then takes the focus. */
export const hasMoved = signal(false);

/** Goes to an address of the page; `replace` leaves no entry in the history. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  arrive();
}

/** Goes to the same screen with some parts of its query changed; null removes one. */
export function changeQuery(
  changes: Readonly<Record<string, string | null>>,
  replace = true,
): void {
  go(addressWith(changes), { replace });
}

/** Returns the address of the same screen with some parts of its query changed. */
export function addressWith(changes: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(place.value.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return place.value.path + (text === '' ? '' : `?${text}`);
}

/** Makes links of the page change the screen instead of loading a document. */
export function followLinks(): void {
  addEventListener('popstate', arrive);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.origin !== location.origin) return;
    if (link.target !== '' || link.hasAttribute('download')) return;
    if (/^\/(?:api|auth)\//.test(link.pathname)) return;
    if (link.pathname === location.pathname && link.hash !== '') return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}

function arrive(): void {
  const before = place.value.path;
  place.value = read();
  if (place.value.path === before) return;
  hasMoved.value = true;
  scrollTo(0, 0);
}

function read(): Place {
  return {
    path: location.pathname,
    query: new URLSearchParams(location.search),
    hash: location.hash.slice(1),
  };
}
