import { valueText } from '../../../batch/cli/wording/values.js';
import { valueText as pageText } from '../../../batch/server/words/values.js';
import { remarksText } from '../../../batch/cli/wording/remarks.js';
import { describe, expect, test } from 'vitest';
import { date, hire, readProblems, read, readOne, toTable, trip, type Value } from './tables.js';

const readWith = (heading: string, value: Value) => readOne({ ...trip, [heading]: value });
const readSentValue = async (heading: string, value: Value, field: string) => {
  const request = await readWith(heading, value);
  return Array.isArray(request) ? request : request[field];
};

describe('choices', () => {
  test.each([
    ['Purpose', 'work from anywhere', 'purpose', 'Work From Anywhere'],
    ['Purpose', ' WORK  FROM ANYWHERE ', 'purpose', 'Work From Anywhere'],
    ['Purpose', 'Work\u00A0From\u200B Anywhere', 'purpose', 'Work From Anywhere'],
    ['Seniority', 'SENIOR', 'seniority', 'Senior'],
    ['Seniority', 'SENİOR', 'seniority', 'Senior'],
    ['Seniority', 'mıd', 'seniority', 'Mid'],
    ['Sales contracts', 'yes', 'salesContracts', 'Yes'],
    ['Sales contracts', 'Y', 'salesContracts', 'Yes'],
    ['Sales contracts', true, 'salesContracts', 'Yes'],
    ['Sales contracts', false, 'salesContracts', 'No'],
    ['Sales contracts', 'FALSE', 'salesContracts', 'No'],
    ['Legal right to work', 'unsure', 'legalRight', 'Unsure'],
    ['Legal right to work', true, 'legalRight', 'Yes'],
    ['Role type', 'OTHER', 'roleType', 'Other'],
    ['Role type', 'Engineering 🛠', 'roleType', 'Engineering 🛠'],
    ['Role type', 'None', 'roleType', 'None'],
  ])('%s %j is sent as %s %j', async (heading, value, field, expected) => {
    expect(await readSentValue(heading, value, field)).toBe(expected);
  });

  test.each([
    ['Sales contracts', 'Perhaps'],
    ['Sales contracts', 1],
    ['Seniority', 'Junior'],
    ['Seniority', true],
    ['Seniority', 'N/A'],
    ['Purpose', 'Trip'],
    ['Legal right to work', 'N/A'],
  ])('%s %j is refused, because the list lacks it', async (heading, value) => {
    const problems = await readWith(heading, value);
    expect(problems).toEqual([expect.stringContaining('unsupported value')]);
  });
});

