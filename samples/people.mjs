// The people are fictional.

/** HR's own columns are mixed with those of the service, as in real sheets. */
export const headings = [
  'Employee ID',
  'Name',
  'Department',
  'Purpose',
  'Seniority',
  'Role type',
  'Citizenship',
  'Residency',
  'Destination country',
  'Start date',
  'End date',
  'Working days',
  'Legal right to work',
  'Sales contracts',
  'Benefits the local market',
  'Past trips duration',
  'Hiring urgency',
  'Hires over the next two years',
  'Manager ID',
  'Notes',
];

const sharedHeadings =
  'Employee ID | Name | Department | Seniority | Role type | Citizenship | Residency | ' +
  'Destination country | Start date | End date | Legal right to work | Sales contracts | ' +
  'Benefits the local market';

const tripTable = `${sharedHeadings} | Past trips duration | Notes
42 | Zoë Ahlgren | Platform | Senior | Engineering | Sweden | Sweden | Spain | 2026-10-05 | 2026-10-30 | Yes | No | No | 12 | Family visit
107 | Jonas Brückner | Sales DACH | Mid | Sales | Germany | Germany | Austria | 2026-10-12 | 2026-10-23 | Yes | Yes | Yes | 30 | Client visits; signs orders
113 | Marta Nowicka | Design | Mid | Design | Poland | Germany | Poland | 2026-12-14 | 2027-01-08 | Yes | No | No | 0 |
256 | Ravi Menon | Data | Senior | Engineering | India | Ireland | India | 2026-11-02 | 2026-12-11 | Yes | No | No | 20 | Asked for two more weeks
301 | Chloé Lambert | Marketing | Low | Marketing | France | France | Portugal | 2026-11-16 | 2026-11-27 | Yes | No | Yes | 0 |
318 | Tomás Ferreira | Support | Low | Customer Support | Brazil | Portugal | Brazil | 2026-12-01 | 2027-01-15 | Yes | No | No | 45 | Second trip this year
444 | Aoife Brennan | Legal | Senior | Legal | Ireland | Ireland | United Kingdom | 2026-10-19 | 2026-10-23 | Yes | No | No | 5 | London office
512 | Kenji Watanabe | Product | Senior | Product | Japan | Germany | Japan | 2026-12-21 | 2027-01-29 | Yes | No | No | 10 |
530 | Lucía Paredes | People | Mid | Human Resources | Mexico | Spain | Mexico | 2026-11-09 | 2026-12-04 | Yes | No | No | 0 |
608 | Henrik Solberg | Platform | Mid | Engineering | Norway | Norway | Greece | 2026-10-01 | 2026-11-13 | Unsure | No | No | 25 | Permit to be checked
733 | Nadia Haddad | Finance | Senior | Finance | Canada | France | Canada | 2026-12-07 | 2026-12-31 | Yes | No | No | 8 |
921 | Filip Kovač | Operations | Low | Operations | Croatia | Austria | Croatia | 2026-10-26 | 2026-11-06 | Yes | No | No | 0 | Says "flexible"`;

const hireTable = `${sharedHeadings} | Hiring urgency | Hires over the next two years | Notes
1004 | Ingrid Maes | Product | Senior | Product | Belgium | Belgium | Belgium | 2026-11-01 | 2027-10-31 | Yes | No | No | 1-3 months | 1 |
1005 | Samuel Otieno | Platform | Mid | Engineering | Kenya | Kenya | Kenya | 2026-12-01 | 2027-11-30 | Yes | No | No | 1-3 months | 4 | First of a team
1006 | Elif Aydın | Support | Low | Customer Support | Germany | Germany | Germany | 2026-10-15 | 2027-10-14 | Yes | No | No | Immediately | 2 |
1007 | Mateo Rojas | Sales LATAM | Senior | Sales | Argentina | Argentina | Argentina | 2026-12-01 | 2027-11-30 | Yes | Yes | Yes | Less than 1 month | 3 | Opens the market
1008 | Priya Nair | Data | Senior | Engineering | India | India | India | 2026-11-15 | 2027-11-14 | Yes | No | No | 1-3 months | 6 |
1009 | Oliver Tamm | Platform | Mid | Engineering | Estonia | Estonia | Estonia | 2027-01-04 | 2028-01-03 | Yes | No | No | 3-6 months | 2 |
1010 | Grace Tan | Finance | Mid | Finance | Singapore | Singapore | Singapore | 2026-12-15 | 2027-12-14 | Yes | No | Yes | 1-3 months | 1 |
1011 | Daniel Novák | Design | Mid | Design | Slovakia | Austria | Austria | 2026-11-01 | 2027-04-30 | Yes | No | No | 1-3 months | 0 | Contractor today
1012 | Sofia Lindqvist | Marketing | Senior | Marketing | Sweden | Italy | Italy | 2027-01-11 | 2028-01-10 | Yes | No | Yes | 3-6 months | 1 |
1013 | Thabo Dlamini | Operations | Low | Operations | South Africa | South Africa | South Africa | 2026-12-01 | 2027-11-30 | Yes | No | No | More than 6 months | 5 |
1014 | Emily Carter | Legal | Senior | Legal | Australia | Australia | Australia | 2026-11-23 | 2027-11-22 | Yes | No | No | 1-3 months | 1 |
1015 | Pieter de Wit | Sales Benelux | Mid | Sales | Netherlands | Netherlands | Netherlands | 2026-10-20 | 2027-10-19 | Unsure | Yes | Yes | Immediately | 2 | Contract in review`;

/** A person has no property for an empty cell. Dates are ISO dates. */
export const people = [
  ...readRows(tripTable).map((row) => ({
    ...row,
    Purpose: 'Work From Anywhere',
    'Working days': countWorkingDays(row['Start date'], row['End date']),
    'Manager ID': 'M-100',
  })),
  ...readRows(hireTable).map((row) => ({
    ...row,
    Purpose: 'Hire From Anywhere',
    'Manager ID': 'M-100',
  })),
];

function readRows(table) {
  const [names, ...rows] = table
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.map((row) =>
    Object.fromEntries(
      row
        .map((cell, index) => [names[index], /^\d+$/.test(cell) ? Number(cell) : cell])
        .filter(([, cell]) => cell !== ''),
    ),
  );
}

function countWorkingDays(start, end) {
  const dayMs = 86_400_000;
  let count = 0;
  for (let day = Date.parse(start); day <= Date.parse(end); day += dayMs) {
    if (![0, 6].includes(new Date(day).getUTCDay())) count++;
  }
  return count;
}
