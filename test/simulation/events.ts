import fc from 'fast-check';
import { type Fault, faults } from './network.js';

export const countries = ['Portugal', 'Spain', 'Norway'] as const;
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
  /** What becomes of the request after so many others. */
  | { readonly do: 'fault'; readonly fault: Fault; readonly after: number }
  /** Results of what is created from now on take so long. */
  | { readonly do: 'slow'; readonly seconds: number }
  | Edit
  | { readonly do: 'resolve' | 'acceptSheet' }
  | { readonly do: 'newCase'; readonly row: number }
  /** What was there before so many of the events is put back; or the journal is deleted. */
  | {
      readonly do: 'restore';
      readonly what: 'sheet' | 'journal' | 'noJournal';
      readonly back: number;
    }
  | { readonly do: 'wait'; readonly seconds: number };

type Flags = 'none' | 'retryRejected' | 'sendDuplicates';

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

/** What a person does to the cells. */
export type Edit =
  | { readonly do: 'edit'; readonly row: number; readonly to: number }
  | { readonly do: 'sort' }
  | { readonly do: 'delete'; readonly row: number }
  /** To the end. */
  | { readonly do: 'copy'; readonly row: number; readonly results: boolean }
  | { readonly do: 'clear'; readonly row: number }
  | { readonly do: 'empty'; readonly row: number; readonly cell: number }
  /** Something of one's own in one of our cells. */
  | { readonly do: 'type'; readonly row: number; readonly into: TypedInto };

/** What a person types, and where. */
export const typed = {
  'Assessment ID': 'n/a',
  'Working rights risk': '7.77',
  'Assessment message': 'Ask Ada',
} as const;
export type TypedInto = keyof typeof typed;

const row = fc.nat({ max: firstRows.length });
const again = fc.boolean();
const only = <T extends string>(what: T) => fc.constant({ do: what });

const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      row,
      to: fc.nat({ max: countries.length - 1 }),
    }),
  },
  only('sort' as const),
  fc.record({ do: fc.constant('delete' as const), row }),
  fc.record({ do: fc.constant('copy' as const), row, results: fc.boolean() }),
  fc.record({ do: fc.constant('clear' as const), row }),
  fc.record({ do: fc.constant('empty' as const), row, cell: fc.nat({ max: 20 }) }),
  fc.record({
    do: fc.constant('type' as const),
    row,
    into: fc.constantFrom(...(Object.keys(typed) as TypedInto[])),
  }),
);

const disturbance: fc.Arbitrary<Disturbance> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ by: 'kill' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      by: fc.constant('power' as const),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  fc.constant({ by: 'interrupt' as const }),
  fc.constant({ by: 'standstill' as const }),
  fc.constant({ by: 'noJournal' as const }),
  fc.record({ by: fc.constant('edit' as const), edit }),
);

/** Anything that can happen next. */
export const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('disturb' as const),
      again,
      after: fc.nat({ max: 40 }),
      by: disturbance,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('run' as const),
      again,
      concurrency: fc.integer({ min: 1, max: 4 }),
      flags: fc.oneof(
        { weight: 6, arbitrary: fc.constant('none' as const) },
        fc.constantFrom('retryRejected' as const, 'sendDuplicates' as const),
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom(...faults),
      after: fc.nat({ max: 6 }),
    }),
  },
  { weight: 10, arbitrary: edit },
  fc.record({ do: fc.constant('twice' as const), again, laterMs: fc.nat({ max: 3_000 }) }),
  fc.record({ do: fc.constant('slow' as const), seconds: fc.nat({ max: 5_000 }) }),
  only('resolve' as const),
  only('acceptSheet' as const),
  fc.record({ do: fc.constant('newCase' as const), row }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('restore' as const),
      what: fc.constantFrom('sheet' as const, 'journal' as const, 'noJournal' as const),
      back: fc.nat({ max: 4 }),
    }),
  },
  fc.record({ do: fc.constant('wait' as const), seconds: fc.nat({ max: 1_000_000 }) }),
);

/** An event as a person would tell it. */
export function told(each: Event): string {
  switch (each.do) {
    case 'run': {
      const flags = {
        none: '',
        retryRejected: ' --retry-rejected',
        sendDuplicates: ' --send-duplicates',
      };
      return `rwa ${command(each)}${flags[each.flags]} runs, with ${each.concurrency} requests at a time.`;
    }
    case 'disturb':
      return `rwa ${command(each)} begins. At step ${each.after} ${disturbed(each.by)}`;
    case 'twice':
      return `rwa ${command(each)} is started twice, the second time ${each.laterMs} ms later.`;
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
    case 'restore': {
      if (each.what === 'noJournal') return 'Somebody deletes the journal.';
      return `Somebody puts the ${each.what} back as it was before the last ${each.back + 1} events.`;
    }
    case 'wait':
      return `${each.seconds} seconds pass.`;
    case 'edit':
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
