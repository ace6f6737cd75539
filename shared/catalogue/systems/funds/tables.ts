import type { TableDeclaration } from '../../declaration.ts';

export const fundTables = {
  main: {
    name: 'investment_fund',
    about: 'All items of a document in the document’s partition.',
    partition: { name: 'PK', type: 'S' },
    sort: { name: 'SK', type: 'S' },
    indexes: {
      GSI_Entity_Document: {
        partition: { name: 'GSI_PK', type: 'S' },
        sort: { name: 'GSI_SK', type: 'S' },
        projection: 'ALL',
        about: 'One entity of one document as it is now; each key is unique, so none is hot.',
      },
      GSI_Position_Document: {
        partition: { name: 'GSI2_PK', type: 'S' },
        sort: { name: 'GSI2_SK', type: 'S' },
        projection: 'ALL',
        about: 'Everything about a position, across documents.',
      },
    },
  },
} as const satisfies Record<string, TableDeclaration>;
