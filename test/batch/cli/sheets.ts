export type Entry = Readonly<Record<string, string>>;

export const trip: Entry = {
  'Employee ID': '00123',
  Name: 'Ümit Äpfel',
  Purpose: 'Work From Anywhere',
  Seniority: 'Mid',
  'Role type': 'Other',
  Citizenship: 'Germany',
  'Destination country': 'Portugal',
  Residency: 'Germany',
  'Sales contracts': 'No',
  'Past trips duration': '0',
  'Legal right to work': 'Yes',
  'Benefits the local market': 'No',
  'Number of hires': '',
  'Hiring urgency': '',
  'Start date': '2026-11-03',
  'End date': '2026-11-20',
};

export const hire: Entry = {
  ...trip,
  Purpose: 'Hire From Anywhere',
  'Past trips duration': '',
  'Number of hires': '2',
  'Hiring urgency': '1-3 months',
};

/** Returns rows for the employees 1 to `count`, alternating between trips and hires. */
export function people(count: number): Entry[] {
  return Array.from({ length: count }, (_, index) => ({
    ...(index % 2 === 0 ? trip : hire),
    'Employee ID': String(index + 1).padStart(5, '0'),
  }));
}

/**
 * Returns invalid rows with one of three problems each. If all rows had the same problem, it would
 * be reported once for the whole column.
 */
export function badPeople(count: number): Entry[] {
  const mistakes = [{ Seniority: 'x' }, { 'Legal right to work': 'x' }, { 'Start date': 'x' }];
  return people(count).map((entry, row) => ({ ...entry, ...mistakes[row % mistakes.length] }));
}

export function toCsv(entries: readonly Entry[], delimiter = ','): string {
  const headings = [...new Set(entries.flatMap((entry) => Object.keys(entry)))];
  const formatCell = (text: string) =>
    /["\n\r,;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const formatLine = (values: readonly string[]) => `${values.map(formatCell).join(delimiter)}\r\n`;
  return [
    formatLine(headings),
    ...entries.map((entry) => formatLine(headings.map((heading) => entry[heading] ?? ''))),
  ].join('');
}
