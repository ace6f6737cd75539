import { z } from 'zod';
import { findDeclared } from '#shared/catalogue/declaration.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import type { ListOutcomes, listOperations } from '#shared/contract/tenant-lists.ts';
import type { workflowOperations } from '#shared/contract/workflows.ts';
import { mostListChanges } from '#shared/pipeline-api/rule-calls.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { WorkflowsParts } from '../../compose/open-acting.ts';
import type { Handlers } from '../../gate/gate.ts';
import { pipelineFailure, type PipelineAnswer } from '../../pipeline/pipeline-api.ts';
import type { IdOrders } from '../../reads/batches-by-time.ts';
import { readsSoFar } from '../../reads/paid-reads.ts';
import { listChangeRow, readOrders, readSuppliers } from '../../reads/tenant-lists.ts';
import { oneRow, pageOfRows } from '../../rows/page-of-rows.ts';
import { noWorkflow, workflowEventRow, workflowRow } from '../../rows/tenant-rows.ts';
import { saveObjective, saveReview, saveThresholds, maySave } from './save-workflow.ts';
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

const changeFields = { reason: z.string(), intentKey: z.string() };
const listSchema = z.object({ put: z.array(z.unknown()), remove: z.array(z.unknown()), ...changeFields });
const audited = {
  'workflows.saveThresholds': z.object({
    version: z.number(),
    confidenceThreshold: z.number(),
    reviewThreshold: z.number(),
    ...changeFields,
  }),
  'workflows.saveReview': z.object({
    version: z.number(),
    rules: z.record(z.string(), z.string()),
    dueHours: z.number().nullable(),
    priority: z.string().nullable(),
    ...changeFields,
  }),
  'workflows.saveObjective': z.object({
    version: z.number(),
    objective: z.object({ percent: z.number(), minutes: z.number() }).nullable(),
    ...changeFields,
  }),
  'workflows.changeSuppliers': listSchema,
  'workflows.changeOrders': listSchema,
} as const;

const outcomeSchema = z.object({
  outcome: z.object({ kind: z.string(), workflow: z.object({ version: z.number().nullable() }) }),
});
const listOutcomeSchema = z.object({ entries: z.array(z.object({ outcome: z.string() })) });

interface Parts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
}

/** Serves a tenant's suppliers and purchase orders, against which its documents are checked. */
function listHandlers(parts: Parts): Pick<Handlers, keyof typeof listOperations> {
  const reader = () => parts.doors().reader;
  return {
    'workflows.suppliers': ({ tenantId }) => billed((reads) => readSuppliers(reader(), tenantId, reads)),
    'workflows.orders': ({ tenantId }) => billed((reads) => readOrders(reader(), tenantId, reads)),
    'workflows.listChanges': async ({ tenantId, cursor, pageSize }) =>
      pageOfRows(
        await reader().run('extraction.listChanges', { tenantId }, { cursor, pageSize }),
        listChangeRow,
        'ListEvent',
      ),
    'workflows.changeSuppliers': ({ put, remove, ...change }) =>
      sendInParts(parts, change, { put, remove }, (doors, call, some) =>
        doors.pipeline.call('changeSuppliers', { ...call, body: { ...some, reason: change.reason } }),
      ),
    'workflows.changeOrders': ({ put, remove, ...change }) =>
      sendInParts(parts, change, { put, remove }, (doors, call, some) =>
        doors.pipeline.call('changeOrders', { ...call, body: { ...some, reason: change.reason } }),
      ),
  };
}

async function billed<T>(
  read: (reads: ReturnType<typeof readsSoFar>) => Promise<Result<T>>,
): Promise<Result<T>> {
  const reads = readsSoFar();
  const result = await read(reads);
  const receipt = reads.receipt();
  return receipt === undefined ? result : { ...result, receipt };
}

interface Change {
  readonly tenantId: string;
  readonly reason: string;
  readonly typedEnvironment: string | null;
  readonly intentKey: string;
}

interface Entries<Put, Remove> {
  readonly put: readonly Put[];
  readonly remove: readonly Remove[];
}

interface Call {
  readonly personId: string;
  readonly params: { readonly tenantId: string };
  readonly idempotencyKey: string;
}

type Answer = PipelineAnswer<'changeSuppliers'> | PipelineAnswer<'changeOrders'>;

/**
 * Sends a long list in calls of as many entries as one transaction holds, one after another. Each has a key of its own,
 * so that the whole can be sent again after a failure, and what was done is not done twice.
 */
async function sendInParts<Put, Remove>(
  { doors, session }: Parts,
  { tenantId, typedEnvironment, intentKey }: Change,
  { put, remove }: Entries<Put, Remove>,
  send: (doors: ConnectionDoors, call: Call, some: { put: Put[]; remove: Remove[] }) => Promise<Answer>,
): Promise<Result<ListOutcomes>> {
  const who = maySave(session(), { tenantId, typedEnvironment }, 'Nothing was changed.');
  if (!who.ok) return who;
  if (put.length + remove.length === 0) {
    const message = 'There is nothing to change. Nothing was changed.';
    const issues = [{ path: 'put', problem: 'is empty' }];
    return refused({ code: 'invalid-input', message, issues });
  }
  // The doors of the connection on which it began, because another one may be opened meanwhile.
  const here = doors();
  const entries: ListOutcomes['entries'] = [];
  let count: number | null = null;
  for (const [place, some] of split({ put, remove }).entries()) {
    const idempotencyKey = `${intentKey}-${String(place + 1)}`;
    const answer = await send(here, { personId: who.value.id, params: { tenantId }, idempotencyKey }, some);
    if (answer.kind === 'answered') {
      entries.push(...answer.value.entries);
      count = answer.value.count;
      continue;
    }
    const refusal = pipelineFailure(answer, place === 0 ? 'Nothing was changed.' : 'The rest was not sent.');
    if (place === 0) return refused(refusal);
    return ok({ entries, count, failed: refusal.message });
  }
  return ok({ entries, count, failed: null });
}

function split<Put, Remove>({ put, remove }: Entries<Put, Remove>): { put: Put[]; remove: Remove[] }[] {
  const all = [...remove.map((one) => ({ remove: one })), ...put.map((one) => ({ put: one }))] as readonly (
    | { readonly put: Put }
    | { readonly remove: Remove }
  )[];
  return Array.from({ length: Math.ceil(all.length / mostListChanges) }, (_, part) => {
    const some = all.slice(part * mostListChanges, (part + 1) * mostListChanges);
    return {
      put: some.flatMap((one) => ('put' in one ? [one.put] : [])),
      remove: some.flatMap((one) => ('remove' in one ? [one.remove] : [])),
    };
  });
}
