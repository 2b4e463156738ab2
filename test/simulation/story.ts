import fc from 'fast-check';
import { faults } from './network.js';
import { countries, type Event, World } from './world.js';

/** Two rows are of one employee. */
const employees = ['E-1', 'E-2', 'E-2'];
const longestStory = 8;

const row = fc.nat({ max: employees.length });
const again = fc.boolean();

/** Anything that can happen next. */
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      again,
      after: fc.nat({ max: 60 }),
      power: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('run' as const),
      again,
      concurrency: fc.integer({ min: 1, max: 4 }),
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
  fc.record({ do: fc.constant('twice' as const) }),
  fc.record({ do: fc.constant('edit' as const), row, to: fc.nat({ max: countries.length - 1 }) }),
  fc.record({ do: fc.constant('sort' as const) }),
  fc.record({ do: fc.constant('delete' as const), row }),
  fc.record({ do: fc.constant('copy' as const), row }),
  fc.record({ do: fc.constant('clear' as const), row }),
  fc.record({ do: fc.constant('empty' as const), row, cell: fc.nat({ max: 20 }) }),
  fc.record({ do: fc.constant('resolve' as const) }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.nat({ max: 100_000 }) }),
);

/** What a simulated machine goes through. */
export interface Story {
  /** Of the chance in the simulation: delays and jitter. */
  readonly seed: number;
  readonly events: readonly Event[];
}

export const story: fc.Arbitrary<Story> = fc.record({
  seed: fc.integer({ min: 1, max: 2_147_483_646 }),
  events: fc.array(event, { minLength: 1, maxLength: longestStory }),
});

/** Plays a story to its end, which is a score in every row. Resolves to how many runs it had. */
export async function play({ seed, events }: Story): Promise<number> {
  const world = new World(randomOf(seed), employees);
  for (const each of events) await world.play(each);
  await world.followAdvice();
  return world.starts;
}

/** A story as a person would tell it. */
export function inWords({ events }: Story): string {
  return [
    'A sheet has a trip of E-1 and two of E-2, the second one the same as the first.',
    ...events.map((each, index) => `${index + 1}. ${told(each)}`),
    'Then somebody does what the messages say until every row has a score.',
  ].join('\n');
}

function told(each: Event): string {
  switch (each.do) {
    case 'run':
      return `rwa ${each.again ? 'reassess' : 'assess'} runs, with ${each.concurrency} requests at a time.`;
    case 'crash': {
      const cut =
        each.power === undefined
          ? 'is killed'
          : `dies in a power cut, which keeps ${Math.round(each.power * 100)} % of what was not synced,`;
      return `rwa ${each.again ? 'reassess' : 'assess'} begins, and ${cut} at step ${each.after}.`;
    }
    case 'twice':
      return 'rwa assess is started twice at once.';
    case 'fault':
      return `Request ${each.after + 1} from now meets ${each.fault}.`;
    case 'edit':
      return `Somebody changes the country of row ${each.row + 2} to ${countries[each.to] ?? ''}.`;
    case 'sort':
      return 'Somebody sorts the sheet the other way round.';
    case 'delete':
      return `Somebody deletes row ${each.row + 2}.`;
    case 'copy':
      return `Somebody copies row ${each.row + 2} to the end, without results.`;
    case 'clear':
      return `Somebody clears all result cells of row ${each.row + 2}.`;
    case 'empty':
      return `Somebody clears result cell ${each.cell} of row ${each.row + 2}.`;
    case 'resolve':
      return 'Somebody looks the unconfirmed rows up in the service, and says what is true.';
    case 'wait':
      return `${each.seconds} seconds pass.`;
  }
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
