import type { Fault } from './network.js';
import { noDate } from './trips.js';

export const countries = ['Portugal', 'Spain', 'Norway'] as const;
export const employees = ['E-1', 'E-2', 'E-3'] as const;
/** Employee and country of each initial row. Three rows have the same employee, and two of them are identical. */
export const firstRows = [
  ['E-1', 'Portugal'],
  ['E-2', 'Portugal'],
  ['E-2', 'Portugal'],
  ['E-2', 'Norway'],
] as const;

/** One event of a story. A run with `again` reassesses; any other assesses. */
export type Event =
  | {
      readonly do: 'run';
      readonly again: boolean;
      readonly concurrency: number;
      readonly flags: Flags;
      /** For reassess: whether to begin a new round even if the latest is unfinished, and the rows to select. */
      readonly newRound: boolean;
      readonly only: Only;
    }
  /** A run with a disturbance after `after` steps. */
  | {
      readonly do: 'disturb';
      readonly again: boolean;
      readonly after: number;
      readonly by: Disturbance;
    }
  /** Two starts, the second one `laterMs` after the first. */
  | { readonly do: 'twice'; readonly again: boolean; readonly laterMs: number }
  /**
   * A run by two workers on the model of Postgres, in slices of `slice` rows. The first worker is disturbed
   * after `after` steps. If `settled` and not `again`, a person then settles the unconfirmed rows,
   * and a worker does the rest; a frozen first worker continues only after that.
   */
  | {
      readonly do: 'machines';
      readonly again: boolean;
      readonly concurrency: number;
      readonly slice: number;
      readonly after: number;
      readonly by: WorkerDisturbance;
      readonly settled: boolean;
    }
  /** A fault of one request, after `after` others. */
  | { readonly do: 'fault'; readonly fault: Fault; readonly after: number }
  /** The time until the results of later assessments are ready. */
  | { readonly do: 'slow'; readonly seconds: number }
  | Edit
  /** A person resolves the unconfirmed rows, and first tries a wrong ID. */
  | { readonly do: 'resolve' }
  | { readonly do: 'acceptSheet' }
  | { readonly do: 'newRow' | 'rejectId'; readonly row: number }
  /** A person restores a file as it was `back` events ago, or deletes the journal. */
  | {
      readonly do: 'restore';
      readonly what: 'sheet' | 'journal' | 'noJournal';
      readonly back: number;
    }
  | { readonly do: 'wait'; readonly seconds: number };

type Flags = 'none' | 'retryRejected' | 'sendDuplicates';

/** The rows that a round selects. */
export type Only = 'all' | 'changed' | 'firstRows' | 'portugal';

export type Disturbance =
  | { readonly by: 'kill' | 'interrupt' }
  /** The power fails, and this share of the unsynced bytes survives. */
  | { readonly by: 'power'; readonly share: number }
  /** The process freezes while another run takes over the lock, and continues after that run. */
  | { readonly by: 'standstill' }
  /** A person deletes the journal during the run. */
  | { readonly by: 'noJournal' }
  | { readonly by: 'edit'; readonly edit: Edit };

/** A disturbance of a worker: it dies, freezes until the others are done, or loses the database for a while. */
type WorkerDisturbance =
  | { readonly by: 'kill' | 'freeze' }
  | { readonly by: 'cutOff'; readonly seconds: number };

export type Edit =
  | { readonly do: 'edit'; readonly row: number; readonly to: number }
  | { readonly do: 'employee'; readonly row: number; readonly to: number }
  /** Types a text in place of the start date. */
  | { readonly do: 'misspell'; readonly row: number }
  | { readonly do: 'add'; readonly employee: number; readonly to: number }
  | { readonly do: 'sort' }
  | { readonly do: 'delete'; readonly row: number }
  /** Copies a row to the end. */
  | { readonly do: 'copy'; readonly row: number; readonly results: boolean }
  | { readonly do: 'clear'; readonly row: number }
  | { readonly do: 'empty'; readonly row: number; readonly cell: number }
  /** Types a text of the user into one of our cells. */
  | { readonly do: 'type'; readonly row: number; readonly into: TypedHeading }
  | { readonly do: 'typeId'; readonly row: number; readonly whose: Whose };

/** The owner of the Assessment ID that a person types into a row. `nobodys` empties the cell. */
export type Whose = 'own' | 'rowBelow' | 'otherEmployee' | 'nobodys';

/** The texts that a person types into our cells, by heading. */
export const typed = {
  'Assessment ID': 'n/a',
  'Working rights risk': '7.77',
  'Assessment message': 'Ask Ada',
} as const;
export type TypedHeading = keyof typeof typed;

