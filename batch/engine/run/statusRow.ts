import type { RowStatus } from '../sheetCommand.js';
import type { RowState } from '../journal/rowState.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { reportOn } from './reportOn.js';
import type { RowReport } from '../rows/rowReport.js';
import type { PlannedRow } from '../rows/rowStatus.js';

const options = { sendDuplicates: false };

/** A row of a sheet with its status. The report is created on demand, because there are many rows. */
export class StatusRow {
  readonly planned: PlannedRow;
  readonly #of: StatusSource;

  constructor(planned: PlannedRow, of: StatusSource) {
    this.planned = planned;
    this.#of = of;
  }

  get status(): RowStatus {
    return this.#of.operation.status(this.planned, this.#state, options);
  }

  get report(): RowReport {
    return reportOn(this.#of.operation, this.planned, this.#state, options);
  }

  get #state(): RowState | undefined {
    return this.#of.states.get(this.planned.key);
  }
}

interface StatusSource {
  readonly operation: SheetOperation;
  readonly states: ReadonlyMap<string, RowState>;
}
