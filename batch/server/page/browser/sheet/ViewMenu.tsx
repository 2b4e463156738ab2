import { useState } from 'preact/hooks';
import { announce } from '../app/announce.js';
import { changeQuery, place } from '../app/location.js';
import { usePreference } from '../app/preference.js';
import { TextField } from '../parts/Field.js';
import { closeMenu, Menu } from '../parts/Menu.js';
import { clearedFilters, readSelection } from './resultSelection.js';

/** The filters, the order and the columns of the results under a name. */
interface View {
  readonly name: string;
  /** As in the address. */
  readonly query: string;
  readonly hidden: readonly string[];
}

function isView(each: unknown): each is View {
  const { name, query, hidden } = Object(each) as Partial<Record<keyof View, unknown>>;
  return typeof name === 'string' && typeof query === 'string' && Array.isArray(hidden);
}

/** Shows the results as the member has saved them, and saves how they are shown now. */
export function ViewMenu({
  hidden,
  hide,
}: {
  hidden: readonly string[];
  hide: (hidden: readonly string[]) => void;
}) {
  const [views, keep] = usePreference('views', isView);
  const [name, setName] = useState('');
  const save = () => {
    const view = { name: name.trim(), query: readView(), hidden };
    keep([...views.filter((each) => each.name !== view.name), view]);
    setName('');
    announce(`View saved: ${view.name}.`);
  };
  return (
    <Menu label="Views">
      {views.length > 0 && (
        <ul class="list">
          {views.map((view) => (
            <li key={view.name}>
              <button
                type="button"
                class="button plain"
                onClick={({ currentTarget }) => {
                  closeMenu(currentTarget);
                  changeQuery({
                    ...clearedFilters,
                    sort: null,
                    reverse: null,
                    ...Object.fromEntries(new URLSearchParams(view.query)),
                  });
                  hide(view.hidden);
                  announce(`View: ${view.name}.`);
                }}
              >
                {view.name}
              </button>
              <button
                type="button"
                class="button quiet small"
                aria-label={`Delete the view ${view.name}`}
                onClick={() => {
                  keep(views.filter((each) => each !== view));
                }}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') save();
        }}
      >
        <TextField label="Name of this view" value={name} change={setName} isRequired />
        <button class="button small">Save</button>
      </form>
    </Menu>
  );
}

/** Returns the present filters and order. Without the search, since that may name a person. */
function readView(): string {
  const selection = readSelection();
  selection.delete('q');
  for (const name of ['sort', 'reverse']) {
    const value = place.value.query.get(name);
    if (value !== null) selection.set(name, value);
  }
  return selection.toString();
}
