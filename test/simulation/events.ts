import type { Fault } from './network.js';
import { noDate } from './trips.js';

export const countries = ['Portugal', 'Spain', 'Norway'] as const;
export const employees = ['E-1', 'E-2', 'E-3'] as const;
/** Whose trip each row is, and where to: three are of one employee, and two of them the same. */
export const firstRows = [
  ['E-1', 'Portugal'],
  ['E-2', 'Portugal'],
  ['E-2', 'Portugal'],
  ['E-2', 'Norway'],
] as const;

/** One thing that happens, small enough to be told. */
export type Event =
  | {
      readonly do: 'run';
      readonly again: boolean;
      readonly concurrency: number;
      readonly flags: Flags;
      /** Of a round: another one, whatever became of the latest; and only these rows. */
      readonly newRound: boolean;
      readonly only: Only;
    }
  /** A run to which something happens after so many steps. */
  | {
      readonly do: 'disturb';
      readonly again: boolean;
      readonly after: number;
      readonly by: Disturbance;
    }
  /** Two starts, the second one so many milliseconds after the first. */
  | { readonly do: 'twice'; readonly again: boolean; readonly laterMs: number }
  /**
   * A run on a Postgres, cut into slices of so many rows, with two workers. Something may happen to the first
   * one after so many steps, and before it goes on somebody may settle what it has left.
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
  /** What becomes of the request after so many others. */
  | { readonly do: 'fault'; readonly fault: Fault; readonly after: number }
  /** Results of what is created from now on take so long. */
  | { readonly do: 'slow'; readonly seconds: number }
  | Edit
  /** With the answers of two rows exchanged. */
  | { readonly do: 'resolve' }
  | { readonly do: 'acceptSheet' }
  | { readonly do: 'newCase' | 'notIts'; readonly row: number }
  /** What was there before so many of the events is put back; or the journal is deleted. */
  | {
      readonly do: 'restore';
      readonly what: 'sheet' | 'journal' | 'noJournal';
      readonly back: number;
    }
  | { readonly do: 'wait'; readonly seconds: number };

export type Flags = 'none' | 'retryRejected' | 'sendDuplicates';

/** What of a sheet is assessed again. */
export type Only = 'all' | 'changed' | 'firstRows' | 'portugal';

/** What can happen to a run. */
export type Disturbance =
  | { readonly by: 'kill' | 'interrupt' }
  /** It keeps this share of what was not synced. */
  | { readonly by: 'power'; readonly share: number }
  /** The process stands still while another run takes the lock over, and goes on after that one. */
  | { readonly by: 'standstill' }
  /** The journal is deleted under it. */
  | { readonly by: 'noJournal' }
  | { readonly by: 'edit'; readonly edit: Edit };

/** What can happen to a worker: it dies, freezes until the others have done all, or has no database for a time. */
export type WorkerDisturbance =
  { readonly by: 'kill' | 'freeze' } | { readonly by: 'cutOff'; readonly seconds: number };

/** What a person does to the cells. */
export type Edit =
  | { readonly do: 'edit'; readonly row: number; readonly to: number }
  | { readonly do: 'employee'; readonly row: number; readonly to: number }
  /** No date where one should be. */
  | { readonly do: 'misspell'; readonly row: number }
  | { readonly do: 'add'; readonly employee: number; readonly to: number }
  | { readonly do: 'sort' }
  | { readonly do: 'delete'; readonly row: number }
  /** To the end. */
  | { readonly do: 'copy'; readonly row: number; readonly results: boolean }
  | { readonly do: 'clear'; readonly row: number }
  | { readonly do: 'empty'; readonly row: number; readonly cell: number }
  /** Something of one's own in one of our cells. */
  | { readonly do: 'type'; readonly row: number; readonly into: TypedInto }
  | { readonly do: 'typeId'; readonly row: number; readonly whose: Whose };

/** Whose Assessment ID a person types into a row. */
export type Whose = 'own' | 'rowBelow' | 'otherEmployee' | 'nobodys';

/** What a person types, and where. */
export const typed = {
  'Assessment ID': 'n/a',
  'Working rights risk': '7.77',
  'Assessment message': 'Ask Ada',
} as const;
export type TypedInto = keyof typeof typed;

