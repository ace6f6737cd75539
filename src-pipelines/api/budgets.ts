import type { z } from 'zod';
import { mostBudgetMonths } from '#shared/pipeline-api/budget-calls.ts';
import type { operations } from '#shared/pipeline-api/operations.ts';
import { keyOf } from '../extraction/keys.ts';
import { getItem, getWorkflow } from '../extraction/read-items.ts';
import { putNew, putOver } from '../extraction/stored-items.ts';
import type { PipelineParts } from '../parts.ts';
import { fromItem, type PlainItem } from '../plain-items.ts';
import {
  ApiProblem,
  commit,
  notFound,
  requireTenant,
  requireVersion,
  type OwnCall,
  type OwnHandler,
} from './call.ts';

type Body = z.output<(typeof operations)['putTenantBudget']['body']>;

/**
 * Sets what the documents of a tenant, or of one of its workflows, may cost in a month. A budget stops nothing: it is
 * what the console compares the costs with (decision 046).
 */
export function putBudget(parts: PipelineParts): OwnHandler<Body> {
  return {
    async run(call) {
      const ids = await requirePlace(parts, call);
      const key = keyOf.budget(ids);
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        const before = await readBudget(parts, key);
        requireVersion(call.ifMatch, { version: before?.version ?? 0 }, { ...ids, ...before });
        const next = changeBudget(parts, before, call);
        const answer = { status: 200, body: { budget: { ...ids, ...next } } };
        const item = { ...key, ...next };
        const write = before === undefined ? putNew(parts, item) : putOver(parts, item, before);
        if ((await commit(parts, [write], call.remembered(answer))) === 'done') return answer;
      }
      throw new ApiProblem('try-again', 'Others keep changing this budget. Nothing was done; look again.');
    },
  };
}

const mostAttempts = 5;

async function requirePlace(parts: PipelineParts, { caller, params }: OwnCall<Body>) {
  const { tenantId = '', projectId, workflowId } = params;
  requireTenant(caller, tenantId, 'tenant');
  if (projectId === undefined || workflowId === undefined) {
    if ((await getItem(parts, keyOf.tenant(tenantId))) === undefined) throw notFound('tenant');
    return { tenantId };
  }
  const ids = { tenantId, projectId, workflowId };
  if ((await getWorkflow(parts, ids)) === undefined) throw notFound('workflow');
  return ids;
}

interface BudgetAttributes {
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly usd?: string;
  readonly months: Readonly<Record<string, string>>;
  readonly setBy: string;
}

async function readBudget(parts: PipelineParts, key: PlainItem): Promise<BudgetAttributes | undefined> {
  const kept = await getItem(parts, key);
  if (kept === undefined) return undefined;
  const isKey = /^(?:PK|SK|GSI\dPK|GSI\dSK)$/;
  const attributes = Object.entries(fromItem(kept)).filter(([name]) => !isKey.test(name));
  return Object.fromEntries(attributes) as unknown as BudgetAttributes;
}

function changeBudget(
  parts: PipelineParts,
  before: BudgetAttributes | undefined,
  { body: { month, usd }, caller }: OwnCall<Body>,
): BudgetAttributes & PlainItem {
  const updatedAt = new Date(parts.now()).toISOString();
  const always = month === null ? (usd ?? undefined) : before?.usd;
  const months = { ...before?.months, ...(month !== null && { [month]: usd ?? '' }) };
  const kept = Object.entries(months)
    .filter(([, amount]) => amount !== '')
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .slice(0, mostBudgetMonths);
  return {
    version: (before?.version ?? 0) + 1,
    createdAt: before?.createdAt ?? updatedAt,
    updatedAt,
    ...(always !== undefined && { usd: always }),
    months: Object.fromEntries(kept.toReversed()),
    setBy: caller.sub,
  };
}
