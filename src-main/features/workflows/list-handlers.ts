import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import type { ListOutcomes, listOperations } from '#shared/contract/tenant-lists.ts';
import { mostListChanges } from '#shared/pipeline-api/rule-calls.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { Handlers } from '../../gate/gate.ts';
import { pipelineFailure, type PipelineAnswer } from '../../pipeline/pipeline-api.ts';
import { readsSoFar } from '../../reads/paid-reads.ts';
import { listChangeRow, readOrders, readSuppliers } from '../../reads/tenant-lists.ts';
import { pageOfRows } from '../../rows/page-of-rows.ts';
import { maySave } from './save-workflow.ts';

interface Parts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
}

/** Serves a tenant's suppliers and purchase orders, against which its documents are checked. */
export function listHandlers(parts: Parts): Pick<Handlers, keyof typeof listOperations> {
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
