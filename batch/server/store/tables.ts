/** The format of the tables, on SQLite and on Postgres. A program must not open another one. */
export const tablesVersion = 1;

/** The tables of a data folder. Times are ISO 8601 texts, so that a person can read them. */
export const tables = `
  CREATE TABLE sheet (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    format TEXT NOT NULL,            -- xlsx or csv
    file TEXT,                       -- its name in the folder; NULL once deleted by retention
    sha256 TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    stage TEXT NOT NULL,
    refused TEXT,                    -- why it cannot be read or matched
    uploaded_by TEXT NOT NULL,
    uploaded_at TEXT NOT NULL,
    headings_key TEXT,               -- of the headings as they were found, without choices
    match TEXT,                      -- the person's choice, JSON
    is_remembered INTEGER NOT NULL DEFAULT 0,
    inspection TEXT,                 -- how it is built and matched, as the page shows it, JSON
    values_to_settle TEXT NOT NULL DEFAULT '[]',  -- values that were not understood, JSON
    worksheet TEXT,
    header_row INTEGER,
    notes TEXT NOT NULL DEFAULT '[]',
    counts TEXT NOT NULL DEFAULT '{}',
    row_count INTEGER NOT NULL DEFAULT 0,
    problem_rows INTEGER NOT NULL DEFAULT 0,
    unconfirmed INTEGER NOT NULL DEFAULT 0,
    highest REAL,
    last_run_at TEXT,
    deleted_data_at TEXT,
    read_generation INTEGER NOT NULL DEFAULT 0,
    deleted_at TEXT                  -- only its journal is left
  ) STRICT;

  -- The lines of the journals, as the engine appends them: each append is committed and synced.
  CREATE TABLE journal (
    owner TEXT NOT NULL,             -- the id of a sheet, or "decisions:ID", "people"
    number INTEGER NOT NULL,
    lines BLOB NOT NULL,
    PRIMARY KEY (owner, number)
  ) STRICT, WITHOUT ROWID;
  -- The journal of a large sheet has 100 MB, and its rounds are a few of its lines.
  CREATE INDEX journal_of_rounds ON journal (owner, number)
    WHERE instr(lines, CAST('"fact":"round' AS BLOB)) > 0;

  -- What was sent, whatever sheet it came from: the same row in another upload is not sent again.
  CREATE TABLE sent_request (
    row TEXT NOT NULL,               -- the key of the row, hashed with the salt of the server
    -- The hash of the request; empty if the key is that hash. Two sheets may assess the same case again
    -- with different inputs: each request is sent once.
    request TEXT NOT NULL,
    owner TEXT NOT NULL,
    employee TEXT,
    state TEXT NOT NULL,             -- open, or done
    assessment_id TEXT,
    redirect_url TEXT,
    at TEXT NOT NULL,
    PRIMARY KEY (row, request)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sent_request_by_assessment ON sent_request (assessment_id);
  CREATE INDEX sent_request_by_owner ON sent_request (owner);
  CREATE INDEX sent_request_by_request ON sent_request (request);
  CREATE INDEX sent_request_by_employee ON sent_request (employee, state);
  CREATE INDEX sent_request_by_time ON sent_request (at);

  -- Requests that count as the same as one that was sent: without a Manager ID, for instance.
  CREATE TABLE equal_request (
    request TEXT NOT NULL,           -- the hash of a request that was not sent
    row TEXT NOT NULL,               -- the row of the request that was sent,
    sent TEXT NOT NULL,              -- and its hash, as sent_request has it
    PRIMARY KEY (request, row, sent)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE row (
    sheet TEXT NOT NULL,
    number INTEGER NOT NULL,
    key TEXT NOT NULL,
    employee_id TEXT NOT NULL,
    purpose TEXT NOT NULL,
    destination TEXT NOT NULL,
    status TEXT NOT NULL,
    message TEXT NOT NULL,
    hidden INTEGER NOT NULL DEFAULT 0,
    inputs TEXT NOT NULL DEFAULT '{}',   -- what is sent, by field, JSON; deleted by retention
    instead TEXT NOT NULL DEFAULT '{}',  -- the values of its cells that were corrected, by field, JSON
    overall_trip REAL,                   -- the scores: risks from 0 to 10
    working_rights REAL,
    payroll_tax REAL,
    social_security REAL,
    corporate_tax REAL,
    employment_law REAL,
    contractor_misclass REAL,
    cumulative_pe_risk_level TEXT,
    previous_overall REAL,
    previous_at TEXT,
    assessment_id TEXT,
    redirect_url TEXT,
    assessed_at TEXT,
    decision TEXT,                       -- the status that is recorded for this assessment
    -- For finding and sorting, written by rowStore.ts: the highest risk and the greatest rise come first.
    search TEXT NOT NULL,
    risk_sort REAL NOT NULL,
    change_sort REAL NOT NULL,
    person_sort TEXT NOT NULL,
    destination_sort TEXT NOT NULL,
    choices TEXT NOT NULL DEFAULT '',    -- what a person can decide about the row, separated by spaces
    PRIMARY KEY (sheet, number)
  ) STRICT, WITHOUT ROWID;
  -- Each has all that a filter asks, so that only the rows of the page are looked up.
  CREATE INDEX row_by_number
    ON row (sheet, number, status, risk_sort, change_sort, decision, person_sort, destination_sort, search);
  CREATE INDEX row_by_risk ON row (sheet, risk_sort, number, status, change_sort, decision);
  CREATE INDEX row_by_change ON row (sheet, change_sort, number, status, risk_sort, decision,
    assessed_at, previous_overall, previous_at);
  CREATE INDEX row_by_person ON row (sheet, person_sort, number, status, risk_sort, change_sort, decision);
  CREATE INDEX row_by_destination
    ON row (sheet, destination_sort, number, status, risk_sort, change_sort, decision);
  CREATE INDEX row_by_status ON row (sheet, status, decision, number);
  CREATE INDEX row_by_assessment ON row (assessment_id);
  CREATE INDEX row_of_risks
    ON row (sheet, destination, risk_sort, overall_trip, working_rights, payroll_tax, social_security,
      corporate_tax, employment_law, contractor_misclass);

  -- Every assessment of cases that were assessed more than once; from the journal.
  CREATE TABLE past_assessment (
    sheet TEXT NOT NULL,
    row INTEGER NOT NULL,
    round INTEGER NOT NULL,
    assessment_id TEXT NOT NULL,
    assessed_at TEXT,
    scores TEXT NOT NULL,                -- as the journal keeps them, JSON
    PRIMARY KEY (sheet, row, round, assessment_id)
  ) STRICT, WITHOUT ROWID;

  -- Requests that may have taken effect, for a person to settle; from the journal.
  CREATE TABLE unconfirmed (
    sheet TEXT NOT NULL,
    key TEXT NOT NULL,
    row INTEGER,                         -- NULL once it has left the sheet or was changed
    sent_at TEXT,
    reason TEXT NOT NULL,
    sent TEXT NOT NULL,                  -- what was sent, by field, JSON; deleted by retention
    sent_by TEXT,                        -- the other sheet that has sent the row
    sent_as TEXT,                        -- the row in the journal of that sheet
    PRIMARY KEY (sheet, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX unconfirmed_by_other ON unconfirmed (sent_by) WHERE sent_by IS NOT NULL;

  CREATE TABLE problem (
    sheet TEXT NOT NULL,
    row INTEGER NOT NULL,
    place INTEGER NOT NULL,              -- among those of its row
    kind TEXT NOT NULL,
    field TEXT NOT NULL,
    label TEXT NOT NULL,
    cell TEXT,
    value TEXT NOT NULL,
    message TEXT NOT NULL,
    remedy TEXT NOT NULL,
    suggestion TEXT,
    PRIMARY KEY (sheet, row, place)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX problem_by_kind ON problem (sheet, kind, row);
  CREATE INDEX problem_by_value ON problem (sheet, field, value);

  CREATE TABLE correction (
    id TEXT PRIMARY KEY,
    sheet TEXT NOT NULL,
    field TEXT NOT NULL,
    value TEXT NOT NULL,
    corrected TEXT NOT NULL,
    row INTEGER,
    rows INTEGER NOT NULL DEFAULT 0,     -- that are read with it
    made_by TEXT NOT NULL,
    made_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX correction_by_sheet ON correction (sheet);

  CREATE TABLE remembered_match (
    headings_key TEXT PRIMARY KEY,
    match TEXT NOT NULL,
    at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE run (
    id TEXT PRIMARY KEY,
    sheet TEXT NOT NULL,
    operation TEXT NOT NULL,
    state TEXT NOT NULL,
    options TEXT NOT NULL,               -- JSON: how it was started
    started_by TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    rows INTEGER NOT NULL DEFAULT 0,
    done INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL DEFAULT 0,
    remaining_ms INTEGER,                -- by the pace so far
    said TEXT NOT NULL DEFAULT '[]',     -- sentences, JSON
    told_at TEXT,                        -- when the webhook was notified of its end, or there was none
    said_outside TEXT                    -- said, without values of the sheet, for the webhook; NULL where it is the same
  ) STRICT;
  CREATE INDEX run_by_sheet ON run (sheet, started_at);
  CREATE INDEX run_by_state ON run (state);

  -- What each round has changed, written when a run of it has ended: later rounds replace the scores.
  CREATE TABLE round (
    sheet TEXT NOT NULL,
    number INTEGER NOT NULL,
    name TEXT,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    started_by TEXT NOT NULL,
    assessed INTEGER NOT NULL,
    risen INTEGER NOT NULL,
    fallen INTEGER NOT NULL,
    same INTEGER NOT NULL,
    changes TEXT NOT NULL,               -- the greatest ones, JSON
    PRIMARY KEY (sheet, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE decision (
    id TEXT PRIMARY KEY,
    sheet TEXT NOT NULL,
    row INTEGER NOT NULL,
    assessment_id TEXT NOT NULL,
    status TEXT NOT NULL,
    person TEXT NOT NULL,                -- the Staff ID that the status needs
    person_field TEXT NOT NULL,          -- the field that has it
    note TEXT NOT NULL,
    made_by TEXT NOT NULL,
    at TEXT NOT NULL,
    state TEXT NOT NULL,                 -- sending, recorded, failed
    said TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE INDEX decision_by_row ON decision (sheet, row);
  CREATE INDEX decision_by_assessment ON decision (assessment_id, at);
  CREATE INDEX decision_by_state ON decision (state);

  CREATE TABLE person_action (
    id TEXT PRIMARY KEY,
    action TEXT NOT NULL,
    person TEXT NOT NULL,
    status TEXT NOT NULL,
    said TEXT NOT NULL,
    made_by TEXT NOT NULL,
    at TEXT NOT NULL,
    -- For an action without an answer: what a person can decide, the row in the journal, and what was
    -- sent, by field, JSON; deleted once a person has decided.
    waits_for TEXT,
    key TEXT,
    sent TEXT
  ) STRICT;
  CREATE INDEX person_action_by_key ON person_action (key) WHERE key IS NOT NULL;

  CREATE TABLE schedule (
    sheet TEXT PRIMARY KEY,
    every TEXT NOT NULL,
    from_day TEXT NOT NULL,
    older_than_days INTEGER NOT NULL,
    max_new INTEGER,
    next_due TEXT NOT NULL,
    set_by TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE member (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    role TEXT NOT NULL,
    password TEXT,                       -- argon2id, with its salt and its costs
    issuer TEXT,
    subject TEXT,
    created_at TEXT NOT NULL,
    last_seen_at TEXT,
    left_at TEXT,                        -- kept for its name in what it has done
    UNIQUE (issuer, subject)
  ) STRICT;
  -- Only among those who sign in with it: OpenID says of two people what it likes.
  CREATE UNIQUE INDEX member_by_email ON member (email COLLATE NOCASE) WHERE password IS NOT NULL;

  CREATE TABLE session (
    hash TEXT PRIMARY KEY,               -- SHA-256 of what the cookie has
    member TEXT NOT NULL,
    created_at TEXT NOT NULL,
    last_seen_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX session_by_member ON session (member);

  CREATE TABLE link (
    hash TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    made_by TEXT NOT NULL,
    is_first INTEGER NOT NULL DEFAULT 0, -- printed at the start of the server
    expires_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE token (
    hash TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    member TEXT NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    created_at TEXT NOT NULL,
    last_used_at TEXT,
    expires_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    action TEXT NOT NULL,
    sheet TEXT
  ) STRICT;

  CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL                  -- JSON
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sign_in_try (
    hash TEXT PRIMARY KEY,               -- SHA-256 of the account or the address
    failures INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    paused_until_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sign_in_try_by_time ON sign_in_try (last_ms);
`;
