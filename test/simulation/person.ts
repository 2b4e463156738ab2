import {
  followedBy,
  hashOfRequest,
  requestOfKey,
  type SheetRequest,
} from '../../batch/engine/intake/rowKey.js';
import { UsageError } from '../../batch/engine/errors.js';
import type { RowFact } from '../../batch/engine/journal/facts.js';
import type { Journal } from '../../batch/engine/journal/journal.js';
import type { JournalState } from '../../batch/engine/journal/journalState.js';
import { isAncestor, settle, detachFact } from '../../batch/engine/journal/settle.js';
import { assess } from '../../batch/engine/operations/assess.js';
import { acceptedFacts, sheetFacts } from '../../batch/engine/run/importSheet.js';
import { onlyShowsId } from '../../batch/engine/rows/rowStatus.js';
import { isSheetReason } from '../../batch/engine/rows/sheetReason.js';
import { unconfirmedRows } from '../../batch/engine/run/unconfirmed.js';
import { type Allowance, BrokenPromise } from './allowance.js';
import { arrivedMs } from './clock.js';
import { countries, type Edit, employees, typed, type Whose } from './events.js';
import { type Machine, knownOn, takenIds } from './machine.js';
import { RunProcess } from './process.js';
import type { Assessment, ServiceModel } from './service.js';
import { statusNow } from './statusNow.js';
import { countryColumn, noDate, startColumn, startDate, trip, usersHeadings } from './trips.js';

/** Whoever has the sheet open, sees the service's pages, and types `rwa resolve`. */
export class Person {
  readonly #machine: Machine;
  readonly #service: ServiceModel;
  readonly #allowance: Allowance;
  /**
   * The sheet was put back, and no run has written into it since. The documents say not to edit it until
   * then: what its rows were sent as, they do not show.
   */
  isSheetOld = false;
  /** The sheet was accepted for the journal, which knows no inputs of what only the sheet showed. */
  #hasAcceptedSheet = false;
  /** Ids that were taken out of rows whose inputs are still those of the assessment. */
  readonly #taken = new Set<string>();

  constructor(machine: Machine, service: ServiceModel, allowance: Allowance) {
    this.#machine = machine;
    this.#service = service;
    this.#allowance = allowance;
  }

  /**
   * Takes an older sheet for the right one: rows of it that were sent with other inputs only are other
   * cases again.
   */
  putBack(): void {
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
        this.#change(edit.row, countryColumn, countries[edit.to % countries.length] ?? '');
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
        // With the id of another row it is none of its own.
        // Other inputs in a copy are another case, whatever results were copied with it.
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

  /** Writes a date where a row has none. */
  correct(at: number): void {
    this.#change(at, startColumn, startDate);
  }

  delete(at: number): void {
    if (this.#rows.length < 2) return;
    this.#save(this.#rows.filter((_, index) => index !== at));
  }

  /** Clears what was copied from another row, whose assessment may be of the same inputs. */
  clearCopy(at: number): void {
    this.#allowRow(at);
    this.clear(at);
  }

  /** Our cells of a row, or one of them. */
  clear(at: number, only?: number): void {
    const { headings } = this.#machine.sheet;
    const message = this.#rows[at]?.[headings.indexOf('Assessment message')] ?? '';
    // The message says so of a new case, also of one whose inputs are those of the assessment again.
    const isNew = only === undefined && message.includes('clear the result cells of the row');
    if (isNew && this.#hasAcceptedSheet) this.#allowRow(at);
    for (
      let column = usersHeadings.length;
      column < this.#machine.sheet.headings.length;
      column++
    ) {
      if (only === undefined || only === column) this.#change(at, column, '');
    }
  }

  /** Makes it a row of another person, of whom it is a case of its own. */
  #changeEmployee(at: number, employee: string): void {
    this.#allowance.allow(employee);
    this.#change(at, 0, employee);
  }

  #typeId(at: number, whose: Whose): void {
    const column = this.#machine.sheet.headings.indexOf('Assessment ID');
    const row = this.#rows[at];
    if (column === -1 || row === undefined) return;
    const shown = new Set(this.#rows.map((each) => each[column]));
    const [employeeId] = row;
    const found = this.#service.assessments.find(({ id, request }) => {
      if (shown.has(id)) return false;
      if (whose === 'nobodys') return false;
      if (whose === 'otherEmployee') return request.employeeId !== employeeId;
      return request.employeeId === employeeId && request.destination === row[countryColumn];
    });
    // Its own row cannot be known by it any more.
    if (whose === 'otherEmployee' && found !== undefined) this.#allow(found);
    if (whose === 'nobodys') this.#change(at, column, '');
    const id = whose === 'rowBelow' ? this.#rows[at + 1]?.[column] : found?.id;
    if (id !== undefined && id !== '') this.#change(at, column, id);
  }

