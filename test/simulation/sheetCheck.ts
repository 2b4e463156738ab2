import { inWords } from '../../batch/cli/wording/wording.js';
import { wordedReport } from '../../batch/engine/rows/rowReport.js';
import { riskScores } from '../../src/riskResult.js';
import type { JournalState } from '../../batch/engine/journal/journalState.js';
import { assessmentHash, parseReference } from '../../batch/engine/identity/reference.js';
import { afterKey } from '../../batch/engine/intake/rowKey.js';
import { assess } from '../../batch/engine/operations/assess.js';
import { reassess } from '../../batch/engine/operations/reassess.js';
import { BrokenPromise, countOf, showsSent } from './allowance.js';
import { type Edit, typed } from './events.js';
import { type Machine, knownOn, takenIds } from './machine.js';
import type { Assessment, ServiceModel } from './service.js';
import { statusNow } from './statusNow.js';
import { noDate, usersHeadings } from './trips.js';

type Cells = Readonly<Record<string, string>>;

/** What must be true of the sheet whenever a run has ended. */
export class SheetCheck {
  readonly #machine: Machine;
  readonly #service: ServiceModel;
  /** Ids beside which other inputs stand, since before anything that is left could know. */
  readonly #undecidable = new Set<string>();
  /** Ids that a person typed: the scores beside one may be of what stood in its place. */
  readonly #typedIds = new Set<string>();
  /** False once a journal was in place that does not know all that was written. */
  #isComplete = true;
  /** False once another journal was in place: the messages of the run that took it over differ. */
  #hasOwnJournal = true;
  /** True once a row lost its reference: a message of ours beside it may be a person's. */
  #isReferenceEmptied = false;

  constructor(machine: Machine, service: ServiceModel) {
    this.#machine = machine;
    this.#service = service;
  }

  /** After a person has changed the sheet, or its journal to one that knows this. */
  noteChange(known: JournalState): void {
    for (const cells of this.#cells()) {
      const id = cells['Assessment ID'] ?? '';
      const made = this.#service.find(id);
      if (made === undefined) this.#noteLostId(cells, known);
      if (made === undefined || known.keyOfId(id) !== undefined) continue;
      // The sheet itself says that the inputs are others.
      if (cells['Assessment status'] === 'Invalid') continue;
      const score = cells['Overall trip risk'] ?? '';
      // An id that was typed over another one, of whose scores one still stands beside it.
      const isOverAnother = scoresIn(cells).some(
        ({ name, label, score }) => isOfRun(label, score) && Number(score) !== made.scores[name],
      );
      if (!otherInputs(cells, made) && !isOverAnother) continue;
      // Without a score beside it, its result is fetched, and says whose it is.
      const isOfEmployee = made.request.employeeId === cells['Employee ID'];
      if (isOfEmployee || score !== '' || isOverAnother) this.#undecidable.add(id);
    }
  }