describe('dates', () => {
  const day = '2026-11-03T00:00:00.000Z';
  test.each<[Value, string]>([
    [date('2026-11-03'), day],
    [date('2026-11-03T09:30:00'), '2026-11-03T09:30:00.000Z'],
    ['2026-11-03', day],
    [' 2026-11-03 ', day],
    ['2026/11/3', day],
    ['2026-11-03T10:00:00+02:00', '2026-11-03T10:00:00.000Z'],
    ['2026-11-03T00:00+0200', day],
    ['2026-11-03T00:00+02:00', day],
    ['2026-11-03T23:30:00-05:00', '2026-11-03T23:30:00.000Z'],
    ['2026-11-03T10:00:00.000Z', '2026-11-03T10:00:00.000Z'],
    ['2026-11-03 9:30', '2026-11-03T09:30:00.000Z'],
    ['3 November 2026', day],
    ['3rd November 2026', day],
    ['November 3, 2026', day],
    ['Nov 3rd, 2026', day],
    ['3-Nov-2026', day],
    ['3. Nov. 2026', day],
    ['Tuesday, November 3, 2026', day],
    ['Tue 3 Nov 2026', day],
    ['03 NOV\u00A02026', day],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['13/12/2026', '2026-12-13T00:00:00.000Z'],
    ['12/13/2026', '2026-12-13T00:00:00.000Z'],
    ['13.12.2026', '2026-12-13T00:00:00.000Z'],
    ['11/11/2026', '2026-11-11T00:00:00.000Z'],
    ['12/13/2026 0:00', '2026-12-13T00:00:00.000Z'],
    ['13.12.2026 00:00:00', '2026-12-13T00:00:00.000Z'],
    ['12/13/2026, 12:00:00 AM', '2026-12-13T00:00:00.000Z'],
    ['3 November 2026 00:00', day],
    ['2026-11-03 00:00', day],
    [date('1950-01-01'), '1950-01-01T00:00:00.000Z'],
  ])('%j is read as %s', async (value, expected) => {
    const request = await readOne({ ...trip, 'Start date': value, 'End date': '2030-01-01' });
    expect(request).toMatchObject({ startDate: expected });
  });

  test.each<[Value, string]>([
    ['03/11/2026', '"03/11/2026" can be read as two different days'],
    ['3.11.2026', '"3.11.2026" can be read as two different days'],
    ['31/02/2027', '"31/02/2027" is not a day that exists'],
    ['02/30/2027', '"02/30/2027" is not a day that exists'],
    ['13/13/2027', '"13/13/2027" is not a day that exists'],
    ['2026-11-03T10:00+25:00', '"2026-11-03T10:00+25:00" is not a date that can be read'],
    ['2026-02-30', '"2026-02-30" is not a day that exists'],
    ['2026-13-01', '"2026-13-01" is not a day that exists'],
    ['2027-02-29', '"2027-02-29" is not a day that exists'],
    ['31 April 2026', '"31 April 2026" is not a day that exists'],
    ['2026-11-03T25:00', '"2026-11-03T25:00" has a time that does not exist'],
    ['2026-11-03T24:00:00Z', '"2026-11-03T24:00:00Z" has a time that does not exist'],
    ['03/11/2026 0:00', '"03/11/2026" can be read as two different days'],
    ['12/13/2026 12:00', '"12/13/2026 12:00" is not a date that can be read'],
    [date('1900-02-29'), '"1900-02-29" is not a day that exists'],
    [date('1926-11-03'), '"1926-11-03" is before 1950'],
    ['3 November 1926', '"3 November 1926" is before 1950'],
    ['3-Nov-26', '"3-Nov-26" gives the year with two digits'],
    ['03/11/26', '"03/11/26" gives the year with two digits'],
    ['November 2026', '"November 2026" is not a date that can be read'],
    ['3 Novembre 2026', '"3 Novembre 2026" is not a date that can be read'],
    ['tomorrow', '"tomorrow" is not a date that can be read'],
    ['🗓️', '"🗓️" is not a date that can be read'],
    ['x'.repeat(900), `"${'x'.repeat(37)}..." is not a date that can be read`],
    [46329, 'The cell contains the number 46329, not a date'],
    [true, '"TRUE" is not a date that can be read'],
    ['N/A', 'Start date is missing'],
  ])('%j is refused', async (value, message) => {
    expect(await readWith('Start date', value)).toEqual([`startDate: ${message}`]);
  });

  test('the day of 03/11/2026 depends on --date-format', async () => {
    const record = { ...trip, 'Start date': '03/11/2026', 'End date': '31/12/2026' };
    expect(await readOne(record, { dateOrder: 'dmy' })).toMatchObject({
      startDate: day,
      endDate: '2026-12-31T00:00:00.000Z',
    });
    // The format does not change an unambiguous date.
    expect(await readOne(record, { dateOrder: 'mdy' })).toMatchObject({
      startDate: '2026-03-11T00:00:00.000Z',
      endDate: '2026-12-31T00:00:00.000Z',
    });
  });

  describe('an ambiguous date beside other dates in its column', () => {
    const readRemedies = async (...dates: Value[]) => {
      const rows = dates.map((day) => ({ ...trip, 'Start date': day, 'End date': '2030-01-01' }));
      const problems = await readProblems(toTable(...rows));
      return problems.map(({ remedy }) => remedy && valueText(remedy));
    };

    test.each<[string, Value[], string]>([
      ['day first', ['03/11/2026', '13/11/2026'], 'are day first: add --date-format dmy.'],
      ['month first', ['11/13/2026', '03/11/2026'], 'are month first: add --date-format mdy.'],
      [
        'day first and month first',
        ['11/13/2026', '03/11/2026', '13/11/2026'],
        'has dates in both orders',
      ],
    ])('has a remedy that fits if the other dates are %s', async (_, dates, remedy) => {
      expect(await readRemedies(...dates)).toEqual([expect.stringContaining(remedy)]);
    });

    test.each<[string, Value[]]>([
      [
        'contain no date that shows the order',
        ['03/11/2026', '11/11/2026', '2026-11-13', date('2026-11-13')],
      ],
      ['contain no date', ['03/11/2026', '31/31/2026']],
    ])('has the general remedy if the other cells %s', async (_, dates) => {
      expect((await readRemedies(...dates))[0]).toBe(
        'Use --date-format dmy (day first) or --date-format mdy (month first).',
      );
    });

    test('has its own remedy if it has dots, unless other dates in its column show the order', async () => {
      expect(await readRemedies('01.12.2026')).toEqual([
        'With dots, the day usually comes first. Use --date-format dmy (day first) or --date-format mdy (month first).',
      ]);
      expect(await readRemedies('01.12.2026', '12.13.2026')).toEqual([
        'The other dates in this column are month first: add --date-format mdy.',
      ]);
    });

    test('has a remedy that prefers the order of its own column to the order of another column', async () => {
      const first = { ...trip, 'Start date': '03/11/2026', 'End date': '04/11/2026' };
      const other = { ...trip, 'Start date': '13/11/2026', 'End date': '2030-01-01' };
      const { rows } = await read(toTable(first, other));
      expect(remarksText(rows[0]?.problems ?? [])).toMatch(
        /^N2.*add --date-format dmy\. O2.*other columns are day first: if this one is too/,
      );
    });
  });

  test('reports a column in which a program may have swapped days and months', async () => {
    const createStarts = (...days: Value[]) =>
      toTable(...days.map((startDate) => ({ ...trip, 'Start date': startDate })));
    const { notes } = await read(createStarts(date('2026-03-11'), '13/11/2026'));
    expect(notes).toEqual([{ code: 'datesHalfConverted', label: 'Start date' }]);
    expect((await read(createStarts(date('2026-11-13'), '13/11/2026'))).notes).toEqual([]);
    expect((await read(createStarts(date('2026-03-11'), '2026-11-13'))).notes).toEqual([]);
  });

  test.each<[Value, string]>([
    [date('1900-02-29'), 'Write the date like 2026-11-30 or 30 November 2026.'],
    [date('1926-11-03'), 'Write the date like 2026-11-30: a program may have read a year'],
    ['2026-11-03T24:00', 'Leave out the time, or write one from 00:00 to 23:59.'],
  ])('%j has its own remedy', async (value, remedy) => {
    const [problem, ...others] = await readProblems(toTable({ ...trip, 'Start date': value }));
    expect(problem).toMatchObject({ row: 2, column: 'N', field: 'startDate' });
    expect(problem?.remedy && valueText(problem.remedy)).toContain(remedy);
    expect(others).toEqual([]);
  });

  test('reports an end before the start, with a remedy', async () => {
    expect(await readProblems(toTable({ ...trip, 'End date': '2026-11-02' }))).toEqual([
      expect.objectContaining({
        row: 2,
        column: 'O',
        label: 'End date',
        value: '2026-11-02',
        message: { code: 'endBeforeStart' },
        remedy: { code: 'correctOneDate' },
      }),
    ]);
  });
});

