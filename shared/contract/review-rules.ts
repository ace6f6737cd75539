import { z } from 'zod';
import { priorities } from '../domain/review/review-order.ts';

/** A text is null where an item has none. */
const text = z.string().nullable();

/**
 * The checks of a document in review. Their names are kept in workflows and in decisions, so a name never changes its
 * meaning.
 */
export const ruleNames = [
  /** An IBAN has the length and the check digits of its country. */
  'iban',
  /** A VAT number has the form of its country and, where that country uses them, the right check digits. */
  'vat number',
  /** A date exists. */
  'date exists',
  /** Dates stand in order: a document is not due before its own date. */
  'date order',
  /** A date lies in a plausible span around the day on which the document arrived. */
  'date span',
  /** All amounts are of one currency, and the workflow knows it. */
  'currency',
  /** The amount of a line is its quantity times its unit price. */
  'line amount',
  /** The lines add up to the field that says so. */
  'sum of lines',
  /** Net amount, tax and total agree. */
  'taxes',
  /** The document is addressed to this tenant. */
  'customer',
  /** A value has the type of the workflow's schema. */
  'format',
  /** A field that the schema asks for has a value. */
  'missing',
  /** The same supplier, number and amount have been accepted before. */
  'duplicate',
  /** The supplier is on the tenant's list, with this bank account. */
  'supplier',
  /** The purchase order is on the tenant's list, and belongs to this supplier. */
  'purchase order',
] as const;
export const ruleName = z.enum(ruleNames);
export type RuleName = (typeof ruleNames)[number];

/**
 * The weight of a rule says how a failed check hinders an approval. `note`: it is shown. `warn`: it takes a second
 * Ctrl+Enter. `stop`: it takes a reason. `stop for two`: it takes a reason, and a second person who decides without
 * seeing the first decision.
 */
export const ruleWeights = ['off', 'note', 'warn', 'stop', 'stop for two'] as const;
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