  /** `rwa resolve --not-its-assessment`. */
  async takeAway(at: number): Promise<void> {
    const { rows, service } = await statusNow(this.#machine, assess, true);
    const { planned, report } = rows[at] ?? {};
    const id = report?.assessmentId;
    if (planned === undefined || id === undefined || service === undefined) return;
    if (onlyShowsId(planned)) return;
    // Where a copy of the row shows it too, it may go to that one, or be taken from both.
    for (const [index, cells] of this.#rows.entries()) {
      if (index === at || cells.includes(id)) this.#allowRow(index);
    }
    await this.#record((journal) => {
      const key = journal.keyOfId(id);
      if (key === undefined) return;
      const reason = 'A person said that it belongs to another row.';
      journal.append(detachFact(key, journal.state(key), reason, this.#time));
    });
  }

  /** Takes ids away from rows that have another employee's, which may be looking for it. */
  async #takeWrongOnesAway(): Promise<void> {
    const { rows } = await statusNow(this.#machine, assess, true);
    const searching = new Set(
      rows.map(({ report }, at) => (report.status === 'Unconfirmed' ? this.#rows[at]?.[0] : '')),
    );
    for (const [at, { report }] of rows.entries()) {
      const { employeeId = '' } = this.#service.find(report.assessmentId ?? '')?.request ?? {};
      if (employeeId === '' || employeeId === this.#rows[at]?.[0]) continue;
      if (report.status === 'Pending' || searching.has(String(employeeId))) await this.takeAway(at);
    }
  }

  /** Looks up in the service what became of rows that were never answered. */
  async resolve(): Promise<void> {
    await this.#machine.clock.pass(arrivedMs);
    await this.#takeWrongOnesAway();
    for (let times = 0; times < 20; times++) {
      const status = await statusNow(this.#machine, assess, true);
      const [first] = unconfirmedRows(status);
      if (first === undefined) return;
      const { key, row, request } = first;
      const known = await knownOn(this.#machine.disk);
      // Without its journal a run has to record first what the sheet says.
      if (known.service === undefined) return;
      const { planned } = status.rows.find((each) => each.planned.number === row) ?? {};
      const cells = row === undefined ? undefined : this.#rows[row - 2];
      const [employee, country] = [cells?.[0], cells?.[countryColumn]];
      const recorded = known.state(key)?.request ?? requestOfKey(key);
      const sent = recorded === '' ? undefined : recorded;
      const { rejectedIds = [] } = known.state(key) ?? {};
      // A person remembers what they have just taken away, and knows which one this was to follow.
      const isNot = ({ id }: Assessment) =>
        (row === undefined && rejectedIds.includes(id)) ||
        isAncestor(id, key, (each) => known.keyOfId(each));
      // What another row shows is that one's, unless a person has just taken it away.
      const shown = new Set(this.#rows.flatMap((each) => (each === cells ? [] : each)));
      for (const id of takenIds(known)) shown.delete(id);
      const unknown = this.#service.assessments.filter(
        (each) =>
          known.keyOfId(each.id) === undefined &&
          !shown.has(each.id) &&
          !isNot(each) &&
          (employee === undefined || each.request.employeeId === employee) &&
          (planned?.problems === undefined || each.request.destination === country),
      );
      const found =
        unknown.find(
          ({ body }) => sent === hashOfRequest(JSON.parse(body) as object, known.hashOf),
        ) ?? unknown.find((each) => sent === undefined && isFor(each, request, country));
      // What is another one's as far as the person can see may have been this row's before it was edited.
      if (found === undefined) for (const each of unknown) this.#allow(each);
      else if (followedBy(key) !== undefined) this.#allowance.takenForRound(found);
      // A row that only the sheet shows as sent, and whose assessment a copy of it has, is sent anew.
      const isOfCopy = ({ id, body }: Assessment) =>
        hashOfRequest(JSON.parse(body) as object, known.hashOf) === sent &&
        ![undefined, key].includes(known.keyOfId(id));
      const isOnlyInSheet =
        planned?.isSentBySheetOnly === true || isSheetReason(known.state(key)?.message);
      if (found === undefined && isOnlyInSheet && row !== undefined) {
        if (this.#service.assessments.some(isOfCopy)) this.#allowRow(row - 2);
      }
      // What the journal has under another row's name, as answers were exchanged, it takes for no other.
      if (found === undefined) {
        for (const each of this.#misfiled(known, employee)) this.#allow(each);
        this.#replaceTaken(employee);
      }
      const at = this.#time;
      const exists = found === undefined ? {} : { exists: assess.tookEffect(key, found.id, at) };
      await this.#record((journal) => {
        if (planned?.isSentBySheetOnly === true) {
          for (const fact of sheetFacts(planned, journal.state(key), at, journal)) {
            journal.append(fact);
          }
        }
        mistype(journal, key, at);
        settle(journal, { row: key, at, ...exists });
      });
    }
  }

  /** What this person has typed another id over is in no row: one that is sent again makes up for it. */
  #replaceTaken(employee: string | undefined): void {
    for (const id of this.#taken) {
      const made = this.#service.find(id);
      if (made === undefined || made.request.employeeId !== employee) continue;
      this.#taken.delete(id);
      this.#allow(made);
      return;
    }
  }

  /** What the service has of an employee, and the journal as made by another request. */
  #misfiled(known: JournalState, employee: string | undefined): Assessment[] {
    return this.#service.assessments.filter(({ id, body, request }) => {
      const key = known.keyOfId(id);
      if (key === undefined || request.employeeId !== employee) return false;
      const made = known.state(key)?.request ?? requestOfKey(key);
      return made !== undefined && made !== hashOfRequest(JSON.parse(body) as object, known.hashOf);
    });
  }

  /** Says that a row is a case of its own, if it is held. */
  async newCase(at: number): Promise<void> {
    const { rows, service } = await statusNow(this.#machine, assess, true);
    const { planned } = rows[at] ?? {};
    const key = planned?.ownKey;
    if (key === undefined || service === undefined) return;
    this.#allowRow(at);
    await this.#record((journal) => {
      journal.append({ fact: 'send_again', row: key, at: this.#time });
    });
  }

  /** `rwa resolve --accept-sheet`, after the service was asked for what the sheet lacks. */
  async acceptSheet(): Promise<void> {
    this.#hasAcceptedSheet = true;
    await this.#machine.clock.pass(arrivedMs);
    const { service } = await statusNow(this.#machine, assess, true);
    if (service === undefined) return;
    await this.#typeIds();
    const { intakeRows, rows } = await statusNow(this.#machine, assess, true);
    const read = { intakeRows, planned: rows.map((row) => row.planned) };
    await this.#record((journal) => {
      const facts: RowFact[] = acceptedFacts(assess, read, journal, this.#time);
      for (const fact of facts) journal.append(fact);
    });
  }

  /** Types the ids of rows without a result that the service has an assessment for. */
  async #typeIds(): Promise<void> {
    const known = await knownOn(this.#machine.disk);
    const { sheet } = this.#machine;
    const column = sheet.headings.indexOf('Assessment ID');
    if (column === -1) return;
    const shown = new Set(sheet.rows.map((row) => row[column]));
    for (const [index, row] of sheet.rows.entries()) {
      if ((row[column] ?? '') !== '') continue;
      const [employeeId] = row;
      const destination = row[countryColumn];
      const found = this.#service.assessments.find(
        ({ id, request }) =>
          request.employeeId === employeeId &&
          request.destination === destination &&
          !shown.has(id) &&
          known.keyOfId(id) === undefined,
      );
      if (found === undefined) continue;
      // Scores that are none of its own would be taken for its.
      const score = sheet.record(row)['Overall trip risk'] ?? '';
      if (score !== '' && Number(score) !== found.scores.overallTrip) continue;
      this.#change(index, column, found.id);
      shown.add(found.id);
    }
  }

  async #record(write: (journal: Journal) => void): Promise<void> {
    const { storage } = new RunProcess(this.#machine);
    const lock = await storage.lock();
    const journal = await storage.openJournal(lock);
    write(journal);
    await this.#machine.clock.until(journal.close());
    await lock.release();
  }

  #hasId(at: number): boolean {
    const { headings } = this.#machine.sheet;
    return (this.#rows[at]?.[headings.indexOf('Assessment ID')] ?? '') !== '';
  }

  #allowRow(at: number): void {
    const [employee] = this.#rows[at] ?? [];
    if (employee !== undefined) this.#allowance.allow(employee);
  }

  #allow({ request }: Assessment): void {
    this.#allowance.allow(String(request.employeeId));
  }

  #change(at: number, column: number, text: string): void {
    const row = this.#rows[at];
    if (row === undefined) return;
    const { headings } = this.#machine.sheet;
    this.#allowOther(at, column, row);
    const cells = headings.map((_, index) => (index === column ? text : (row[index] ?? '')));
    this.#save(this.#rows.map((each, index) => (index === at ? cells : each)));
  }

