import {
  getFollowedAssessment,
  hashRequest,
  findRequestHash,
  type SheetRequest,
} from '../../batch/engine/intake/rowKey.js';
import { UsageError } from '../../batch/engine/errors.js';
import type { RowFact } from '../../batch/engine/journal/facts.js';
import type { Journal } from '../../batch/engine/journal/journal.js';
import type { JournalState } from '../../batch/engine/journal/journalState.js';
import { isAncestor, settle, detachFact } from '../../batch/engine/journal/settle.js';
import { assess } from '../../batch/engine/operations/assess.js';
import {
  toAcceptedFact,
  toAcceptedFacts,
  toSheetFacts,
} from '../../batch/engine/run/importSheet.js';
import { isSheetReason } from '../../batch/engine/rows/shownStatus.js';
import { isReplacedId } from '../../batch/engine/identity/proofs.js';
import { listUnconfirmedRows } from '../../batch/engine/run/settleRow.js';
import { type Allowance, BrokenPromise } from './allowance.js';
import { arrivedMs } from './clock.js';
import { countries, type Edit, employees, typed, type Whose } from './events.js';
import { type Machine, readKnown, findRejectedIds } from './machine.js';
import { RunProcess } from './process.js';
import type { Assessment, ServiceModel } from './service.js';
import { readSheetStatus } from './sheetStatus.js';
import { countryColumn, noDate, startColumn, startDate, trip, usersHeadings } from './trips.js';
import { onlyShowsId, findNewRowKey, findUnprovenId } from '../../batch/engine/rows/plannedRow.js';

/** A person who edits the sheet, sees the service's pages, and runs `rwa resolve`. */
export class Person {
  readonly #machine: Machine;
  readonly #service: ServiceModel;
  readonly #allowance: Allowance;
  /**
   * True after an older sheet was restored, until a run has written into it. The documents forbid edits
   * until then, because the rows do not show the inputs they were sent with.
   */
  isSheetOld = false;
  /** True after `--accept-sheet`: the journal then lacks the inputs of assessments that only the sheet showed. */
  #hasAcceptedSheet = false;
  /** IDs that the person removed from rows whose inputs still match the assessment. */
  readonly #removedIds = new Set<string>();
  /** Edited rows that had a twin: the inputs before the edit, and the trip after it. */
  readonly #editedTwins: { readonly inputs: string; readonly trip: readonly string[] }[] = [];
  readonly #typed = new Set<string>();

  constructor(machine: Machine, service: ServiceModel, allowance: Allowance) {
    this.#machine = machine;
    this.#service = service;
    this.#allowance = allowance;
  }

  /**
   * Allows a new request for each row of a restored sheet that has no ID, if the service has no
   * assessment for its employee and country.
   */
  noteRestoredSheet(): void {
    this.isSheetOld = true;
    for (const [index, [employee, ...cells]] of this.#rows.entries()) {
      const isSent = this.#service.assessments.some(
        ({ request }) =>
          request.employeeId === employee && request.destination === cells[countryColumn - 1],
      );
      if (!isSent && !this.#hasId(index)) this.#allowRow(index);
    }
  }

