/**
 * The tables of the limits that all processes share. Each of the first two has one row; a permit has a row
 * once somebody has taken it.
 */
export const limitTables: readonly string[] = [
  // The next grant is due at `next`; per_second is null without a rate. One row that is always the same
  // page: without room in it every grant would touch the index.
  `CREATE TABLE rwa.rate (
    id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
    per_second double precision CHECK (per_second > 0),
    burst double precision NOT NULL DEFAULT 1 CHECK (burst >= 1),
    next timestamptz NOT NULL DEFAULT clock_timestamp()
  ) WITH (fillfactor = 10)`,
  // As many requests as `now` may be in flight, never more than `most`; good answers since the last change.
  `CREATE TABLE rwa.concurrency (
    id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
    most integer NOT NULL CHECK (most >= 1),
    now integer NOT NULL CHECK (now BETWEEN 1 AND most),
    good integer NOT NULL DEFAULT 0,
    last_cut timestamptz NOT NULL DEFAULT 'epoch'
  ) WITH (fillfactor = 10)`,
  // Who has a permit, or had it when its connection broke: then since when it is seen to be lost.
  `CREATE TABLE rwa.permit (
    n integer PRIMARY KEY,
    holder text,
    lost_at timestamptz
  ) WITH (fillfactor = 10)`,
];