  /** Scores without their id, which no journal knows, nobody can tell from those of a person. */
  #noteLostId(cells: Cells, known: JournalState): void {
    for (const { id, scores } of this.#service.assessments) {
      if (scores.overallTrip !== Number(cells['Overall trip risk'])) continue;
      if (known.keyOfId(id) === undefined) this.#undecidable.add(id);
    }
  }

  /** After a person has made several rows of one employee, or typed an id. */
  noteEdit(edit: Edit): void {
    const isTyped = edit.do === 'typeId' && edit.whose !== 'nobodys';
    const cells = 'row' in edit ? (this.#cells()[edit.row] ?? {}) : {};
    const { 'Assessment ID': id = '', 'Row reference': reference = '' } = cells;
    if (isTyped && id !== '') this.#typedIds.add(id);
    if (edit.do === 'empty' && reference === '') this.#isReferenceEmptied = true;
  }

  /** After a person has said that the sheet is right: a number of their own is a result then. */
  noteAccepted(): void {
    this.#isComplete = false;
  }

  /** After another journal was put in place. */
  noteOtherJournal(): void {
    this.#isComplete = this.#hasOwnJournal = false;
  }

  /**
   * True when the sheet shows a score that the journal has no record of: then nothing may be sent. Not
   * without any journal, nor where the journal has something open that it may be the end of.
   */
  async isBeyondJournal(): Promise<boolean> {
    const known = await knownOn(this.#machine.disk);
    if (known.service === undefined) return false;
    // The journal knows that it was found to be another row's.
    const taken = takenIds(known);
    return this.#cells().some((cells) => {
      const { 'Assessment ID': id = '', 'Row reference': reference = '' } = cells;
      const { journal, assessment } = parseReference(reference) ?? {};
      if (journal !== known.referenceHash || taken.has(id)) return false;
      const isOwn = id !== '' && assessment === assessmentHash(known.service ?? '', id);
      return isOwn && known.keyOfId(id) === undefined;
    });
  }

  /**
   * What this returns throws when a row was sent that has a remark in place of its id, which may say
   * that it was sent; or without a journal a row that shows that it was sent.
   */
  async watchSentRows(again: boolean): Promise<() => void> {
    const { service } = await knownOn(this.#machine.disk);
    const before = this.#service.assessments.length;
    const isHeld = (cells: Cells) => {
      if (!again && cells['Assessment ID'] === typed['Assessment ID']) return true;
      return service === undefined && showsSent(cells);
    };
    const free = countOf(
      this.#cells().flatMap((cells) => (isHeld(cells) ? [] : (cells['Employee ID'] ?? ''))),
    );
    const inSheet = new Set(this.#cells().map((cells) => cells['Employee ID']));
    return () => {
      const made = this.#service.assessments.slice(before);
      const sent = countOf(made.map(({ request }) => String(request.employeeId)));
      for (const [employee, count] of sent) {
        // What an earlier run has sent of a row that was deleted since may arrive only now.
        if (count <= (free.get(employee) ?? 0) || !inSheet.has(employee)) continue;
        throw new BrokenPromise(`A row of ${employee} was sent that the sheet shows as sent.`);
      }
    };
  }

  /**
   * What this returns throws when a run has given a row the id that only another row shows, or has taken
   * it from the row whose inputs it is of, because a row with others and no score shows it too.
   */
  async watchIds(): Promise<() => void> {
    const known = await knownOn(this.#machine.disk);
    const shown = () => this.#cells().map((cells) => cells['Assessment ID'] ?? '');
    const before = shown();
    const taken = takenIds(known);
    const all = this.#cells();
    const rightful = all.flatMap((cells, index) => {
      const { 'Assessment ID': id = '', 'Assessment status': status } = cells;
      const made = this.#service.find(id);
      if (status !== 'Scored' || made === undefined || taken.has(id)) return [];
      const others = all.filter((other) => other !== cells && other['Assessment ID'] === id);
      // Whoever types the next assessment of the case into another row gives the case to that row.
      const next = known.state(afterKey(id))?.assessmentId;
      if (next !== undefined && all.some((other) => other['Assessment ID'] === next)) return [];
      const isTyped = ({ 'Overall trip risk': score }: Cells) => (score ?? '') === '';
      const isClear = others.every((other) => isTyped(other) && otherInputs(other, made));
      return others.length > 0 && isClear && !otherInputs(cells, made) ? [index] : [];
    });
    const ofSheet = new Set(before.filter((id) => known.keyOfId(id) === undefined));
    return () => {
      const after = shown();
      for (const index of rightful) {
        if (this.#cells()[index]?.['Assessment status'] !== 'Invalid') continue;
        throw new BrokenPromise(`Row ${index + 2} has lost the assessment of its inputs.`);
      }
      for (const [index, id] of after.entries()) {
        if (id === '' || id === before[index] || !ofSheet.has(id)) continue;
        const owner = after.findIndex((each, at) => each === id && before[at] === id);
        const made = this.#service.find(id);
        const cells = this.#cells()[index];
        // Of two identical rows, one takes the assessment when the other is edited.
        const isOfInputs = made !== undefined && cells !== undefined && !otherInputs(cells, made);
        if (owner === -1 || isOfInputs) continue;
        throw new BrokenPromise(`A run has given row ${index + 2} the id of row ${owner + 2}.`);
      }
    };
  }

  /** Notes what people wrote; what it returns throws when a run has changed any of it. */
  watchUsersCells(): () => void {
    const isKnown: Readonly<Record<string, boolean>> = {
      // Without its journal, what stands among the results counts as one.
      'Working rights risk': this.#isComplete,
    };
    const watched = Object.entries(typed).filter(([heading]) => isKnown[heading] ?? true);
    const users = () => {
      const rows = this.#cells();
      const all = rows.flatMap((cells) => Object.values(cells));
      return JSON.stringify([
        rows.map((cells) => usersHeadings.map((heading) => cells[heading])),
        watched.map(([, text]) => all.filter((each) => each === text).length),
      ]);
    };
    const before = users();
    return () => {
      if (users() !== before) throw new BrokenPromise('A run has changed what the user wrote.');
    };
  }

  /** The sheet says of every row what `rwa status` says, and shows no score but that of its inputs. */
  async check(): Promise<void> {
    const { rows } = await statusNow(this.#machine, assess);
    const ofRound = await this.#statusesOfRound();
    const taken = takenIds(await knownOn(this.#machine.disk));
    const scored = new Set<string>();
    const isBare = !this.#machine.sheet.headings.includes('Assessment status');
    const all = this.#cells();
    for (const [index, cells] of all.entries()) {
      // Of an edited row and its copy nobody can tell which is which.
      if (all.some((other) => other !== cells && isCopy(other, cells))) continue;
      const { report } = rows[index] ?? {};
      const shown = cells['Assessment status'] ?? '';
      const told = `Row ${index + 2} says "${shown}"`;
      // A sheet of which nothing was sent needs no columns.
      if (isBare && ['Not sent', 'Duplicate'].includes(report?.status ?? '')) continue;
      if (shown !== report?.status) {
        throw new BrokenPromise(`${told}, and rwa status ${report?.status ?? 'nothing'}.`);
      }
      const status = ofRound.get(index + 2) ?? shown;
      if (shown !== status) {
        throw new BrokenPromise(`${told}, and rwa status --for reassess ${status}.`);
      }
      const { message } = wordedReport(report, inWords);
      // Of two rows that are the same and were both never answered, either may be the one or the other.
      const isOfTwin = all.some(
        (other) =>
          other !== cells &&
          isTwin(other, cells) &&
          withoutChange(other['Assessment message']) === withoutChange(message),
      );
      if (!isOfTwin) this.#checkMessage(cells, message, told);
      if (
        shown === 'Rejected' &&
        !this.#service.refused.some((each) => !otherInputs(cells, each))
      ) {
        throw new BrokenPromise(`${told}, and its inputs were never refused.`);
      }
      if (shown !== 'Scored') {
        // What was copied with the ID of another row, the message tells to clear.
        if (report.message?.code !== 'assessmentInOtherRow') this.#checkOldScores(cells, told);
        continue;
      }
      // What a person has typed in its place stays there.
      const { 'Assessment ID': idShown = '' } = cells;
      const id = idShown === typed['Assessment ID'] ? (report.assessmentId ?? '') : idShown;
      const made = this.#service.find(id);
      if (made === undefined)
        throw new BrokenPromise(`${told} of an assessment that is not there.`);
      if (!this.#typedIds.has(id) || !otherInputs(cells, made))
        this.#checkScores(cells, made, told);
      // Whoever says that it is not the assessment of its own row makes it this one's.
      else if (!taken.has(id)) this.#checkOldScores(cells, told);
      if (scored.has(id)) throw new BrokenPromise(`${told}, with the assessment of another row.`);
      scored.add(id);
    }
  }

  /** What `rwa status --for reassess` says, which is nothing of its own while there was no round. */
  async #statusesOfRound(): Promise<ReadonlyMap<number, string>> {
    const { rounds } = await knownOn(this.#machine.disk);
    if (rounds.length === 0) return new Map();
    const { rows } = await statusNow(this.#machine, reassess);
    return new Map(rows.map(({ report }) => [report.row, report.status]));
  }

  #checkMessage(cells: Cells, message: string, told: string): void {
    const shown = cells['Assessment message'] ?? '';
    if (this.#isReferenceEmptied && shown !== '') return;
    // What failed in one run only is kept nowhere.
    if (cells['Assessment status'] === 'Not sent' || !this.#hasOwnJournal) return;
    if (shown === message || shown === typed['Assessment message']) return;
    // Of what no journal can have, only its status is known the next time.
    if (shown.includes('its Assessment ID is missing')) return;
    // Of several rows that are all the same, either names another one.
    if (this.#namesTwin(shown, cells) && this.#namesTwin(message, cells)) return;
    throw new BrokenPromise(`${told} with "${shown}", and rwa status says "${message}".`);
  }

  /** True for a message that says that a row is identical to another one, and so it is. */
  #namesTwin(message: string, cells: Cells): boolean {
    const [, number = ''] = /^Identical to row (\d+),/.exec(message) ?? [];
    const twin = this.#cells()[Number(number) - 2];
    return twin !== undefined && usersHeadings.every((name) => twin[name] === cells[name]);
  }

  /** What is left in a row that is not finished is of its inputs all the same. */
  #checkOldScores(cells: Cells, told: string): void {
    const score = cells['Overall trip risk'] ?? '';
    const isOfInputs = this.#service.assessments.some(
      (made) => !otherInputs(cells, made) && made.scores.overallTrip === Number(score),
    );
    if (score === '' || isOfInputs || this.#isUndecidable(cells)) return;
    // Without an id, and with one score typed over, nothing leads to the assessment of the others.
    const { 'Assessment ID': id = '', 'Working rights risk': one } = cells;
    if (this.#service.find(id) === undefined && one === typed['Working rights risk']) return;
    throw new BrokenPromise(`${told} with the score ${score}, which is of other inputs.`);
  }

  /** Also where a person has overwritten the id since, or has emptied it and changed the employee. */
  #isUndecidable(cells: Cells): boolean {
    const { 'Assessment ID': shown = '', 'Overall trip risk': score } = cells;
    // Its row may be another employee's since, and have an assessment of its own: the score stays.
    return [...this.#undecidable].some(
      (id) => id === shown || this.#service.find(id)?.scores.overallTrip === Number(score),
    );
  }

  #checkScores(cells: Cells, made: Assessment, told: string): void {
    if (this.#undecidable.has(made.id) || this.#isUndecidable(cells)) return;
    if (otherInputs(cells, made)) {
      const { 'Employee ID': employee = '', 'Destination country': country = '' } = cells;
      const { employeeId, destination } = made.request;
      throw new BrokenPromise(
        `${told} for ${employee}, ${country}, with the score of ${String(employeeId)}, ${String(destination)}.`,
      );
    }
    for (const { name, label, score } of scoresIn(cells)) {
      if (score !== '' && !isOfRun(label, score)) continue;
      // What was emptied, and is in no journal, nobody knows.
      if (score === '' && !this.#isComplete) continue;
      if (score === '' || Number(score) !== made.scores[name]) {
        throw new BrokenPromise(`${told} with "${score}" as its ${label}, which is not its own.`);
      }
    }
  }

  #cells(): Cells[] {
    const { sheet } = this.#machine;
    return sheet.rows.map((row) => sheet.record(row));
  }
}

/** The scores of every assessment, as a row shows them. */
function scoresIn(cells: Cells) {
  return Object.entries(riskScores).map(([name, label]) => {
    const heading = label === 'Payroll tax risk' ? `${label} (assessment)` : label;
    return { name, label, score: cells[heading] ?? '' };
  });
}

/** True for a score that no person has typed. */
function isOfRun(label: string, score: string): boolean {
  return score !== '' && !(label === 'Working rights risk' && score === typed[label]);
}

function isCopy(other: Cells, cells: Cells): boolean {
  const same = ['Assessment ID', 'Employee ID', 'Destination country', 'Start date'];
  return (cells[same[0] ?? ''] ?? '') !== '' && same.every((name) => other[name] === cells[name]);
}

/** Two rows that are the same, or two of one employee that were both never answered. */
function isTwin(other: Cells, cells: Cells): boolean {
  const isOpen = cells['Assessment status'] === 'Unconfirmed';
  const names = isOpen ? ['Employee ID'] : usersHeadings;
  return [...names, 'Assessment status'].every((name) => other[name] === cells[name]);
}

function withoutChange(message = ''): string {
  return message.replace(' The inputs have changed since.', '');
}

function otherInputs(cells: Cells, { request }: Pick<Assessment, 'request'>): boolean {
  const { employeeId, destination } = request;
  if (cells['Start date'] === noDate) return true;
  return employeeId !== cells['Employee ID'] || destination !== cells['Destination country'];
}