describe('Employee IDs', () => {
  test.each<[Value, string]>([
    ['00123', '00123'],
    [' 00123\u00A0', '00123'],
    ['\u200E00123\u200B', '00123'],
    [123, '123'],
    [{ kind: 'number', value: 123, text: '00123' }, '00123'],
    ['-5', '-5'],
    [-5, '-5'],
    ['@x', '@x'],
    ['+1', '+1'],
    ['1E5', '1E5'],
    ['="00123"', '00123'],
    ['="a ""b"""', 'a "b"'],
    ["'00123", '00123'],
    ["'00123'", '00123'],
    ['’00123', '00123'],
    ['"00123"', '00123'],
    ["O'1", "O'1"],
    ['\u061C00130', '00130'],
    ['E-1\u000131', 'E-131'],
    ['E-134\u0085', 'E-134'],
    ['E-13\uFE0F5', 'E-135'],
    ['E\u00A0136', 'E 136'],
    ['E\u0301-137', 'É-137'],
    ['עובד-12', 'עובד-12'],
    ['👩‍💻', '👩💻'],
  ])('%j is sent as %j', async (value, expected) => {
    expect(await readSentValue('Employee ID', value, 'employeeId')).toBe(expected);
  });

  test.each<[Value, string]>([
    [date('2026-11-03'), 'The cell contains a date, 2026-11-03'],
    [true, 'The cell contains TRUE'],
    ['1.23457E+11', 'The cell contains "1.23457E+11", a number that was shortened'],
    ['1001.0', 'The cell contains "1001.0", a number with decimal places'],
    ['1001,00', 'The cell contains "1001,00", a number with decimal places'],
    ['2026-11-03', 'The cell contains "2026-11-03", a date'],
    ['2026-11-03 00:00:00', 'The cell contains "2026-11-03 00:00:00", a date'],
    ['=1+1', 'The cell contains "=1+1", a formula as text'],
    ['E-1\nE-2', 'The cell contains "E-1 E-2", with a line break or a tab'],
    ['M\uFFFD-1', 'The cell contains "M\uFFFD-1", in which a character was lost'],
    ['nan', 'Employee ID is missing'],
    ['NA', 'Employee ID is missing'],
    ['=""', 'Employee ID is missing'],
    [
      { kind: 'number', value: 12345678901234567000, text: '12345678901234567000' },
      'The cell contains a number of more than 15 digits, which Excel rounds',
    ],
    [
      { kind: 'number', value: 1234567890123450, text: '1234567890123450' },
      'The cell contains a number of more than 15 digits, which Excel rounds',
    ],
    [
      { kind: 'number', value: 42, text: '42', shown: '' },
      'The cell contains the number 42 with a custom number format, so rwa cannot tell which ID Excel shows',
    ],
    [undefined, 'Employee ID is missing'],
    ['\u200B', 'Employee ID is missing'],
    ['N/A', 'Employee ID is missing'],
    ['-', 'Employee ID is missing'],
  ])('%j is refused', async (value, message) => {
    expect(await readWith('Employee ID', value)).toEqual([`employeeId: ${message}`]);
  });

  test.each<Value>(['1001.0', '1.23457E+11', date('2026-11-03')])(
    'on the page, the remedy for %j names no column',
    async (value) => {
      const [problem] = await readProblems(toTable({ ...trip, 'Employee ID': value }));
      expect(problem?.remedy && pageText(problem.remedy)).toBe('Enter the ID as it should be.');
    },
  );

  const nullWords = ['nan', 'NaN', 'NULL', '<NA>', 'NaT', '\\N', '(null)', '[NULL]', 'undefined'];
  test.each(['N/A', 'n/a', 'n.a.', 'NA', '-', '—', 'none', 'None', ' ', undefined, ...nullWords])(
    '%j in an optional column is not sent',
    async (value) => {
      const request = await readOne({ ...trip, 'Manager ID': value, 'Working days': value });
      expect(request).not.toHaveProperty('managerId');
      expect(request).not.toHaveProperty('workingDays');
    },
  );
});

