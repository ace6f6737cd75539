import type { WriteDeclaration } from '../../declaration.ts';

/**
 * The pipeline's own, for 5,000 documents a day in 50 batches of 100. No source gives units: they are
 * counted here, 1 a KB, 2 in a transaction, and 1 more for each index entry put or taken away.
 */
export const extractionWrites = {
  submitBatch: {
    title: 'Submit a batch',
    about: 'One transaction: the batch with its entry in GSI3, 100 documents, the project’s counter.',
    callsPerDay: 50,
    wru: 206,
    items: { Batch: 1, Document: 100, Project: 1 },
  },
  startDocument: {
    title: 'Start a document',
    about: 'The item goes to PROCESSING and into GSI2.',
    callsPerDay: 5_000,
    wru: 2,
    items: { Document: 1 },
  },
  endDocument: {
    title: 'End a document',
    about: 'The item of 3 KB with its values; its entry of PROCESSING leaves GSI2.',
    callsPerDay: 5_000,
    wru: 4,
    items: { Document: 1 },
  },
  countInBatch: {
    title: 'Count in the batch',
    about: 'The counts and the status of the batch, with its entries in GSI2 and GSI3.',
    callsPerDay: 5_000,
    wru: 4,
    items: { Batch: 1 },
  },
  writeHistory: {
    title: 'Write history',
    about: 'One event for each document that ends, is claimed or is decided.',
    callsPerDay: 7_000,
    wru: 1,
    items: { DocumentEvent: 1 },
  },
} as const satisfies Record<string, WriteDeclaration>;