export function describeEvent(event: Event): string {
  switch (event.do) {
    case 'run': {
      const flags = {
        none: '',
        retryRejected: ' --retry-rejected',
        sendDuplicates: ' --send-duplicates',
      };
      const round = event.again
        ? `${event.newRound ? ' --new-round' : ''}${selectionOptions[event.only]}`
        : '';
      return `rwa ${nameCommand(event)}${round}${flags[event.flags]} runs, with ${event.concurrency} requests at a time.`;
    }
    case 'disturb':
      return `rwa ${nameCommand(event)} begins. At step ${event.after} ${describeDisturbance(event.by)}`;
    case 'twice':
      return `rwa ${nameCommand(event)} is started twice, the second time ${event.laterMs} ms later.`;
    case 'machines': {
      const rows = `${event.slice} ${event.slice === 1 ? 'row' : 'rows'}`;
      const then =
        event.settled && !event.again
          ? ' Somebody settles the unconfirmed rows, and another worker does the rest.'
          : '';
      return `Two workers do rwa ${nameCommand(event)} in slices of ${rows}. At step ${event.after} the first ${describeWorkerDisturbance(event.by)}${then}`;
    }
    case 'fault':
      return `Request ${event.after + 1} from now meets ${event.fault}.`;
    case 'slow':
      return `The results of what is created from now on take ${event.seconds} seconds.`;
    case 'resolve':
      return 'Somebody looks up the unconfirmed rows in the service, and resolves them.';
    case 'acceptSheet':
      return 'Somebody runs rwa resolve --accept-sheet.';
    case 'newRow':
      return `Somebody confirms that row ${event.row + 2} is new, if it is held.`;
    case 'rejectId':
      return `Somebody rejects the assessment of row ${event.row + 2}.`;
    case 'restore': {
      if (event.what === 'noJournal') return 'Somebody deletes the journal.';
      const ago = `${event.back} ${event.back === 1 ? 'event' : 'events'} ago`;
      return `Somebody puts the ${event.what} back as it was ${ago}.`;
    }
    case 'wait':
      return `${event.seconds} seconds pass.`;
    case 'edit':
    case 'employee':
    case 'misspell':
    case 'add':
    case 'typeId':
    case 'sort':
    case 'delete':
    case 'copy':
    case 'clear':
    case 'empty':
    case 'type':
      return `Somebody ${describeEdit(event)}.`;
  }
}

function nameCommand({ again }: { readonly again: boolean }): string {
  return again ? 'reassess' : 'assess';
}

function describeWorkerDisturbance(by: WorkerDisturbance): string {
  switch (by.by) {
    case 'kill':
      return 'is killed.';
    case 'freeze':
      return 'freezes until the others are done.';
    case 'cutOff':
      return `has no database for ${by.seconds} seconds.`;
  }
}

function describeDisturbance(by: Disturbance): string {
  switch (by.by) {
    case 'kill':
      return 'it is killed.';
    case 'interrupt':
      return 'somebody types Ctrl+C.';
    case 'power':
      return `the power fails, and ${Math.round(by.share * 100)} % of the unsynced bytes is kept.`;
    case 'standstill':
      return 'it freezes, another rwa assess takes over the lock and runs, and then it continues.';
    case 'noJournal':
      return 'somebody deletes the journal.';
    case 'edit':
      return `somebody ${describeEdit(by.edit)} and saves.`;
  }
}

function describeEdit(edit: Edit): string {
  switch (edit.do) {
    case 'edit':
      return `changes the country of row ${edit.row + 2} to ${countries[edit.to] ?? ''}`;
    case 'employee':
      return `changes the employee of row ${edit.row + 2} to ${employees[edit.to] ?? ''}`;
    case 'misspell':
      return `types "${noDate}" as the start date of row ${edit.row + 2}`;
    case 'add':
      return `adds a row for a trip of ${employees[edit.employee] ?? ''} to ${countries[edit.to] ?? ''}`;
    case 'typeId':
      return `types ${idPhrases[edit.whose]} into the Assessment ID of row ${edit.row + 2}`;
    case 'sort':
      return 'reverses the order of the rows';
    case 'delete':
      return `deletes row ${edit.row + 2}`;
    case 'copy':
      return `copies row ${edit.row + 2} to the end, ${edit.results ? 'with' : 'without'} results`;
    case 'clear':
      return `clears all result cells of row ${edit.row + 2}`;
    case 'empty':
      return `clears result cell ${edit.cell} of row ${edit.row + 2}`;
    case 'type':
      return `types ${typed[edit.into]} into the ${edit.into} of row ${edit.row + 2}`;
  }
}

const selectionOptions: Readonly<Record<Only, string>> = {
  all: '',
  changed: ' --only-changed',
  firstRows: ' --rows 2-3',
  portugal: " --where 'Destination country=Portugal'",
};

const idPhrases: Readonly<Record<Whose, string>> = {
  own: 'its own id, as the service shows it,',
  rowBelow: 'the id of the row below',
  otherEmployee: 'the id of another employee, as the service shows it,',
  nobodys: 'nothing',
};
