/**
 * All tables. A migration is never changed once it was released: what comes later is another one at
 * the end. Times are ISO 8601 texts, so that what is stored can be read by a person.
 */
export const migrations: readonly string[] = [
  `
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

  -- What was sent, whatever sheet it came from: the same row in another upload is not sent again.
  CREATE TABLE sent_request (
    row TEXT NOT NULL,               -- the key of the row, hashed with the salt of the server
    owner TEXT NOT NULL,
    employee TEXT,
    request TEXT,
    state TEXT NOT NULL,             -- open, or done
    assessment_id TEXT,
    redirect_url TEXT,
    at TEXT NOT NULL,
    PRIMARY KEY (row)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sent_request_by_assessment ON sent_request (assessment_id);
  CREATE INDEX sent_request_by_owner ON sent_request (owner);
  CREATE INDEX sent_request_by_request ON sent_request (request);
  CREATE INDEX sent_request_by_employee ON sent_request (employee, state);

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
    PRIMARY KEY (sheet, number)
  ) STRICT, WITHOUT ROWID;
  -- Each has all that a filter asks, so that only the rows of the page are looked up.
  CREATE INDEX row_by_number
    ON row (sheet, number, status, risk_sort, change_sort, decision, person_sort, destination_sort, search);
  CREATE INDEX row_by_risk ON row (sheet, risk_sort, number, status, change_sort, decision);
  CREATE INDEX row_by_change ON row (sheet, change_sort, number, status, risk_sort, decision);
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
    PRIMARY KEY (sheet, key)
  ) STRICT, WITHOUT ROWID;

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
    told_at TEXT                         -- when its end was told to the webhook, or there was none
  ) STRICT;
  CREATE INDEX run_by_sheet ON run (sheet, started_at);
  CREATE INDEX run_by_state ON run (state);

  -- What each round has changed, written when a run of it has ended: later rounds replace the scores.
  CREATE TABLE round (
    sheet TEXT NOT NULL,
    number INTEGER NOT NULL,
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
    at TEXT NOT NULL
  ) STRICT;

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
  `,
  `
  -- Two sheets may assess the same case again with different inputs: each of these is sent once.
  CREATE TABLE sent_requests (
    row TEXT NOT NULL,
    request TEXT NOT NULL,           -- the hash of what was sent; empty where the key of the row is that
    owner TEXT NOT NULL,
    employee TEXT,
    state TEXT NOT NULL,
    assessment_id TEXT,
    redirect_url TEXT,
    at TEXT NOT NULL,
    PRIMARY KEY (row, request)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO sent_requests (row, request, owner, employee, state, assessment_id, redirect_url, at)
    SELECT row, ifnull(request, ''), owner, employee, state, assessment_id, redirect_url, at
    FROM sent_request;
  DROP TABLE sent_request;
  ALTER TABLE sent_requests RENAME TO sent_request;
  CREATE INDEX sent_request_by_assessment ON sent_request (assessment_id);
  CREATE INDEX sent_request_by_owner ON sent_request (owner);
  CREATE INDEX sent_request_by_request ON sent_request (request);
  CREATE INDEX sent_request_by_employee ON sent_request (employee, state);
  `,
  `
  -- Of a row that another sheet has sent: that sheet, and the row in its journal.
  ALTER TABLE unconfirmed ADD COLUMN sent_by TEXT;
  ALTER TABLE unconfirmed ADD COLUMN sent_as TEXT;
  CREATE INDEX unconfirmed_by_other ON unconfirmed (sent_by) WHERE sent_by IS NOT NULL;
  `,
  `
  -- Of a person who waits for somebody to say what became of it: what can be said, the row in the journal,
  -- and what was sent, by field, JSON; deleted once it is said.
  ALTER TABLE person_action ADD COLUMN waits_for TEXT;
  ALTER TABLE person_action ADD COLUMN key TEXT;
  ALTER TABLE person_action ADD COLUMN sent TEXT;
  CREATE INDEX person_action_by_key ON person_action (key) WHERE key IS NOT NULL;
  `,
  `
  -- What a person can say of the row, divided by spaces.
  ALTER TABLE row ADD COLUMN choices TEXT NOT NULL DEFAULT '';
  `,
  `
  CREATE TABLE sign_in_try (
    hash TEXT PRIMARY KEY,               -- SHA-256 of the account or the address
    failures INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    paused_until_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sign_in_try_by_time ON sign_in_try (last_ms);
  `,
  `
  -- The journal of a large sheet has 100 MB, and its rounds are a few of its lines.
  CREATE INDEX journal_of_rounds ON journal (owner, number)
    WHERE instr(lines, CAST('"fact":"round' AS BLOB)) > 0;
  -- With all that is asked of the changes in a round.
  DROP INDEX row_by_change;
  CREATE INDEX row_by_change ON row (sheet, change_sort, number, status, risk_sort, decision,
    assessed_at, previous_overall, previous_at);
  `,
  `
  -- What a run says at its end, without values of the sheet: for the webhook. Null where it is the same.
  ALTER TABLE run ADD COLUMN said_outside TEXT;
  `,
  `
  -- For the newest assessment of all sheets.
  CREATE INDEX sent_request_by_time ON sent_request (at);
  `,
];