test.each([
  ['Role type', 'nan', 'roleType: Role type is missing'],
  ['Purpose', 'NULL', 'purpose: Purpose is missing'],
  ['Residency', '(null)', 'residency: Residency is missing'],
  ['Start date', 'NaT', 'startDate: Start date is missing'],
  ['Past trips duration', '<NA>', 'pastTripsDuration: Past trips duration is missing'],
])('%s %j is read as a missing value', async (heading, value, message) => {
  expect(await readWith(heading, value)).toEqual([message]);
});

test.each<[heading: string, value: string, field: string, expected: string | number]>([
  ['Seniority', '="Mid"', 'seniority', 'Mid'],
  ['Citizenship', "'Germany", 'citizenship', 'Germany'],
  ['Start date', "'2026-11-03", 'startDate', '2026-11-03T00:00:00.000Z'],
  ['Past trips duration', '="12"', 'pastTripsDuration', 12],
])('%s %s is sent without its text marker', async (heading, value, field, expected) => {
  expect(await readSentValue(heading, value, field)).toBe(expected);
});

describe('numbers', () => {
  test.each<[Value, number]>([
    [12, 12],
    ['12', 12],
    [' 12 ', 12],
    ['12.0', 12],
    ['0.000', 0],
    [{ kind: 'number', value: 5, text: '5', shown: '5 days' }, 5],
    [{ kind: 'number', value: 5, text: '005' }, 5],
  ])('%j is read as %d', async (value, expected) => {
    expect(await readSentValue('Past trips duration', value, 'pastTripsDuration')).toBe(expected);
  });

  test.each<[Value, string]>([
    [-5, 'must not be negative'],
    ['-5', 'must not be negative'],
    [2.5, 'must be a whole number'],
    ['2,5', 'must be a whole number'],
    ['1,000', 'must be a whole number'],
    ['1.000', 'must be a whole number'],
    ['12.000', 'must be a whole number'],
    ['two', 'must be a whole number'],
    ['5 days', 'must be a whole number'],
    [true, 'must be a whole number'],
    [date('2026-11-03'), 'must be a whole number'],
  ])('%j is refused', async (value, message) => {
    expect(await readWith('Past trips duration', value)).toEqual([`pastTripsDuration: ${message}`]);
  });
});

