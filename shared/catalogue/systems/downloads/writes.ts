import type { WriteDeclaration } from '../../declaration.ts';

/** The source's table of a day: 33 units, in which entries of indexes are not counted. */
export const downloadWrites = {
  createBatch: {
    title: 'Create a batch',
    about: 'A put of the batch.',
    callsPerDay: 1,
    wru: 1,
    items: { Batch: 1 },
  },
  createFile: {
    title: 'Create a file',
    about: 'A put on condition that the file is not there, for about 10 entities.',
    callsPerDay: 10,
    wru: 1,
    items: { File: 1 },
  },
  claimFile: {
    title: 'Claim a file',
    about: 'An update on condition that it is available.',
    callsPerDay: 10,
    wru: 1,
    items: { File: 1 },
  },
  updateBatch: {
    title: 'Update a batch',
    about: 'Its status, its files and its timeout.',
    callsPerDay: 2,
    wru: 1,
    items: { Batch: 1 },
  },
  endFile: {
    title: 'End a file',
    about: 'An update to completed, failed or error.',
    callsPerDay: 10,
    wru: 1,
    items: { File: 1 },
  },
} as const satisfies Record<string, WriteDeclaration>;