  edit(edit: Edit): void {
    switch (edit.do) {
      case 'edit':
        if (this.isSheetOld && !this.#hasId(edit.row)) this.#allowRow(edit.row);
        this.#editCountry(edit.row, countries[edit.to % countries.length] ?? '');
        return;
      case 'employee':
        this.#changeEmployee(edit.row, employees[edit.to % employees.length] ?? '');
        return;
      case 'misspell':
        this.#change(edit.row, startColumn, noDate);
        return;
      case 'add': {
        const employee = employees[edit.employee % employees.length] ?? '';
        this.#allowance.allow(employee);
        const country = countries[edit.to % countries.length] ?? '';
        this.#save([...this.#rows, trip([employee, country])]);
        return;
      }
      case 'typeId':
        this.#typeId(edit.row, edit.whose);
        return;
      case 'sort':
        this.#save(this.#rows.toReversed());
        return;
      case 'delete':
        this.delete(edit.row);
        return;
      case 'copy': {
        const row = this.#rows[edit.row];
        if (row === undefined) return;
        // A copy is a new row, even if the results were copied. After an edit it gets its own assessment.
        this.#allowRow(edit.row);
        const copy = edit.results ? row : row.slice(0, usersHeadings.length);
        this.#save([...this.#rows, copy]);
        return;
      }
      case 'clear':
        this.clear(edit.row);
        return;
      case 'empty': {
        const ours = this.#machine.sheet.headings.length - usersHeadings.length;
        if (ours > 0) this.clear(edit.row, usersHeadings.length + (edit.cell % ours));
        return;
      }
      case 'type': {
        const column = this.#machine.sheet.headings.indexOf(edit.into);
        if (column !== -1) this.#change(edit.row, column, typed[edit.into]);
      }
    }
  }

  /** Types a valid start date into a row. */
  correct(rowIndex: number): void {
    this.#change(rowIndex, startColumn, startDate);
  }

  delete(rowIndex: number): void {
    if (this.#rows.length < 2) return;
    this.#save(this.#rows.filter((_, index) => index !== rowIndex));
  }

  /** Clears results that were copied from a row that may have the same inputs. */
  clearCopy(rowIndex: number): void {
    this.#allowRow(rowIndex);
    this.clear(rowIndex);
  }

  /** Clears our cells in a row, or only one of them. */
  clear(rowIndex: number, only?: number): void {
    const { headings } = this.#machine.sheet;
    const message = this.#rows[rowIndex]?.[headings.indexOf('Assessment message')] ?? '';
    // After `--accept-sheet`, the message also asks to clear a row whose inputs match its assessment.
    const isNew = only === undefined && message.includes('clear the result cells of the row');
    if (isNew && this.#hasAcceptedSheet) this.#allowRow(rowIndex);
    for (
      let column = usersHeadings.length;
      column < this.#machine.sheet.headings.length;
      column++
    ) {
      if (only === undefined || only === column) this.#change(rowIndex, column, '');
    }
  }

  #editCountry(rowIndex: number, country: string): void {
    const row = this.#rows[rowIndex];
    if (
      row !== undefined &&
      this.#rows.some((other, index) => index !== rowIndex && isTwin(other, row))
    ) {
      this.#editedTwins.push({ inputs: joinInputs(row), trip: [row[0] ?? '', country] });
    }
    this.#change(rowIndex, countryColumn, country);
  }

  /**
   * Allows a request for each duplicate in a restored older sheet whose twin was edited and sent as a new
   * trip: that sheet has both rows, but not the new trip.
   */
  allowRestoredDuplicates(): void {
    for (const [index, row] of this.#rows.entries()) {
      if (!this.#rows.slice(0, index).some((other) => isTwin(other, row))) continue;
      const twin = this.#editedTwins.findIndex(({ inputs, trip: [employee, country] }) => {
        const isTrip = (trip: readonly unknown[]) => trip[0] === employee && trip[1] === country;
        return (
          inputs === joinInputs(row) &&
          !this.#rows.some((other) => isTrip([other[0], other[countryColumn]])) &&
          this.#service.assessments.some(({ request }) =>
            isTrip([request.employeeId, request.destination]),
          )
        );
      });
      if (twin === -1) continue;
      this.#editedTwins.splice(twin, 1);
      this.#allowRow(index);
    }
  }