describe('a cell without a usable value', () => {
  test.each<[Value, string]>([
    [{ kind: 'error', code: '#N/A' }, 'The cell contains the error #N/A'],
    ['#N/A', 'The cell contains the error #N/A'],
    [
      { kind: 'error', code: '#VALUE!', isRich: true },
      'The cell contains a value that only Excel can show, such as a linked data type or a picture',
    ],
    ['#DIV/0!', 'The cell contains the error #DIV/0!'],
    ['####', 'The cell contains the error ####'],
    [{ kind: 'uncalculated' }, 'The cell contains a formula that was never calculated'],
    ['x'.repeat(10_000), 'The cell contains 10,000 characters'],
  ])('%j causes a problem with its input', async (value, message) => {
    for (const heading of ['Employee ID', 'Purpose', 'Citizenship', 'Start date'] as const) {
      const problems = await readWith(heading, value);
      expect(problems).toContainEqual(expect.stringMatching(new RegExp(`^\\w+: ${message}$`)));
    }
  });

  test('causes a problem that contains its address and a shortened value', async () => {
    const [problem] = await readProblems(toTable({ ...trip, Citizenship: 'x\n'.repeat(5_000) }));
    expect(problem).toMatchObject({ row: 2, column: 'E', field: 'citizenship' });
    expect(problem?.value).toHaveLength(60);
  });
});

