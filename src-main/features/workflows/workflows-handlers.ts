import { z } from 'zod';
import { findDeclared } from '#shared/catalogue/declaration.ts';
import type { workflowOperations } from '#shared/contract/workflows.ts';
import type { WorkflowsParts } from '../../compose/open-acting.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { IdOrders } from '../../reads/batches-by-time.ts';
import { oneRow, pageOfRows } from '../../rows/page-of-rows.ts';
import { noWorkflow, workflowEventRow, workflowRow } from '../../rows/tenant-rows.ts';
import { saveObjective, saveReview, saveThresholds } from './save-workflow.ts';
import { listHandlers } from './list-handlers.ts';
import { readSample } from './workflow-sample.ts';

export function workflowsHandlers(
  parts: WorkflowsParts & { readonly orders: IdOrders },
): Pick<Handlers, keyof typeof workflowOperations> {
  const reader = () => parts.doors().reader;
  return {
    // The read is consistent, because a person who changes it has to see the present state.
    'workflows.read': async ({ tenantId, projectId, workflowId }) =>
      oneRow(
        await reader().run(
          'extraction.workflowById',
          { tenantId, projectId, workflowId },
          { consistent: true },
        ),
        noWorkflow(workflowId),
        workflowRow,
      ),

    'workflows.history': async ({ tenantId, workflowId, cursor, pageSize }) =>
      pageOfRows(
        await reader().run('extraction.workflowHistory', { tenantId, workflowId }, { cursor, pageSize }),
        workflowEventRow,
        'WorkflowEvent',
      ),

    'workflows.sample': readSample(parts),
    'workflows.saveThresholds': saveThresholds(parts),
    'workflows.saveReview': saveReview(parts),
    'workflows.saveObjective': saveObjective(parts),
    ...listHandlers(parts),
  };
}

type Ids = Readonly<Record<string, string>>;

/** Audits a change: of which workflow or list, to what, and why. Bank accounts and names are left out. */
export function workflowIds(operation: string, input: unknown): Ids {
  const schema = findDeclared(audited, operation);
  const { data } = schema?.safeParse(input) ?? {};
  if (data === undefined) return {};
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, toAuditText(value)]));
}

function toAuditText(value: unknown): string {
  if (Array.isArray(value)) return String(value.length);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

const workflowSaves: ReadonlySet<string> = new Set([
  'workflows.saveThresholds',
  'workflows.saveReview',
  'workflows.saveObjective',
]);

/** A lost race is an outcome as well as a save. */
export function workflowOutcome(operation: string, value: unknown): Ids | undefined {
  if (workflowSaves.has(operation)) {
    const { data } = outcomeSchema.safeParse(value);
    if (data === undefined) return undefined;
    const { kind, workflow } = data.outcome;
    return { outcome: kind, ...(workflow.version !== null && { nowAtVersion: String(workflow.version) }) };
  }
  if (operation !== 'workflows.changeSuppliers' && operation !== 'workflows.changeOrders') return undefined;
  const { data } = listOutcomeSchema.safeParse(value);
  if (data === undefined) return undefined;
  const counts = new Map<string, number>();
  for (const { outcome } of data.entries) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return Object.fromEntries([...counts].map(([outcome, n]) => [outcome.replaceAll(' ', '-'), String(n)]));
}

const change = { reason: z.string(), intentKey: z.string() };
const listSchema = z.object({ put: z.array(z.unknown()), remove: z.array(z.unknown()), ...change });
const audited = {
  'workflows.saveThresholds': z.object({
    version: z.number(),
    confidenceThreshold: z.number(),
    reviewThreshold: z.number(),
    ...change,
  }),
  'workflows.saveReview': z.object({
    version: z.number(),
    rules: z.record(z.string(), z.string()),
    dueHours: z.number().nullable(),
    priority: z.string().nullable(),
    ...change,
  }),
  'workflows.saveObjective': z.object({
    version: z.number(),
    objective: z.object({ percent: z.number(), minutes: z.number() }).nullable(),
    ...change,
  }),
  'workflows.changeSuppliers': listSchema,
  'workflows.changeOrders': listSchema,
} as const;

const outcomeSchema = z.object({
  outcome: z.object({ kind: z.string(), workflow: z.object({ version: z.number().nullable() }) }),
});
const listOutcomeSchema = z.object({ entries: z.array(z.object({ outcome: z.string() })) });