  #changeEmployee(rowIndex: number, employee: string): void {
    this.#allowance.allow(employee);
    this.#change(rowIndex, 0, employee);
  }

  #typeId(rowIndex: number, whose: Whose): void {
    const column = this.#machine.sheet.headings.indexOf('Assessment ID');
    const row = this.#rows[rowIndex];
    if (column === -1 || row === undefined) return;
    const shown = new Set(this.#rows.map((cells) => cells[column]));
    const [employeeId] = row;
    const found = this.#service.assessments.find(({ id, request }) => {
      if (shown.has(id)) return false;
      if (whose === 'nobodys') return false;
      if (whose === 'otherEmployee') return request.employeeId !== employeeId;
      return request.employeeId === employeeId && request.destination === row[countryColumn];
    });
    // The row that the assessment was created for can no longer get it.
    if (whose === 'otherEmployee' && found !== undefined) this.#allow(found);
    if (whose === 'nobodys') this.#change(rowIndex, column, '');
    const id = whose === 'rowBelow' ? this.#rows[rowIndex + 1]?.[column] : found?.id;
    if (id === undefined || id === '') return;
    this.#change(rowIndex, column, id);
    this.#typed.add(id);
  }

  /** Runs `rwa resolve --not-its-assessment`. */
  async rejectId(rowIndex: number): Promise<void> {
    const { rows, service } = await readSheetStatus(this.#machine, assess, true);
    const { planned, report } = rows[rowIndex] ?? {};
    const id = report?.assessmentId;
    if (planned === undefined || id === undefined || service === undefined) return;
    if (onlyShowsId(planned)) return;
    // If a copy of the row shows the ID too, the assessment may go to the copy, or to neither row.
    for (const [index, cells] of this.#rows.entries()) {
      if (index === rowIndex || cells.includes(id)) this.#allowRow(index);
    }
    await this.#record((journal) => {
      const key = journal.findKeyById(id);
      if (key === undefined) return;
      const reason = { code: 'detached', assessmentId: id } as const;
      journal.append(detachFact(key, journal.state(key), reason, this.#time));
    });
  }

  /**
   * Rejects each ID in the row of another employee, if that row is pending or the employee of the ID
   * has an unconfirmed row, which may need it.
   */
  async #rejectWrongIds(): Promise<void> {
    const { rows } = await readSheetStatus(this.#machine, assess, true);
    const searching = new Set(
      rows.map(({ report }, index) =>
        report.status === 'Unconfirmed' ? this.#rows[index]?.[0] : '',
      ),
    );
    for (const [rowIndex, { report }] of rows.entries()) {
      const { employeeId = '' } = this.#service.find(report.assessmentId ?? '')?.request ?? {};
      if (employeeId === '' || employeeId === this.#rows[rowIndex]?.[0]) continue;
      if (report.status === 'Pending' || searching.has(String(employeeId)))
        await this.rejectId(rowIndex);
    }
  }

  /** Looks up the unconfirmed rows in the service, and resolves them. */
  async resolve(): Promise<void> {
    await this.#machine.clock.advanceBy(arrivedMs);
    await this.#rejectWrongIds();
    for (let times = 0; times < 20; times++) {
      const status = await readSheetStatus(this.#machine, assess, true);
      const [first] = listUnconfirmedRows(status);
      if (first === undefined) return;
      const { key, row, request } = first;
      const known = await readKnown(this.#machine.disk);
      // Without a journal, a run must first record what the sheet shows.
      if (known.service === undefined) return;
      const { planned } = status.rows.find((entry) => entry.planned.number === row) ?? {};
      const cells = row === undefined ? undefined : this.#rows[row - 2];
      const [employee, country] = [cells?.[0], cells?.[countryColumn]];
      const recorded = known.state(key)?.request ?? findRequestHash(key);
      const sent = recorded === '' ? undefined : recorded;
      const { rejectedIds = [] } = known.state(key) ?? {};
      // Earlier assessments of the request are excluded and, if no row has the request, the rejected IDs.
      const isExcluded = ({ id }: Assessment) =>
        (row === undefined && rejectedIds.includes(id)) ||
        isAncestor(id, key, (earlierId) => known.findKeyById(earlierId));
      // An ID in another row belongs to that row, unless a person has rejected it.
      const shown = new Set(this.#rows.flatMap((other) => (other === cells ? [] : other)));
      for (const id of findRejectedIds(known)) shown.delete(id);
      for (const id of this.#typedBesideOthers()) shown.delete(id);
      // `checkAnswer` refuses an ID that a person has typed over in another row.
      const isReplaced = (id: string) =>
        status.rows.some(
          ({ planned: { number, previous } }) =>
            number !== row && isReplacedId(previous?.shown, id),
        );
      const unknown = this.#service.assessments.filter(
        (assessment) =>
          known.findKeyById(assessment.id) === undefined &&
          !isReplaced(assessment.id) &&
          !shown.has(assessment.id) &&
          !isExcluded(assessment) &&
          (employee === undefined || assessment.request.employeeId === employee) &&
          // The row may have been edited since, so its country counts only if the row cannot be read and
          // no inputs are recorded.
          (sent !== undefined ||
            planned?.problems === undefined ||
            assessment.request.destination === country),
      );
      const found =
        unknown.find(
          ({ body }) => sent === hashRequest(JSON.parse(body) as object, known.computeHash),
        ) ??
        unknown.find(
          (assessment) => sent === undefined && hasCountry(assessment, request, country),
        );
      // These assessments seem to belong to other rows, but this row may have had one of them before an edit.
      if (found === undefined) for (const assessment of unknown) this.#allow(assessment);
      else if (getFollowedAssessment(key) !== undefined)
        this.#allowance.allowAfterRoundAnswer(found);
      // A row that only the sheet shows as sent is sent again if a copy of it has its assessment.
      const belongsToCopy = ({ id, body }: Assessment) =>
        hashRequest(JSON.parse(body) as object, known.computeHash) === sent &&
        ![undefined, key].includes(known.findKeyById(id));
      const isOnlyInSheet =
        planned?.plan?.kind === 'unanswered' || isSheetReason(known.state(key)?.reason);
      // An edited row without its reference had an assessment that is in the journal, and in no
      // other row.
      const lostItsRow = ({ id, request }: Assessment) =>
        request.employeeId === employee && known.findKeyById(id) !== undefined && !shown.has(id);
      if (found === undefined && isOnlyInSheet && row !== undefined) {
        const { assessments } = this.#service;
        if (assessments.some(belongsToCopy) || assessments.some(lostItsRow))
          this.#allowRow(row - 2);
      }
      // After exchanged answers, the journal has assessments under wrong rows, and other rows cannot get them.
      if (found === undefined) {
        for (const assessment of this.#findMisfiled(known, employee)) this.#allow(assessment);
        this.#allowRemovedId(employee);
      }
      const at = this.#time;
      const exists = found === undefined ? {} : { exists: assess.toEffectFact(key, found.id, at) };
      await this.#record((journal) => {
        if (planned?.plan?.kind === 'unanswered') {
          for (const fact of toSheetFacts(planned, journal.state(key), at, journal)) {
            journal.append(fact);
          }
        }
        mistype(journal, key, at);
        settle(journal, { row: key, at, ...exists });
      });
    }
  }

  /** Returns the typed IDs that no row with the inputs of their assessment shows. */
  #typedBesideOthers(): string[] {
    return [...this.#typed].filter(
      (id) => !this.#rows.some((row) => row.includes(id) && isOfRow(this.#service.find(id), row)),
    );
  }

  /**
   * Allows one more request if the person removed the ID of an assessment of this employee from its
   * row.
   */
  #allowRemovedId(employee: string | undefined): void {
    for (const id of this.#removedIds) {
      const assessment = this.#service.find(id);
      if (assessment === undefined || assessment.request.employeeId !== employee) continue;
      this.#removedIds.delete(id);
      this.#allow(assessment);
      return;
    }
  }

  /** Finds assessments of an employee that the journal has under a request other than their own. */
  #findMisfiled(known: JournalState, employee: string | undefined): Assessment[] {
    return this.#service.assessments.filter(({ id, body, request }) => {
      const key = known.findKeyById(id);
      if (key === undefined || request.employeeId !== employee) return false;
      const sentHash = known.state(key)?.request ?? findRequestHash(key);
      return (
        sentHash !== undefined &&
        sentHash !== hashRequest(JSON.parse(body) as object, known.computeHash)
      );
    });
  }

  /** Decides that a held row needs a new assessment. */
  async sendAsNew(rowIndex: number): Promise<void> {
    const { rows, service } = await readSheetStatus(this.#machine, assess, true);
    const { planned } = rows[rowIndex] ?? {};
    const key = planned && findNewRowKey(planned);
    if (key === undefined || service === undefined) return;
    this.#allowRow(rowIndex);
    await this.#record((journal) => {
      journal.append({ fact: 'send_again', row: key, at: this.#time });
    });
  }

  /** Runs `rwa resolve --row --exists` if the ID in an unproven row belongs to that row. */
  async acceptOwnId(rowIndex: number): Promise<boolean> {
    const { rows } = await readSheetStatus(this.#machine, assess, true);
    const { planned } = rows[rowIndex] ?? {};
    const id = planned && findUnprovenId(planned);
    const assessment = this.#service.find(id ?? '');
    const row = this.#rows[rowIndex];
    if (planned === undefined || id === undefined || !isOfRow(assessment, row)) return false;
    if (findRejectedIds(await readKnown(this.#machine.disk)).has(id)) return false;
    await this.#record((journal) => {
      journal.append(toAcceptedFact(planned, id, this.#time));
    });
    return true;
  }

  /** Runs `rwa resolve --accept-sheet`, after typing missing IDs from the service. Resolves to these IDs. */
  async acceptSheet(): Promise<readonly string[]> {
    this.#hasAcceptedSheet = true;
    await this.#machine.clock.advanceBy(arrivedMs);
    const { service } = await readSheetStatus(this.#machine, assess, true);
    if (service === undefined) return [];
    const ids = await this.#typeIds();
    const { intakeRows, rows } = await readSheetStatus(this.#machine, assess, true);
    const read = { intakeRows, planned: rows.map((row) => row.planned) };
    await this.#record((journal) => {
      const facts: RowFact[] = toAcceptedFacts(assess, read, journal, this.#time);
      for (const fact of facts) journal.append(fact);
    });
    return ids;
  }

  async #typeIds(): Promise<readonly string[]> {
    const ids: string[] = [];
    for (const rowIndex of this.#rows.keys()) {
      const id = await this.typeOwnId(rowIndex);
      if (id !== undefined) ids.push(id);
    }
    return ids;
  }

  /** Types the ID of the assessment that the service has for a row without an ID. Resolves to this ID. */
  async typeOwnId(rowIndex: number): Promise<string | undefined> {
    const known = await readKnown(this.#machine.disk);
    const { sheet } = this.#machine;
    const column = sheet.headings.indexOf('Assessment ID');
    const row = this.#rows[rowIndex] ?? [];
    if (column === -1 || (row[column] ?? '') !== '') return undefined;
    const shown = new Set(this.#rows.map((cells) => cells[column]));
    const found = this.#service.assessments.find(
      (assessment) =>
        isOfRow(assessment, row) &&
        !shown.has(assessment.id) &&
        known.findKeyById(assessment.id) === undefined,
    );
    if (found === undefined) return undefined;
    // A run would accept the scores of another assessment as scores of this assessment.
    const score = sheet.toRecord(row)['Overall trip risk'] ?? '';
    if (score !== '' && Number(score) !== found.scores.overallTrip) return undefined;
    this.#change(rowIndex, column, found.id);
    this.#typed.add(found.id);
    return found.id;
  }

  async #record(write: (journal: Journal) => void): Promise<void> {
    const { storage } = new RunProcess(this.#machine);
    const lock = await storage.lock();
    const journal = await storage.openJournal(lock);
    write(journal);
    await this.#machine.clock.advanceUntilEnd(journal.close());
    await lock.release();
  }

  #hasId(rowIndex: number): boolean {
    const { headings } = this.#machine.sheet;
    return (this.#rows[rowIndex]?.[headings.indexOf('Assessment ID')] ?? '') !== '';
  }

  #allowRow(rowIndex: number): void {
    const [employee] = this.#rows[rowIndex] ?? [];
    if (employee !== undefined) this.#allowance.allow(employee);
  }

  #allow({ request }: Assessment): void {
    this.#allowance.allow(String(request.employeeId));
  }

  #change(rowIndex: number, column: number, text: string): void {
    const row = this.#rows[rowIndex];
    if (row === undefined) return;
    const { headings } = this.#machine.sheet;
    this.#allowOther(rowIndex, column, row);
    const cells = headings.map((_, index) => (index === column ? text : (row[index] ?? '')));
    this.#save(this.#rows.map((other, index) => (index === rowIndex ? cells : other)));
  }

  /**
   * Allows one more request for a row whose ID is changed, if another row shows that ID too or the
   * ID did not match the row. After the removal of any other ID, allows the request once the inputs
   * that matched the ID are changed, too. `row` contains the cells before the change.
   */
  #allowOther(rowIndex: number, column: number, row: readonly string[]): void {
    const { headings } = this.#machine.sheet;
    const id = row[headings.indexOf('Assessment ID')] ?? '';
    const matchesRow = (assessment: Assessment | undefined) => isOfRow(assessment, row);
    if (headings[column] === 'Assessment ID' && id !== '') {
      // If a copy of the row shows the ID, it belongs to the copy.
      const isShared = this.#rows.some((other, index) => index !== rowIndex && other.includes(id));
      if (!isShared && matchesRow(this.#service.find(id))) this.#removedIds.add(id);
      else this.#allowRow(rowIndex);
    } else if (column < usersHeadings.length) {
      for (const removedId of this.#removedIds) {
        if (!matchesRow(this.#service.find(removedId))) continue;
        this.#removedIds.delete(removedId);
        this.#allowRow(rowIndex);
        return;
      }
    }
  }

  get #rows(): readonly (readonly string[])[] {
    return this.#machine.sheet.rows;
  }

  get #time(): string {
    return new Date(this.#machine.clock.now()).toISOString();
  }

  #save(rows: readonly (readonly string[])[]): void {
    const { sheet } = this.#machine;
    sheet.save(sheet.headings, rows);
  }
}

/** Resolves a row with the ID of another row by mistake, which the journal must refuse. */
function mistype(journal: Journal, key: string, at: string): void {
  const [other] = [...journal.states].flatMap(([row, { assessmentId }]) =>
    row === key || assessmentId === undefined ? [] : assessmentId,
  );
  if (other === undefined) return;
  try {
    settle(journal, { row: key, at, exists: assess.toEffectFact(key, other, at) });
  } catch (error) {
    if (error instanceof UsageError) return;
    throw error;
  }
  throw new BrokenPromise(`The id ${other} was accepted for two rows.`);
}

function joinInputs(row: readonly string[]): string {
  return JSON.stringify(row.slice(0, usersHeadings.length));
}

function isTwin(first: readonly string[], second: readonly string[]): boolean {
  return joinInputs(first) === joinInputs(second);
}

function isOfRow(assessment: Assessment | undefined, row: readonly string[] = []): boolean {
  return (
    assessment?.request.employeeId === row[0] &&
    assessment?.request.destination === row[countryColumn]
  );
}

function hasCountry({ request }: Assessment, wanted: SheetRequest | undefined, country?: string) {
  return request.destination === (wanted?.destination ?? country);
}
