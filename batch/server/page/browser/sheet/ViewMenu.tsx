import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { NewView, SavedView, SavedViewList } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { changeQuery, place } from '../app/location.js';
import type { Query } from '../app/query.js';
import { ActionButton, useAction } from '../parts/ActionButton.js';
import { TextField } from '../parts/Field.js';
import { closeMenu, Menu } from '../parts/Menu.js';
import { ErrorNote } from '../parts/Notes.js';
import { clearedFilters, defaultSort, readSelection } from './resultSelection.js';

/** The address of the member's views, which answers with all of them after each change. */
export const viewPath = '/api/views';
/** The query parameters that a view sets or removes. */
const parameters = [...Object.keys(clearedFilters), 'sort', 'reverse'];

/** Shows the results as the member has saved them under a name, and saves how they are shown now. */
export function ViewMenu({
  views,
  hidden,
  hide,
}: {
  views: Query<SavedViewList>;
  hidden: readonly string[];
  hide: (hidden: readonly string[]) => void;
}) {
  const now = { query: readView(), hidden: hidden.toSorted() };
  const shown = views.data?.views.find((view) => isSame(view, now));
  return (
    <Menu label={shown === undefined ? 'Views' : `View: ${shown.name}`} kind="of-views">
      <SavedViews
        views={views}
        now={now}
        shown={shown}
        show={(view) => {
          const query = new URLSearchParams(view.query);
          changeQuery(Object.fromEntries(parameters.map((name) => [name, query.get(name)])), false);
          hide(view.hidden);
          announce(`View: ${view.name}.`);
        }}
      />
    </Menu>
  );
}

function SavedViews({
  views: { data, error, refetch, setData },
  now,
  shown,
  show,
}: {
  views: Query<SavedViewList>;
  now: Omit<NewView, 'name'>;
  shown: SavedView | undefined;
  show: (view: SavedView) => void;
}) {
  const [renamed, rename] = useState<SavedView>();
  const views = data?.views ?? [];
  const change = async (method: string, address: string, body?: object) => {
    setData(await ask<SavedViewList>(method, address, body));
  };
  const save = async (name: string) => {
    if (renamed === undefined) await change('POST', viewPath, { name, ...now });
    else await change('PATCH', pathTo(renamed), { name });
    announce(`View ${renamed === undefined ? 'saved' : 'renamed'}: ${name}.`);
    rename(undefined);
  };
  return (
    <>
      {error !== undefined && <ErrorNote error={error} refetch={refetch} />}
      {views.length > 0 && (
        <ul class="list">
          {views.map((view) => (
            <li key={view.id}>
              <button
                type="button"
                class="button plain"
                aria-current={view === shown ? 'true' : undefined}
                onClick={({ currentTarget }) => {
                  closeMenu(currentTarget);
                  show(view);
                }}
              >
                {view.name}
              </button>
              <span>
                <button
                  type="button"
                  class="button quiet small"
                  aria-label={`Rename the view ${view.name}`}
                  onClick={() => {
                    rename(view);
                  }}
                >
                  Rename
                </button>
                <ActionButton
                  kind="quiet small"
                  label={`Delete the view ${view.name}`}
                  act={() => change('DELETE', pathTo(view))}
                >
                  Delete
                </ActionButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      <NameForm
        renamed={renamed}
        save={save}
        cancel={() => {
          rename(undefined);
        }}
      />
    </>
  );
}

/** The field for the name of a new view, or of the one to rename. */
function NameForm({
  renamed,
  save,
  cancel,
}: {
  renamed: SavedView | undefined;
  save: (name: string) => Promise<void>;
  cancel: () => void;
}) {
  const [name, setName] = useState('');
  const { isBusy, error, begin } = useAction();
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    setName(renamed?.name ?? '');
    if (renamed !== undefined) form.current?.querySelector('input')?.focus();
  }, [renamed]);
  return (
    <form
      class="stack"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '') return;
        begin(async () => {
          await save(name.trim());
          setName('');
        });
      }}
    >
      <TextField
        label={renamed === undefined ? 'Name of this view' : `New name of ${renamed.name}`}
        value={name}
        change={setName}
        isRequired
      />
      {error !== undefined && <ErrorNote error={error} />}
      <span class="actions">
        <button class="button small" aria-busy={isBusy}>
          {renamed === undefined ? 'Save' : 'Rename'}
        </button>
        {renamed !== undefined && (
          <button type="button" class="button quiet small" onClick={cancel}>
            Cancel
          </button>
        )}
      </span>
    </form>
  );
}

function pathTo({ id }: SavedView): string {
  return `${viewPath}/${encodeURIComponent(id)}`;
}

function isSame(view: SavedView, { query, hidden }: Omit<NewView, 'name'>): boolean {
  return view.query === query && view.hidden.join() === hidden.join();
}

/** Returns the current filters and order, without the search, which may name a person. */
function readView(): string {
  const selection = readSelection();
  selection.delete('q');
  for (const name of ['sort', 'reverse']) {
    const value = place.value.query.get(name) ?? '';
    if (value !== '' && value !== defaultSort) selection.set(name, value);
  }
  return selection.toString();
}