describe('countries', () => {
  test.each([
    ['germany', 'Germany'],
    [' Germany ', 'Germany'],
    ['United\u00A0 Kingdom', 'United Kingdom'],
    ["Co\u0302te d'Ivoire", "Côte d'Ivoire"],
    ['Tu\u0308rkiye', 'Türkiye'],
    ['TÜRKİYE', 'Türkiye'],
    ['SPAİN', 'Spain'],
    ['belgıum', 'Belgium'],
    ['UK', 'UK'],
    ['London', 'London'],
    ['مصر', 'مصر'],
  ])('%j is sent as %j', async (value, expected) => {
    expect(await readSentValue('Citizenship', value, 'citizenship')).toBe(expected);
  });

  test('a name with accents as separate characters gets no warning', async () => {
    const decomposed = { ...trip, Citizenship: 'Türkiye'.normalize('NFD') };
    expect(await readOne(decomposed)).toMatchObject({ citizenship: 'Türkiye' });
    expect((await read(toTable(decomposed))).warnings).toEqual([]);
  });

  test('an unknown name gets a warning with its cell', async () => {
    const { rows, warnings } = await read(toTable({ ...trip, Citizenship: 'Holland' }));
    expect(rows[0]?.problems).toBeUndefined();
    expect(warnings).toEqual([
      expect.objectContaining({
        count: 1,
        rows: [2],
        column: 'E',
        value: 'Holland',
        field: 'citizenship',
      }),
    ]);
  });
});

describe('the purpose decides which inputs are needed', () => {
  test('the inputs for the other purpose are not sent or checked', async () => {
    const wrongHireInputs = {
      'Number of hires': 'many',
      'Hiring urgency': { kind: 'error', code: '#REF!' },
    };
    const request = await readOne({ ...trip, ...wrongHireInputs } as typeof trip);
    expect(request).not.toHaveProperty('numberHires');
    expect(request).not.toHaveProperty('urgency');
    expect(await readOne({ ...hire, 'Past trips duration': 'x' })).not.toHaveProperty(
      'pastTripsDuration',
    );
  });

  test('a hire needs the inputs for hires', async () => {
    const { 'Number of hires': _hires, 'Hiring urgency': _urgency, ...others } = hire;
    expect(await readOne(others)).toEqual([
      'numberHires: Number of hires is missing',
      'urgency: Hiring urgency is missing',
    ]);
  });

  test('without a purpose, all filled inputs are checked', async () => {
    expect(await readOne({ ...hire, Purpose: undefined, 'Past trips duration': 'x' })).toEqual([
      'purpose: Purpose is missing',
      'pastTripsDuration: must be a whole number',
    ]);
  });
});

test('reports every problem of a row in the order of the contract', async () => {
  const problems = await readProblems(
    toTable({
      ...trip,
      'Employee ID': undefined,
      Seniority: 'Junior',
      'Start date': '03/11/2026',
      'Past trips duration': 'few',
    }),
  );
  expect(problems.map(({ field }) => field)).toEqual([
    'employeeId',
    'seniority',
    'pastTripsDuration',
    'startDate',
  ]);
});

test('shows the first four problems of a row', async () => {
  const unfinishedRow = { 'Employee ID': '00124', 'Sales contracts': 'No' };
  const { rows } = await read(toTable(trip, unfinishedRow));
  expect(remarksText(rows[1]?.problems ?? [])).toMatch(
    /^B3, Purpose .* C3, Seniority .* D3, Role type .* E3, Citizenship is missing\.[^,]* And 6 more: rwa check lists them\.$/,
  );
});

test('advises no date format for the whole sheet if columns show both orders', async () => {
  const rows = [
    { ...trip, 'Start date': '13/12/2026', 'End date': '12/19/2027' },
    { ...trip, 'Start date': '03/11/2026', 'End date': '02/11/2027' },
  ];
  const problems = await readProblems(toTable(...rows));
  expect(problems).toHaveLength(2);
  expect(problems.map(({ remedy }) => remedy && valueText(remedy)).join()).not.toContain(
    '--date-format',
  );
});
