import type { NewStaffAccount } from './store/staffAccounts.js';

interface Company {
  readonly name: string;
  readonly token: string;
  readonly staff: readonly Omit<NewStaffAccount, 'company'>[];
}

export const companies: readonly Company[] = [
  {
    name: 'company-1',
    token: 'sandbox-token',
    staff: [
      {
        staff_id: 'C-100',
        first_name: 'Ada',
        last_name: 'Activated',
        email: 'ada@company-1.example',
        role: 'Approver',
        activated: true,
      },
      {
        staff_id: 'C-101',
        first_name: 'Pat',
        last_name: 'Pending',
        email: 'pat@company-1.example',
        role: 'Approver',
        activated: false,
      },
      {
        staff_id: 'M-200',
        first_name: 'Max',
        last_name: 'Manager',
        email: 'max@company-1.example',
        role: 'Manager',
        activated: true,
      },
    ],
  },
  { name: 'company-2', token: 'sandbox-token-2', staff: [] },
];

export function findCompany(authorization: string | undefined): string | undefined {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return companies.find((company) => company.token === token)?.name;
}
