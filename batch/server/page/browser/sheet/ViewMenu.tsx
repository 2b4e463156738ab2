import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { maxLengths } from '../../../contract/fieldBounds.js';
import type { NewView, SavedView, SavedViewList } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { changeQuery, place } from '../app/location.js';
import type { Query } from '../app/query.js';
import { t } from '../language/language.js';
import { ActionButton, useAction } from '../parts/ActionButton.js';
import { TextField } from '../parts/Field.js';
import { closeMenu, Menu } from '../parts/Menu.js';
import { ErrorNote } from '../parts/Notes.js';
import { clearedFilters, defaultSort, readSelection } from './resultSelection.js';

/** The response to each change is the list of all views. */
export const viewsPath = '/api/views';
const parameters = [...Object.keys(clearedFilters), 'sort', 'reverse'];

export function ViewMenu({
  views,
  hidden,
  hide,
}: {
  views: Query<SavedViewList>;
  hidden: readonly string[];
  hide: (hidden: readonly string[]) => void;
}) {
  const current = { query: readViewQuery(), hidden: hidden.toSorted() };
  const shownView = views.data?.views.find((view) => isSame(view, current));
  return (
    <Menu
      label={
        shownView === undefined
          ? t(($) => $.results.views.menu)
          : t(($) => $.results.views.shown, { name: shownView.name })
      }
      kind="of-views"
    >
      <SavedViews
        views={views}
        current={current}
        shownView={shownView}
        show={(view) => {
          const query = new URLSearchParams(view.query);
          changeQuery(Object.fromEntries(parameters.map((name) => [name, query.get(name)])), false);
          hide(view.hidden);
          announce(t(($) => $.results.views.announced, { name: view.name }));
        }}
      />
    </Menu>
  );
}

function SavedViews({
  views: { data, error, refetch, setData },
  current,
  shownView,
  show,
}: {
  views: Query<SavedViewList>;
  current: Omit<NewView, 'name'>;
  shownView: SavedView | undefined;
  show: (view: SavedView) => void;
}) {
  const [viewToRename, setViewToRename] = useState<SavedView>();
  const views = data?.views ?? [];
  const change = async (method: string, address: string, body?: object) => {
    setData(await ask<SavedViewList>(method, address, body));
  };
  const save = async (name: string) => {
    if (viewToRename === undefined) {
      await change('POST', viewsPath, { name, ...current });
      announce(t(($) => $.results.views.saved, { name }));
    } else {
      await change('PATCH', getViewPath(viewToRename), { name });
      announce(t(($) => $.results.views.renamed, { name }));
    }
    setViewToRename(undefined);
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
                aria-current={view === shownView ? 'true' : undefined}
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
                  aria-label={t(($) => $.results.views.renameOne, { name: view.name })}
                  onClick={() => {
                    setViewToRename(view);
                  }}
                >
                  {t(($) => $.results.views.rename)}
                </button>
                <ActionButton
                  kind="quiet small"
                  label={t(($) => $.results.views.deleteOne, { name: view.name })}
                  act={() => change('DELETE', getViewPath(view))}
                >
                  {t(($) => $.results.views.delete)}
                </ActionButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      <NameForm
        viewToRename={viewToRename}
        save={save}
        cancel={() => {
          setViewToRename(undefined);
        }}
      />
    </>
  );
}

function NameForm({
  viewToRename,
  save,
  cancel,
}: {
  viewToRename: SavedView | undefined;
  save: (name: string) => Promise<void>;
  cancel: () => void;
}) {
  const [name, setName] = useState('');
  const { isBusy, error, begin } = useAction();
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    setName(viewToRename?.name ?? '');
    if (viewToRename !== undefined) form.current?.querySelector('input')?.focus();
  }, [viewToRename]);
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
        label={
          viewToRename === undefined
            ? t(($) => $.results.views.name)
            : t(($) => $.results.views.newName, { name: viewToRename.name })
        }
        value={name}
        change={setName}
        isRequired
        maxLength={maxLengths.viewName}
      />
      {error !== undefined && <ErrorNote error={error} />}
      <span class="actions">
        <button class="button small" aria-busy={isBusy}>
          {t(($) => (viewToRename === undefined ? $.results.views.save : $.results.views.rename))}
        </button>
        {viewToRename !== undefined && (
          <button type="button" class="button quiet small" onClick={cancel}>
            {t(($) => $.results.views.cancel)}
          </button>
        )}
      </span>
    </form>
  );
}

function getViewPath({ id }: SavedView): string {
  return `${viewsPath}/${encodeURIComponent(id)}`;
}

function isSame(view: SavedView, { query, hidden }: Omit<NewView, 'name'>): boolean {
  return view.query === query && view.hidden.join() === hidden.join();
}

/** Leaves out the search, which may contain a person's name. */
function readViewQuery(): string {
  const selection = readSelection();
  selection.delete('q');
  for (const name of ['sort', 'reverse']) {
    const value = place.value.query.get(name) ?? '';
    if (value !== '' && value !== defaultSort) selection.set(name, value);
  }
  return selection.toString();
}
