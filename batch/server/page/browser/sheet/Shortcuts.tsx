import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePreference } from '../app/preference.js';
import { t } from '../language/language.js';
import { Dialog } from '../parts/Dialog.js';
import { Checkbox } from '../parts/Field.js';

function listKeys(): readonly (readonly [key: string, action: string])[] {
  return [
    [
      t(($) => $.results.shortcuts.either, { key: 'j', other: '↓' }),
      t(($) => $.results.shortcuts.next),
    ],
    [
      t(($) => $.results.shortcuts.either, { key: 'k', other: '↑' }),
      t(($) => $.results.shortcuts.previous),
    ],
    [t(($) => $.results.shortcuts.enter), t(($) => $.results.shortcuts.open)],
    ['x', t(($) => $.results.shortcuts.select)],
    [
      t(($) => $.results.shortcuts.withShift, { key: 'x' }),
      t(($) => $.results.shortcuts.selectRange),
    ],
    ['/', t(($) => $.results.shortcuts.search)],
    [t(($) => $.results.shortcuts.escape), t(($) => $.results.shortcuts.close)],
    ['?', t(($) => $.results.shortcuts.show)],
  ];
}

export function Shortcuts({ onEscape }: { onEscape: () => void }) {
  const [tablesWithoutKeys, setTablesWithoutKeys] = usePreference('keys off');
  const [isShown, setShown] = useState(false);
  const isOn = !tablesWithoutKeys.includes('results');
  const onKey = useRef<(event: KeyboardEvent) => void>(() => undefined);
  onKey.current = (event) => {
    const { key } = event;
    if (!isOn || !isForTable(event)) return;
    const focused = document.activeElement?.closest('.results tbody tr') ?? null;
    const row = focused ?? document.querySelector('.results tbody tr.shown');
    // If no row of the table has the focus, the arrow keys scroll the page or the details of the open row.
    const arrowKey = focused === null ? '' : key;
    if (key === '?') setShown(true);
    else if (key === '/') document.querySelector<HTMLElement>('.filters [type=search]')?.focus();
    else if (key === 'Escape') onEscape();
    else if (key === 'j' || arrowKey === 'ArrowDown') focusRow(row, 1);
    else if (key === 'k' || arrowKey === 'ArrowUp') focusRow(row, -1);
    else if (key.toLowerCase() === 'x') clickCheckbox(row, event.shiftKey);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      onKey.current(event);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, []);
  return (
    <>
      <button
        type="button"
        class="button of-keys"
        aria-label={t(($) => $.results.shortcuts.title)}
        onClick={() => {
          setShown(true);
        }}
      >
        ?
      </button>
      {isShown && (
        <Dialog
          title={t(($) => $.results.shortcuts.title)}
          close={() => {
            setShown(false);
          }}
        >
          <dl class="facts">
            {listKeys().map(([key, action]) => (
              <Fragment key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{action}</dd>
              </Fragment>
            ))}
          </dl>
          <Checkbox
            label={t(($) => $.results.shortcuts.use)}
            isOn={isOn}
            change={(next) => {
              setTablesWithoutKeys(next ? [] : ['results']);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function isForTable({
  defaultPrevented,
  ctrlKey,
  metaKey,
  altKey,
  target,
}: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return false;
  const fields = 'input:not([type=checkbox]), select, textarea, .menu[open], dialog';
  return !(target instanceof Element) || target.closest(fields) === null;
}

function focusRow(from: Element | null, step: 1 | -1): void {
  const rows = [...document.querySelectorAll('.results tbody tr')];
  const next = from === null ? rows[0] : rows[rows.indexOf(from) + step];
  next?.querySelector('a')?.focus();
}

/** `click()` cannot pass Shift, which selects a range. */
function clickCheckbox(row: Element | null, shiftKey: boolean): void {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey });
  row?.querySelector('[type=checkbox]')?.dispatchEvent(click);
}
