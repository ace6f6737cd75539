import type { TableDeclaration } from '../../declaration.ts';

/**
 * The sources do not print the table's name. They call the system "autowired" and give its names a stage
 * at the end, so that is the convention; a connection may say otherwise.
 */
export const extractionTables = {
  main: {
    name: 'autowired-{stage}',
    about: 'Everything of the pipeline, on demand, with point-in-time recovery.',
    partition: { name: 'PK', type: 'S' },
    sort: { name: 'SK', type: 'S' },
    timeToLive: 'ttl',
    indexes: {
      GSI1: {
        partition: { name: 'GSI1PK', type: 'S' },
        sort: { name: 'GSI1SK', type: 'S' },
        projection: 'ALL',
        about: 'A user by e-mail address, and the workflows of a project by when they changed.',
      },
      GSI2: {
        partition: { name: 'GSI2PK', type: 'S' },
        sort: { name: 'GSI2SK', type: 'S' },
        projection: 'ALL',
        about: 'What is in work or needs somebody: batches of a tenant and documents of a batch by status.',
      },
      GSI3: {
        partition: { name: 'GSI3PK', type: 'S' },
        sort: { name: 'GSI3SK', type: 'S' },
        projection: 'ALL',
        about: 'A batch by its id alone, which is all that an execution or an alert knows.',
      },
    },
  },
} as const satisfies Record<string, TableDeclaration>;
