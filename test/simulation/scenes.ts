import fc from 'fast-check';
import {
  countries,
  type Disturbance,
  type Edit,
  employees,
  type Event,
  firstRows,
  typed,
  type TypedHeading,
  type Whose,
} from './events.js';
import { type Fault, faults, losingFaults } from './network.js';

const row = fc.nat({ max: firstRows.length });
/** The row that a copy added at the end. */
const lastRow = fc.constant(firstRows.length);
const to = fc.nat({ max: countries.length - 1 });
const whose = fc.constantFrom<Whose[]>('own', 'rowBelow', 'otherEmployee', 'nobodys');
const again = fc.boolean();
const withoutDetails = <T extends string>(event: T) => fc.record({ do: fc.constant(event) });
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });

const edit: fc.Arbitrary<Edit> = fc.oneof(
  weighted(6, fc.record({ do: fc.constant('edit' as const), row, to })),
  weighted(2, fc.record({ do: fc.constant('copy' as const), row, results: fc.boolean() })),
  weighted(2, fc.record({ do: fc.constant('typeId' as const), row, whose })),
  withoutDetails('sort' as const),
  fc.record({ do: fc.constantFrom('delete' as const, 'clear' as const, 'misspell' as const), row }),
  fc.record({ do: fc.constant('empty' as const), row, cell: fc.nat({ max: 20 }) }),
  fc.record({
    do: fc.constant('type' as const),
    row,
    into: fc.constantFrom(...(Object.keys(typed) as TypedHeading[])),
  }),
  fc.record({
    do: fc.constant('employee' as const),
    row,
    to: fc.nat({ max: employees.length - 1 }),
  }),
  fc.record({
    do: fc.constant('add' as const),
    employee: fc.nat({ max: employees.length - 1 }),
    to,
  }),
);

const death: fc.Arbitrary<Disturbance> = fc.oneof(
  weighted(2, fc.record({ by: fc.constant('kill' as const) })),
  fc.record({
    by: fc.constant('power' as const),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
);

const disturbance: fc.Arbitrary<Disturbance> = fc.oneof(
  weighted(9, death),
  fc.record({ by: fc.constantFrom('interrupt' as const, 'standstill' as const) }),
  fc.record({ by: fc.constant('noJournal' as const) }),
  fc.record({ by: fc.constant('edit' as const), edit }),
);

const machines = fc.record({
  do: fc.constant('machines' as const),
  again,
  concurrency: fc.integer({ min: 1, max: 4 }),
  slice: fc.integer({ min: 1, max: 3 }),
  after: fc.nat({ max: 60 }),
  by: fc.oneof(
    fc.record({ by: fc.constantFrom('kill' as const, 'freeze' as const, 'freeze' as const) }),
    fc.record({ by: fc.constant('cutOff' as const), seconds: fc.integer({ min: 1, max: 40 }) }),
  ),
  settled: fc.boolean(),
});

const run = fc.record({
  do: fc.constant('run' as const),
  again,
  concurrency: fc.integer({ min: 1, max: 4 }),
  flags: fc.oneof(
    weighted(6, fc.constant('none' as const)),
    fc.constantFrom('retryRejected' as const, 'sendDuplicates' as const),
  ),
  newRound: fc.boolean(),
  only: fc.oneof(
    weighted(6, fc.constant('all' as const)),
    fc.constantFrom('changed' as const, 'firstRows' as const, 'portugal' as const),
  ),
});

const assessRun = run.map((drawn): Event => ({ ...drawn, again: false, flags: 'none' }));
const reassessRun = run.map((drawn): Event => ({ ...drawn, again: true }));

const decisionOrRestore: fc.Arbitrary<Event> = fc.oneof(
  withoutDetails('resolve' as const),
  withoutDetails('acceptSheet' as const),
  fc.record({ do: fc.constantFrom('newRow' as const, 'rejectId' as const), row }),
  weighted(
    2,
    fc.record({
      do: fc.constant('restore' as const),
      what: fc.constantFrom('sheet' as const, 'journal' as const, 'noJournal' as const),
      back: fc.nat({ max: 4 }),
    }),
  ),
);

const event: fc.Arbitrary<Event> = fc.oneof(
  weighted(
    6,
    fc.record({
      do: fc.constant('disturb' as const),
      again,
      after: fc.nat({ max: 40 }),
      by: disturbance,
    }),
  ),
  weighted(3, run),
  weighted(
    4,
    fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom(...faults),
      after: fc.nat({ max: 6 }),
    }),
  ),
  weighted(10, edit),
  weighted(2, machines),
  weighted(
    2,
    fc.record({
      do: fc.constant('twice' as const),
      again,
      laterMs: fc.oneof(fc.nat({ max: 200 }), fc.nat({ max: 3_000 })),
    }),
  ),
  fc.record({ do: fc.constant('slow' as const), seconds: fc.nat({ max: 5_000 }) }),
  weighted(5, decisionOrRestore),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.nat({ max: 1_000_000 }) }),
);

function runWithFault(fault: Fault, then: fc.Arbitrary<Event>): fc.Arbitrary<Event[]> {
  const after = fc.integer({ min: 1, max: 6 });
  return fc.tuple(after, then).map(([at, drawn]) => [{ do: 'fault', fault, after: at }, drawn]);
}

