import { ok, type Failure, type Result } from '#shared/contract/result.ts';
import type { SpendFigures } from '#shared/pricing/run-spend.ts';
import type { StoredItem } from '../../aws/dynamodb/reading.ts';
import { inLanes } from '../../reads/in-lanes.ts';
import { concernsAll, everyItem } from '../../reads/paid-reads.ts';
import { readRow } from '../../rows/read-row.ts';
import type { SetBudget } from './budgets-file.ts';
import { readUsage, type Reads } from './rank-tenants.ts';

/** Seven pages hold 3,500 rows: eight weeks of a tenant with a dozen workflows. */
const mostPages = 7;
/** Budgets sort behind all days, so a list from here on holds nothing else. */
const afterAllDays = '9999-12-31';
/** The reader has eight slots in all, so a page that is opened meanwhile finds a free one. */
const atOnce = 4;

/** Tells what is kept of one tenant. */
export interface TenantDetail {
  readonly tenantId: string;
  /** Figures by day, by "project/workflow". Ids may hold a slash, so the key is JSON. */
  readonly workflows: ReadonlyMap<string, ReadonlyMap<string, SpendFigures>>;
  readonly causes: readonly CauseOfDay[];
  /** By the key of the workflow, and '' for the tenant's own. */
  readonly budgets: ReadonlyMap<string, SetBudget>;
  /** False if there may be newer days than were read. The budgets are all there. */
  readonly isWhole: boolean;
}

export interface CauseOfDay {
  readonly day: string;
  readonly projectId: string;
  readonly workflowId: string;
  readonly kind: 'failed' | 'again';
  readonly cause: string;
  readonly pattern: string;
  readonly usage: SpendFigures;
}

export function toWorkflowKey(projectId: string, workflowId: string): string {
  return JSON.stringify([projectId, workflowId]);
}

/**
 * Reads the sums, causes and budgets of tenants since a day: one question a tenant, and one more for the budgets of a
 * tenant that has more days than are read.
 */
export async function readTenants(
  tenantIds: readonly string[],
  { since, reads: { reader, paid } }: { readonly since: string; readonly reads: Reads },
): Promise<Result<{ readonly found: readonly TenantDetail[]; readonly trouble: string | null }>> {
  const found = new Map<string, TenantDetail>();
  let failure: Failure | undefined;
  let [lost, cut] = [0, 0];
  await inLanes(tenantIds, atOnce, async (tenantId) => {
    if (failure !== undefined && concernsAll(failure)) return;
    const read = await readItems(tenantId);
    if (!read.ok) {
      failure ??= read.failure;
      lost += 1;
      return;
    }
    if (!read.value.isWhole) cut += 1;
    found.set(tenantId, readDetail(tenantId, read.value));
  });
  // Where nothing could be read, an empty answer would say that nothing is kept.
  if (failure !== undefined && (concernsAll(failure) || found.size === 0)) return { ok: false, failure };
  const troubles = [
    failure === undefined
      ? []
      : `${lost === 1 ? 'One tenant was' : `${lost} tenants were`} not read. ${failure.message}`,
    cut === 0
      ? []
      : `The newest days of ${cut === 1 ? 'one tenant' : `${cut} tenants`} may be missing, so at least what is shown was spent.`,
  ].flat();
  const trouble = troubles.length === 0 ? null : troubles.join(' ');
  return ok({ found: tenantIds.flatMap((tenantId) => found.get(tenantId) ?? []), trouble });

  async function readItems(tenantId: string): Promise<Result<ItemsOfTenant>> {
    const readFrom = (fromDay: string) =>
      everyItem(
        async (cursor) =>
          paid(await reader.run('extraction.spendInDetail', { tenantId, fromDay }, { cursor })),
        mostPages,
      );
    const read = await readFrom(since);
    if (!read.ok) return read;
    const { items, isAll } = read.value;
    if (isAll) return ok({ items, isWhole: true });
    const budgets = await readFrom(afterAllDays);
    if (!budgets.ok) return budgets;
    return ok({ items: [...items, ...budgets.value.items], isWhole: false });
  }
}

interface ItemsOfTenant {
  readonly items: readonly StoredItem[];
  readonly isWhole: boolean;
}

function readDetail(tenantId: string, { items, isWhole }: ItemsOfTenant): TenantDetail {
  const workflows = new Map<string, Map<string, SpendFigures>>();
  const causes: CauseOfDay[] = [];
  const budgets = new Map<string, SetBudget>();
  for (const item of items) {
    const place = 'S' in (item.key['SK'] ?? {}) ? (item.key['SK'] as { readonly S: string }).S : '';
    if (place.startsWith('BY#BUDGET')) {
      const isTenants = place === 'BY#BUDGET';
      const row = readRow(item, isTenants ? 'TenantBudget' : 'WorkflowBudget');
      budgets.set(
        isTenants ? '' : toWorkflowKey(row.id('projectId'), row.id('workflowId')),
        readBudget(item),
      );
      continue;
    }
    const row = readRow(item, place.includes('#CAUSE#') ? 'SpendOfCause' : 'SpendOfWorkflow');
    const [day, projectId, workflowId] = [row.id('day'), row.id('projectId'), row.id('workflowId')];
    if (place.slice(0, place.indexOf('#', 3)) === `BY#${day}` && place.startsWith(`BY#${day}#CAUSE#`)) {
      causes.push({
        day,
        projectId,
        workflowId,
        kind: row.id('lossKind') === 'again' ? 'again' : 'failed',
        cause: row.id('cause'),
        pattern: row.read.text('pattern') ?? '',
        usage: readUsage(item),
      });
      continue;
    }
    const key = toWorkflowKey(projectId, workflowId);
    const days = workflows.get(key) ?? new Map<string, SpendFigures>();
    days.set(day, readUsage(item));
    workflows.set(key, days);
  }
  return { tenantId, workflows, causes, budgets, isWhole };
}

function readBudget({ attributes }: StoredItem): SetBudget {
  const { usd, months, version, setBy } = attributes;
  const amounts = months !== undefined && 'M' in months ? Object.entries(months.M) : [];
  return {
    usd: usd !== undefined && 'S' in usd && isAmount(usd.S) ? usd.S : null,
    months: Object.fromEntries(
      amounts.flatMap(([month, amount]) =>
        'S' in amount && isAmount(amount.S) && /^\d{4}-(0[1-9]|1[0-2])$/.test(month)
          ? [[month, amount.S]]
          : [],
      ),
    ),
    version: version !== undefined && 'N' in version ? Number(version.N) : 0,
    setBy: setBy !== undefined && 'S' in setBy ? setBy.S : null,
  };
}

function isAmount(value: string): boolean {
  return /^\d{1,9}(\.\d{1,2})?$/.test(value);
}