/** An event as a person would tell it. */
export function told(each: Event): string {
  switch (each.do) {
    case 'run': {
      const flags = {
        none: '',
        retryRejected: ' --retry-rejected',
        sendDuplicates: ' --send-duplicates',
      };
      const round = each.again
        ? `${each.newRound ? ' --new-round' : ''}${selected[each.only]}`
        : '';
      return `rwa ${command(each)}${round}${flags[each.flags]} runs, with ${each.concurrency} requests at a time.`;
    }
    case 'disturb':
      return `rwa ${command(each)} begins. At step ${each.after} ${disturbed(each.by)}`;
    case 'twice':
      return `rwa ${command(each)} is started twice, the second time ${each.laterMs} ms later.`;
    case 'machines': {
      const rows = `${each.slice} ${each.slice === 1 ? 'row' : 'rows'}`;
      const then = each.settled ? ' Somebody settles what is unconfirmed, and they go on.' : '';
      return `Two workers do rwa ${command(each)} in slices of ${rows}. At step ${each.after} the first ${befallen(each.by)}${then}`;
    }
    case 'fault':
      return `Request ${each.after + 1} from now meets ${each.fault}.`;
    case 'slow':
      return `The results of what is created from now on take ${each.seconds} seconds.`;
    case 'resolve':
      return 'Somebody looks the unconfirmed rows up in the service, and says what is true.';
    case 'acceptSheet':
      return 'Somebody runs rwa resolve --accept-sheet.';
    case 'newCase':
      return `Somebody says that row ${each.row + 2} is a case of its own, if it is held.`;
    case 'notIts':
      return `Somebody says that the assessment of row ${each.row + 2} is not its own.`;
    case 'restore': {
      if (each.what === 'noJournal') return 'Somebody deletes the journal.';
      return `Somebody puts the ${each.what} back as it was before the last ${each.back + 1} events.`;
    }
    case 'wait':
      return `${each.seconds} seconds pass.`;
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
      return `Somebody ${edited(each)}.`;
  }
}

function command({ again }: { readonly again: boolean }): string {
  return again ? 'reassess' : 'assess';
}

function befallen(by: WorkerDisturbance): string {
  switch (by.by) {
    case 'kill':
      return 'is killed.';
    case 'freeze':
      return 'freezes, and goes on when the other has done all.';
    case 'cutOff':
      return `has no database for ${by.seconds} seconds.`;
  }
}

function disturbed(by: Disturbance): string {
  switch (by.by) {
    case 'kill':
      return 'it is killed.';
    case 'interrupt':
      return 'somebody types Ctrl+C.';
    case 'power':
      return `the power fails, and ${Math.round(by.share * 100)} % of what was not synced is kept.`;
    case 'standstill':
      return 'it stands still, another rwa assess takes the lock over and runs, and then it goes on.';
    case 'noJournal':
      return 'somebody deletes the journal.';
    case 'edit':
      return `somebody ${edited(by.edit)} and saves.`;
  }
}

function edited(each: Edit): string {
  switch (each.do) {
    case 'edit':
      return `changes the country of row ${each.row + 2} to ${countries[each.to] ?? ''}`;
    case 'employee':
      return `changes the employee of row ${each.row + 2} to ${employees[each.to] ?? ''}`;
    case 'misspell':
      return `types "${noDate}" as the start date of row ${each.row + 2}`;
    case 'add':
      return `adds a row for a trip of ${employees[each.employee] ?? ''} to ${countries[each.to] ?? ''}`;
    case 'typeId':
      return `types ${idOf[each.whose]} into the Assessment ID of row ${each.row + 2}`;
    case 'sort':
      return 'sorts the sheet the other way round';
    case 'delete':
      return `deletes row ${each.row + 2}`;
    case 'copy':
      return `copies row ${each.row + 2} to the end, ${each.results ? 'with' : 'without'} results`;
    case 'clear':
      return `clears all result cells of row ${each.row + 2}`;
    case 'empty':
      return `clears result cell ${each.cell} of row ${each.row + 2}`;
    case 'type':
      return `types ${typed[each.into]} into the ${each.into} of row ${each.row + 2}`;
  }
}

const selected: Readonly<Record<Only, string>> = {
  all: '',
  changed: ' --only-changed',
  firstRows: ' --rows 2-3',
  portugal: " --where 'Destination country=Portugal'",
};

const idOf: Readonly<Record<Whose, string>> = {
  own: 'its own id, as the service shows it,',
  rowBelow: 'the id of the row below',
  otherEmployee: 'the id of another employee, as the service shows it,',
  nobodys: 'nothing',
};