  /**
   * Without its id and with other inputs, a row is another case, and so is the other one where the row
   * was copied before; `row` is as it was before a change.
   */
  #allowOther(at: number, column: number, row: readonly string[]): void {
    const { headings } = this.#machine.sheet;
    const id = row[headings.indexOf('Assessment ID')] ?? '';
    const isOf = (made: Assessment | undefined) =>
      made?.request.employeeId === row[0] && made?.request.destination === row[countryColumn];
    if (headings[column] === 'Assessment ID' && id !== '') {
      // What a copy of it shows is that one's.
      const isShared = this.#rows.some((each, index) => index !== at && each.includes(id));
      if (!isShared && isOf(this.#service.find(id))) this.#taken.add(id);
      else this.#allowRow(at);
    } else if (column < usersHeadings.length) {
      for (const each of this.#taken) {
        if (!isOf(this.#service.find(each))) continue;
        this.#taken.delete(each);
        this.#allowRow(at);
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

/** Gives the id of another row, as people do; nobody may believe it. */
function mistype(journal: Journal, key: string, at: string): void {
  const [other] = [...journal.states].flatMap(([row, { assessmentId }]) =>
    row === key || assessmentId === undefined ? [] : assessmentId,
  );
  if (other === undefined) return;
  try {
    settle(journal, { row: key, at, exists: assess.tookEffect(key, other, at) });
  } catch (error) {
    if (error instanceof UsageError) return;
    throw error;
  }
  throw new BrokenPromise(`The id ${other} was taken for that of two rows.`);
}

/** True for an assessment of the country that a row names. */
function isFor({ request }: Assessment, wanted: SheetRequest | undefined, country?: string) {
  return request.destination === (wanted?.destination ?? country);
}
