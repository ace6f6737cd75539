import type { ApiOperation } from './operation.ts';
import { batchCalls } from './calls/batches.ts';
import { documentCalls } from './calls/documents.ts';
import { downloadCalls } from './calls/downloads.ts';
import { otherCalls } from './calls/others.ts';

/** The whole API (domain, 1.4). The OpenAPI description, the server and its clients are made from this list. */
export const operations = {
  ...otherCalls,
  ...batchCalls,
  ...documentCalls,
  ...downloadCalls,
} as const satisfies Record<string, ApiOperation>;
export type OperationName = keyof typeof operations;
