import { z } from 'zod';
import { idSchema, reasonSchema, type ApiOperation } from './operation.ts';

/** Exact dollars of a month, as decimal text. */
export const budgetUsdSchema = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'expected dollars as decimal text, such as "250" or "99.50"');
/** A calendar month by UTC. */
export const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'expected a month, such as "2026-12"');

/** So many months may have an amount of their own; the oldest is dropped for another. */
export const mostBudgetMonths = 24;

const budgetBody = z.strictObject({
  /** Null sets the amount of every month without one of its own. */
  month: monthSchema.nullable(),
  /** Null takes the amount away. */
  usd: budgetUsdSchema.nullable(),
  reason: reasonSchema.optional(),
});

/** Tells what the documents of a tenant or of a workflow may cost in a month. The version is 0 before one was set. */
export const budgetSchema = z.looseObject({
  tenantId: idSchema,
  projectId: idSchema.optional(),
  workflowId: idSchema.optional(),
  version: z.number().int(),
  usd: budgetUsdSchema.optional(),
  months: z.record(z.string(), budgetUsdSchema),
  setBy: idSchema,
});

/** These calls keep what documents may cost (decision 046). */
export const budgetCalls = {
  putTenantBudget: {
    method: 'PUT',
    path: '/budgets/{tenantId}',
    summary:
      'Sets what the documents of a tenant may cost in a month. The first change is made on version 0.',
    who: ['admin'],
    params: z.object({ tenantId: idSchema }),
    body: budgetBody,
    answers: { status: 200, schema: z.object({ budget: budgetSchema }) },
    changes: 'an item',
  },
  putWorkflowBudget: {
    method: 'PUT',
    path: '/budgets/{tenantId}/{projectId}/{workflowId}',
    summary:
      'Sets what the documents of a workflow may cost in a month. The first change is made on version 0.',
    who: ['admin'],
    params: z.object({ tenantId: idSchema, projectId: idSchema, workflowId: idSchema }),
    body: budgetBody,
    answers: { status: 200, schema: z.object({ budget: budgetSchema }) },
    changes: 'an item',
  },
} as const satisfies Record<string, ApiOperation>;
