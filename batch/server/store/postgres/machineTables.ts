/**
 * What many machines need to know of each other, besides what the store keeps. Times are those of Postgres: the
 * clocks of machines differ.
 */
export const machineTables = `
  -- Who works on what has one owner at a time: the journal of a sheet, a run that begins or ends.
  CREATE TABLE hold (
    name TEXT COLLATE "C" PRIMARY KEY,
    holder TEXT COLLATE "C", -- NULL while nobody has it
    until TIMESTAMPTZ NOT NULL DEFAULT '-infinity',
    wanted_until TIMESTAMPTZ NOT NULL DEFAULT '-infinity' -- slices of the sheet give way
  );
  -- The workers that live, by what they say now and then.
  CREATE TABLE worker (
    id TEXT COLLATE "C" PRIMARY KEY,
    heard_at TIMESTAMPTZ NOT NULL DEFAULT now()
  );
  -- A part of the rows of a run, and who works on it.
  CREATE TABLE slice (
    id TEXT COLLATE "C" PRIMARY KEY,
    run TEXT COLLATE "C" NOT NULL,
    sheet TEXT COLLATE "C" NOT NULL,
    place INTEGER NOT NULL, -- its place in the run
    state TEXT COLLATE "C" NOT NULL, -- open, idle (its run begins anew), done
    rows TEXT NOT NULL, -- the planned rows, JSON; deleted with the slice at the end of its run
    total INTEGER NOT NULL,
    done INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL DEFAULT 0,
    fence BIGINT NOT NULL DEFAULT 0, -- how often it was taken: who has another number may write nothing
    appended BIGINT NOT NULL DEFAULT 0, -- how often its holder has appended to the journal
    holder TEXT COLLATE "C",
    until TIMESTAMPTZ NOT NULL DEFAULT '-infinity',
    failures INTEGER NOT NULL DEFAULT 0, -- in a row: how often the service was away
    taken_at TIMESTAMPTZ -- first
  );
  -- Takes a slice for a worker: see slice.ts. One call, so that its locks wait for no process; each of its
  -- statements sees what was committed while the one before it waited for a lock.
  CREATE FUNCTION take_slice(wanted TEXT, worker TEXT, seconds DOUBLE PRECISION) RETURNS TEXT
  LANGUAGE plpgsql AS $$
  DECLARE
    of_sheet TEXT;
  BEGIN
    SELECT slice.sheet INTO of_sheet FROM slice WHERE slice.id = wanted;
    IF of_sheet IS NULL THEN RETURN 'nothing'; END IF;
    INSERT INTO hold (name) VALUES (of_sheet) ON CONFLICT DO NOTHING;
    -- Who takes the sheet asks under the same lock.
    PERFORM 1 FROM hold WHERE name = of_sheet FOR UPDATE;
    IF EXISTS (
      SELECT 1 FROM hold WHERE name = of_sheet AND greatest(until, wanted_until) > clock_timestamp()
    ) OR EXISTS (
      SELECT 1 FROM slice WHERE id = wanted AND until > clock_timestamp() AND holder <> worker
    ) THEN
      RETURN 'later';
    END IF;
    UPDATE slice SET fence = fence + 1, appended = 0, holder = worker,
      until = clock_timestamp() + make_interval(secs => seconds),
      taken_at = coalesce(taken_at, clock_timestamp())
    FROM run WHERE slice.id = wanted AND slice.state = 'open' AND run.id = slice.run
      AND run.state = 'running';
    RETURN CASE WHEN FOUND THEN 'taken' ELSE 'nothing' END;
  END $$;
  CREATE INDEX slice_by_run ON slice (run, place);
  CREATE INDEX slice_by_sheet ON slice (sheet);
  -- How a run goes that is cut into slices.
  CREATE TABLE run_course (
    run TEXT COLLATE "C" PRIMARY KEY,
    done_before INTEGER NOT NULL DEFAULT 0, -- rows of slices that were dropped, as it was cut anew
    is_cut_due BOOLEAN NOT NULL DEFAULT false, -- a person has said something of its sheet
    halt_as TEXT COLLATE "C", -- paused, stopped or failed, once its slices are given back
    said TEXT NOT NULL DEFAULT '[]' -- why it has failed, JSON
  );
`;
