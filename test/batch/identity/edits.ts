import type { World } from './sheetWorld.js';

type Row = World['rows'][number];

/**
 * Edits the row at an index, or the whole sheet or its journal. Returns undefined if the edit is
 * impossible.
 */
export type Edit = (world: World, index: number) => World | undefined;

const inputCells = ['tripName', 'person', 'inputs'] as const;
const ourCells = ['id', 'reference', 'status', 'scores'] as const;

export const rowEdits: Readonly<Record<string, Edit>> = {
  'delete row': (world, index) => {
    if (world.rows.length < 2) return undefined;
    world.rows.splice(index, 1);
    return world;
  },
  'add a trip in a new row': (world, index) =>
    addRow(world, index, (row) => ({
      tripName: nameNewTrip(world),
      person: row.person,
      inputs: findFreeInputs(world),
      ...createEmptyResults(),
    })),
  'copy row and give it other inputs': (world, index) =>
    addRow(world, index, (row) => ({
      ...row,
      tripName: nameNewTrip(world),
      inputs: findFreeInputs(world),
    })),
  'copy row': (world, index) =>
    addRow(world, index, (row) => ({ ...row, tripName: nameNewTrip(world) })),
  'correct inputs': editRow((row, world) => {
    row.before = row.inputs;
    row.inputs = findFreeInputs(world);
    return true;
  }),
  'edit inputs back': editRow((row) => {
    if (row.before === undefined) return false;
    [row.inputs, row.before] = [row.before, row.inputs];
    return true;
  }),
  'make equal to the other row': (world, index) => {
    const [row, other] = findPair(world, index);
    if (row === undefined || other?.person !== row.person) return undefined;
    row.inputs = other.inputs;
    return world;
  },
  'replace person': editRow((row, world) => {
    row.person = row.person === 'a' ? 'b' : 'a';
    row.tripName = nameNewTrip(world);
    return true;
  }),
  'correct employee ID': editRow((row) => {
    row.person = row.person === 'a' ? 'b' : 'a';
    return true;
  }),
  'clear results': editRow((row, world) => {
    if (row.status === '') return false;
    Object.assign(row, createEmptyResults());
    world.lost += ' cleared';
    return true;
  }),
  'clear ID': editRow((row) => {
    if (row.id === '') return false;
    row.id = '';
    return true;
  }),
  'clear reference': editRow((row) => {
    if (row.reference === undefined) return false;
    row.reference = undefined;
    return true;
  }),
  'clear ID and reference': editRow((row) => {
    if (row.id === '') return false;
    row.id = '';
    row.reference = undefined;
    return true;
  }),
  'type an ID': editRow((row, world) => {
    const other = world.service.find(({ id, isRefused }) => !isRefused && id !== row.id);
    if (other === undefined) return false;
    row.id = other.id;
    row.reference = undefined;
    return true;
  }),
  'paste results of the other row': (world, index) =>
    pasteResults(world, index, ({ status }) => status !== ''),
  'paste results without the reference': (world, index) => {
    const pasted = pasteResults(world, index, ({ id }) => id !== '');
    Object.assign(pasted?.rows[index] ?? {}, { reference: undefined });
    return pasted;
  },
  'type a score': editRow((row) => {
    if (row.scores === '') return false;
    row.scores = 'hand';
    return true;
  }),
};

export const sheetEdits: Readonly<Record<string, Edit>> = {
  'sort everything': swapCells([...inputCells, ...ourCells]),
  'sort only the inputs': swapCells(inputCells),
  'sort inputs and scores, not the IDs': swapCells([...inputCells, 'status', 'scores']),
  'swap IDs': swapCells(['id']),
  'restore older sheet': (world) => {
    if (world.olderRows === undefined) return undefined;
    world.rows = world.olderRows;
    world.olderRows = undefined;
    world.lost += ' sheet';
    return world;
  },
  'keep a copy of the journal': (world) => {
    world.olderJournal = structuredClone(world.journal);
    return world;
  },
  'restore older journal': (world) => {
    if (world.olderJournal === undefined) return undefined;
    world.journal = world.olderJournal;
    world.olderJournal = undefined;
    world.lost += ' records';
    return world;
  },
  'lose journal': (world) => {
    if (world.journal.requests.length === 0) return undefined;
    world.journal = { name: ++world.journals, requests: [] };
    world.lost += ' journal';
    return world;
  },
};

function createEmptyResults() {
  return { id: '', reference: undefined, status: '', scores: '' };
}

function nameNewTrip(world: World): string {
  return `trip ${++world.trips}`;
}

/** Returns inputs that no row has as `inputs` or `before`, and that the service never received. */
function findFreeInputs({ rows, service }: World): number {
  const used = [...rows, ...service].flatMap((holder) => [
    holder.inputs,
    'before' in holder ? (holder.before ?? 0) : 0,
  ]);
  return Math.max(0, ...used) + 1;
}

/** Returns an edit of one row; `change` returns false if the edit is impossible. */
function editRow(change: (row: Row, world: World) => boolean): Edit {
  return (world, index) => {
    const row = world.rows[index];
    return row !== undefined && change(row, world) ? world : undefined;
  };
}

/** Adds a row that is made from the row at an index, unless the sheet has three rows. */
function addRow(world: World, index: number, createFrom: (row: Row) => Row): World | undefined {
  const row = world.rows[index];
  if (row === undefined || world.rows.length > 2) return undefined;
  world.rows.push(createFrom(row));
  return world;
}

function pasteResults(
  world: World,
  index: number,
  canBeCopied: (other: Row) => boolean,
): World | undefined {
  const [row, other] = findPair(world, index);
  if (row === undefined || other === undefined || !canBeCopied(other)) return undefined;
  for (const cell of ourCells) Object.assign(row, { [cell]: other[cell] });
  return world;
}

/** Returns the row at an index and the other of the first two rows; an empty list for the third row. */
function findPair({ rows }: World, index: number): readonly (Row | undefined)[] {
  return index > 1 ? [] : [rows[index], rows[1 - index]];
}

function swapCells(cells: readonly (keyof Row)[]): Edit {
  return (world) => {
    const [first, second] = world.rows;
    if (first === undefined || second === undefined) return undefined;
    for (const cell of cells) {
      const value = first[cell];
      Object.assign(first, { [cell]: second[cell] });
      Object.assign(second, { [cell]: value });
    }
    return world;
  };
}
