/** The files of the sheets, which are in the data folder on SQLite. */
export const fileTables = `
  CREATE TABLE file_part (
    file TEXT COLLATE "C" NOT NULL, -- as the sheet has its name
    number INTEGER NOT NULL, -- from 1
    parts INTEGER NOT NULL, -- of the whole file
    bytes BYTEA NOT NULL,
    PRIMARY KEY (file, number)
  );
  -- What is in a workbook is compressed already.
  ALTER TABLE file_part ALTER COLUMN bytes SET STORAGE EXTERNAL;
  -- What was deleted is not to stay in the table for long.
  ALTER TABLE file_part SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1);
`;
