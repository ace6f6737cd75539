import { z } from 'zod';

/** What one read really cost, as counted by the service and not by us. */
export const receiptSchema = z.strictObject({
  pattern: z.string(),
  index: z.string(),
  pages: z.int().min(0),
  items: z.int().min(0),
  rru: z.number().min(0),
  bytes: z.int().min(0),
  ms: z.number().min(0),
  asOf: z.iso.datetime(),
});

export type Receipt = z.infer<typeof receiptSchema>;
