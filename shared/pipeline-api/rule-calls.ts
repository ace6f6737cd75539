import { z } from 'zod';
import { customerSchema, findingSchema, prioritySchema, weightsSchema } from '../contract/review-rules.ts';
import { dueHoursRange } from '../domain/review/review-order.ts';
import { objectiveSchema } from '../domain/objective.ts';
import { mostIbans } from '../domain/review/invoice-key.ts';
import { idSchema, reasonSchema, workflowSchema, type ApiOperation } from './operation.ts';

const name = z.string().trim().min(1).max(200);
const number = z.string().trim().min(1).max(64);

/** A setting that is left out stays as it is; null takes it away. */
const reviewSettings = z.strictObject({
  rules: weightsSchema.nullable().optional(),
  dueHours: z.number().int().min(dueHoursRange.least).max(dueHoursRange.most).nullable().optional(),
  priority: prioritySchema.nullable().optional(),
  customer: customerSchema.nullable().optional(),
  reason: reasonSchema,
});

/** Each change may write two items of the hundred that a transaction has, and the list and the answer are two more. */
export const mostListChanges = 45;

const version = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** The version that was seen, and 0 for a new one. It is left out in an import, which replaces what is there. */
const seen = { version: version.optional() };

const supplierPut = z.strictObject({
  ...seen,
  supplierId: idSchema,
  name,
  vatNumber: number.nullable(),
  ibans: z.array(z.string().trim().min(1).max(64)).max(mostIbans),
});
const orderPut = z.strictObject({ ...seen, number, supplierId: idSchema.nullable() });

/** Each entry of a call has one of these outcomes. A call that is sent again changes nothing twice. */
export const listOutcomes = [
  'added',
  'changed',
  'same',
  'removed',
  'changed since',
  'not found',
  /** The list has as many entries as it may have. */
  'list is full',
] as const;
export type ListOutcome = (typeof listOutcomes)[number];

const outcomesSchema = z.object({
  entries: z.array(z.object({ id: z.string(), outcome: z.enum(listOutcomes) })),
  /** How many entries the list has now. */
  count: z.number().int(),
});

const tenantParams = z.object({ tenantId: idSchema });

/** These calls keep what the rules of review need (decision 038). */
export const ruleCalls = {
  changeReview: {
    method: 'PATCH',
    path: '/workflows/{tenantId}/{projectId}/{workflowId}/review',
    summary: 'Changes how much the rules of review weigh, when documents are due, and how urgent they are.',
    who: ['admin'],
    params: z.object({ tenantId: idSchema, projectId: idSchema, workflowId: idSchema }),
    body: reviewSettings,
    answers: { status: 200, schema: z.object({ workflow: workflowSchema }) },
    changes: 'an item',
  },
  changeObjective: {
    method: 'PATCH',
    path: '/workflows/{tenantId}/{projectId}/{workflowId}/objective',
    summary: 'Changes how many percent of the batches of a workflow should take at most how many minutes.',
    who: ['admin'],
    params: z.object({ tenantId: idSchema, projectId: idSchema, workflowId: idSchema }),
    body: z.strictObject({
      /** Null takes the objective away. */
      objective: objectiveSchema.nullable(),
      reason: reasonSchema,
    }),
    answers: { status: 200, schema: z.object({ workflow: workflowSchema }) },
    changes: 'an item',
  },
  changeSuppliers: {
    method: 'POST',
    path: '/tenants/{tenantId}/suppliers',
    summary: 'Adds, changes and removes suppliers of a tenant. Changes of bank accounts are written down.',
    who: ['admin'],
    params: tenantParams,
    body: z
      .strictObject({
        put: z.array(supplierPut).max(mostListChanges).default([]),
        remove: z
          .array(z.strictObject({ ...seen, supplierId: idSchema }))
          .max(mostListChanges)
          .default([]),
        reason: reasonSchema,
      })
      .refine(isSomeAndNotTooMany, `expected 1 to ${mostListChanges} changes`),
    answers: { status: 200, schema: outcomesSchema },
    changes: 'something',
  },
  changeOrders: {
    method: 'POST',
    path: '/tenants/{tenantId}/purchase-orders',
    summary: 'Adds, changes and removes purchase orders of a tenant.',
    who: ['admin'],
    params: tenantParams,
    body: z
      .strictObject({
        put: z.array(orderPut).max(mostListChanges).default([]),
        remove: z
          .array(z.strictObject({ ...seen, number }))
          .max(mostListChanges)
          .default([]),
        reason: reasonSchema,
      })
      .refine(isSomeAndNotTooMany, `expected 1 to ${mostListChanges} changes`),
    answers: { status: 200, schema: outcomesSchema },
    changes: 'something',
  },
} as const satisfies Record<string, ApiOperation>;

function isSomeAndNotTooMany({
  put,
  remove,
}: {
  readonly put: readonly unknown[];
  readonly remove: readonly unknown[];
}): boolean {
  const count = put.length + remove.length;
  return count > 0 && count <= mostListChanges;
}

/** A rule that an approval is against, and the fields that it is about. No values are named. */
export const brokenRuleSchema = findingSchema.omit({ says: true });
export type BrokenRule = z.infer<typeof brokenRuleSchema>;
