import { z } from 'zod';
import { priorities } from '../domain/review/review-order.ts';
import { ruleNames, ruleWeights } from '../domain/review/rule-names.ts';

/** A text is null where an item has none. */
const text = z.string().nullable();

export const ruleName = z.enum(ruleNames);
export type RuleName = (typeof ruleNames)[number];

export const ruleWeight = z.enum(ruleWeights);
export type RuleWeight = (typeof ruleWeights)[number];

/** The rules of a workflow that differ from the usual weights. */
export const weightsSchema = z.partialRecord(ruleName, ruleWeight);
export type Weights = z.infer<typeof weightsSchema>;

/** How urgent the documents of a workflow are. */
export const prioritySchema = z.enum(priorities);

/** The names and VAT numbers by which documents address a tenant. */
export const customerSchema = z.strictObject({
  names: z.array(z.string().trim().min(1).max(200)).max(20),
  vatNumbers: z.array(z.string().trim().min(1).max(64)).max(20),
});
export type Customer = z.infer<typeof customerSchema>;

/** A check that failed. */
export const findingSchema = z.strictObject({
  rule: ruleName,
  weight: ruleWeight.exclude(['off']),
  /** The places that it is about, the one to look at first. Empty where it is about the document. */
  places: z.array(z.string()),
  /** A sentence for the reviewer. It may contain values, so it is not logged and not audited. */
  says: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

export const supplierSchema = z.strictObject({
  supplierId: z.string(),
  name: z.string(),
  vatNumber: text,
  ibans: z.array(z.string()),
});
export type Supplier = z.infer<typeof supplierSchema>;

export const purchaseOrderSchema = z.strictObject({ number: z.string(), supplierId: text });
export type PurchaseOrder = z.infer<typeof purchaseOrderSchema>;

/** A document that was accepted before with the same supplier and number. */
export const earlierDocumentSchema = z.strictObject({
  batchId: z.string(),
  documentId: z.string(),
  fileName: text,
  acceptedAt: z.string(),
  /** The amount as it was stored, and whether it is the same. */
  amount: text,
  isSameAmount: z.boolean(),
});
export type EarlierDocument = z.infer<typeof earlierDocumentSchema>;

/**
 * Facts that are kept besides the document. They are null where the deployment does not keep them, so
 * their rules are not checked.
 */
export const knowledgeSchema = z.strictObject({
  customer: z.strictObject({ names: z.array(z.string()), vatNumbers: z.array(z.string()) }).nullable(),
  suppliers: z.array(supplierSchema).nullable(),
  purchaseOrders: z.array(purchaseOrderSchema).nullable(),
  earlier: z.array(earlierDocumentSchema).nullable(),
  /** The supplier and number that `earlier` was looked up for, where a person has typed others since. */
  earlierFor: z.strictObject({ supplier: z.string(), number: z.string() }).optional(),
  /** The day on which the document arrived, as 2026-11-27. */
  receivedOn: text,
});
export type Knowledge = z.infer<typeof knowledgeSchema>;