/** Generates a run in which up to two requests after the first have a fault that may lose the answer. */
function runLosingAnswer(then: fc.Arbitrary<Event>): fc.Arbitrary<Event[]> {
  const fault = fc.record({
    do: fc.constant('fault' as const),
    fault: fc.constantFrom(...losingFaults),
    after: fc.integer({ min: 1, max: 6 }),
  });
  return fc.tuple(fault, fault, then).map(([first, second, drawn]) => [first, second, drawn]);
}

const deleteJournal: Event = { do: 'restore', what: 'noJournal', back: 0 };
const clearId = (at: number): Event => ({ do: 'typeId', row: at, whose: 'nobodys' });
const resolveRows: Event = { do: 'resolve' };

const longScene: fc.Arbitrary<Event[]> = fc
  .record({
    row,
    to,
    first: assessRun,
    run: assessRun,
    round: reassessRun,
    next: reassessRun,
    lost: runLosingAnswer(reassessRun),
    refused: runWithFault('platform-400', reassessRun),
    unsent: runWithFault('reset-before-commit', assessRun),
  })
  .chain(({ row: at, to: country, first, run: then, round, next, lost, refused, unsent }) => {
    const editRow: Event = { do: 'edit', row: at, to: country };
    const addRow: Event = { do: 'add', employee: 2, to: country };
    const editLastRow: Event = { do: 'edit', row: firstRows.length, to: (country + 1) % 3 };
    const restoreJournal: Event = { do: 'restore', what: 'journal', back: 3 };
    return fc.constantFrom<Event[]>(
      [first, clearId(at), deleteJournal, then],
      [first, clearId(at), editRow, then],
      [first, ...lost, deleteJournal, next],
      [first, ...lost, deleteJournal, then, editRow, then],
      [first, deleteJournal, ...lost, editRow, then],
      [first, editRow, then, deleteJournal, then],
      [first, addRow, then, editLastRow, then, restoreJournal, { do: 'acceptSheet' }, then],
      [first, round, addRow, then, clearId(firstRows.length), clearId(at), restoreJournal, then],
      [first, ...lost, resolveRows, then, next],
      [first, ...refused, editRow, next],
      [...unsent, resolveRows, editRow, then],
      [first, { do: 'type', row: at, into: 'Assessment ID' }, editRow, then],
    );
  });

/** Any event, or a combination that is common in practice but rare by chance. */
const scene = fc.oneof(
  weighted(
    14,
    event.map((drawn): Event[] => [drawn]),
  ),
  weighted(
    2,
    fc
      .record({ again, after: fc.integer({ min: 6, max: 30 }), by: death, edit })
      .map(({ edit: editRow, ...drawn }): Event[] => [{ do: 'disturb', ...drawn }, editRow]),
  ),
  weighted(
    2,
    fc
      .tuple(runLosingAnswer(assessRun), edit)
      .map(([lost, editRow]): Event[] => [...lost, editRow]),
  ),
  fc
    .tuple(assessRun, row, fc.record({ do: fc.constant('edit' as const), row: lastRow, to }), run)
    .map(([first, from, editRow, then]): Event[] => [
      first,
      { do: 'copy', row: from, results: true },
      editRow,
      then,
    ]),
  weighted(
    2,
    fc
      .tuple(assessRun, edit, runLosingAnswer(reassessRun))
      .map(([first, editRow, lost]): Event[] => [first, editRow, ...lost]),
  ),
  runLosingAnswer(run).map((lost): Event[] => [...lost, resolveRows]),
  // A frozen worker continues after people have resolved the rows that it was about to send.
  weighted(
    2,
    machines.map((drawn): Event[] => [
      { ...drawn, again: false, by: { by: 'freeze' }, settled: true, after: drawn.after % 40 },
    ]),
  ),
  weighted(4, longScene),
);

/** An action of a person, or another run, between two runs. */
const personAction = fc.oneof(
  weighted(
    8,
    edit.map((drawn): Event[] => [drawn]),
  ),
  weighted(
    3,
    run.map((drawn): Event[] => [drawn]),
  ),
  weighted(
    3,
    decisionOrRestore.map((drawn): Event[] => [drawn]),
  ),
  runLosingAnswer(run),
);

const runsWithActions: fc.Arbitrary<Event[]> = fc
  .tuple(
    fc.oneof(
      assessRun.map((drawn): Event[] => [drawn]),
      fc.tuple(assessRun, reassessRun),
      runLosingAnswer(run),
      fc
        .tuple(assessRun, runLosingAnswer(reassessRun))
        .map(([drawn, lost]): Event[] => [drawn, ...lost]),
    ),
    fc.array(personAction, { minLength: 2, maxLength: 5 }),
    run,
  )
  .map(([first, actions, then]) => [...first, ...actions.flat(), then]);

const maxScenes = 6;

export const events: fc.Arbitrary<Event[]> = fc.oneof(
  fc.array(scene, { minLength: 1, maxLength: maxScenes }).map((scenes) => scenes.flat()),
  runsWithActions,
);
