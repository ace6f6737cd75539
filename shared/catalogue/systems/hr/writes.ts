import type { PrintedTotal, WriteDeclaration } from '../../declaration.ts';

/** With the source's units, which leave out what an entry in GSI1 adds. */
export const hrWrites = {
  writeEmployee: {
    title: 'Employee write',
    about: 'The employee and the relationship item of the department.',
    callsPerDay: 2_000,
    wru: 2,
    items: { Employee: 1, DeptEmployee: 1 },
    printed: '0.005',
  },
  closeJob: {
    title: 'Job status change',
    about: 'Open to closed: the job leaves GSI1.',
    callsPerDay: 500,
    wru: 1,
    items: { JobPosting: 1 },
    printed: '0.001',
  },
  submitApplication: {
    title: 'Application submit',
    about: 'A new application.',
    callsPerDay: 500,
    wru: 1,
    items: { Application: 1 },
    printed: '0.001',
  },
} as const satisfies Record<string, WriteDeclaration>;

export const hrPrinted: PrintedTotal = {
  day: '0.071',
  month: '2.15',
  source: 'Acme HR schema review, cost analysis',
  differs:
    'AP7 and AP8 are printed at $0.002 and $0.004, as if a call took 0.5 read units. With the 1 unit that the same rows state they come to $0.00375 and $0.0075, and the day to $0.0755.',
};
