import type { TableDeclaration } from '../../declaration.ts';

export const hrTables = {
  main: {
    name: 'acme-hr-{stage}',
    about: 'All of it, on demand.',
    partition: { name: 'PK', type: 'S' },
    sort: { name: 'SK', type: 'S' },
    indexes: {
      GSI1: {
        partition: { name: 'GSI1PK', type: 'S' },
        sort: { name: 'GSI1SK', type: 'S' },
        projection: 'ALL',
        about: 'Employees by e-mail address, applications by employee, and the open jobs of an organisation.',
      },
    },
  },
} as const satisfies Record<string, TableDeclaration>;
