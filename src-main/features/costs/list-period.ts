import type { Costs } from '#shared/contract/costs.ts';
import { ok, type Failure, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { listOnlyTenants, maySeeTenant } from '#shared/permissions.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import { inLanes } from '../../reads/in-lanes.ts';
import { batchesByTime, type BatchesSince, type IdOrder } from '../../reads/batches-by-time.ts';
import { concernsAll, everyItem } from '../../reads/paid-reads.ts';
import type { PinnedTenant } from '../../reads/pinned-tenants.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { projectRow, tenantFacts, workflowRow } from '../../rows/tenant-rows.ts';
import { getScope } from '../../session/session-store.ts';
import type { CostReads, CostTrouble } from './cost-reads.ts';
import { listedBatch, type ListedBatch } from './known-costs.ts';

interface PeriodParts {
  readonly reads: CostReads;
  readonly signal: AbortSignal;
  readonly trouble: CostTrouble;
}

interface ListingParts extends PeriodParts {
  readonly order: IdOrder;
  readonly found: (batches: readonly ListedBatch[]) => void;
}

/** Lists are short, and each waits for the one before it. */
const atOnce = 4;

/**
 * Lists every tenant's projects, then every project's batches. A failure in one of them leaves the others unaffected.
 */
export async function listPeriod(
  tenants: readonly CostTenant[],
  from: string,
  { found, ...parts }: ListingParts,
): Promise<{
  readonly isWhole: boolean;
  readonly anyOrder: Costs['anyOrder'];
  readonly failure: Failure | null;
}> {
  const { trouble } = parts;
  const projects: Project[] = [];
  const anyOrder: Costs['anyOrder'] = { projects: 0, batches: 0, project: null };
  let isWhole = true;
  let stopped: Failure | null = null;

  function lost(what: string, failure: Failure): void {
    isWhole = false;
    if (concernsAll(failure)) stopped ??= failure;
    else trouble.note('listing', `${what} were not listed. ${failure.message}`);
  }
  /** Returns undefined once a failure affects everything. */
  async function ask<T>(what: string, question: () => Promise<Result<T>>): Promise<T | undefined> {
    if (stopped !== null) return undefined;
    const answer = await question();
    if (answer.ok) return answer.value;
    lost(what, answer.failure);
    return undefined;
  }

  await inLanes(tenants, atOnce, async ({ tenantId }) => {
    const read = await ask(`The projects of ${tenantId}`, () => listProjects(tenantId, parts));
    projects.push(...(read?.projects ?? []));
    if (read?.isAll === false) {
      isWhole = false;
      trouble.note('listing', `Only the first ${read.projects.length} projects of ${tenantId} are shown.`);
    }
  });
  await inLanes(projects, atOnce, async (project) => {
    const what = `The batches of the project ${project.projectId} of ${project.tenantId}`;
    const read = await ask(what, () => batchesSince(project, from, parts));
    if (read === undefined) return;
    const { batches, isAll, how } = read;
    if (!isAll) {
      isWhole = false;
      const why = how.isAnyOrder
        ? 'their ids contain no time, so newer ones may be missing'
        : 'older ids were not read';
      trouble.note(
        'cut',
        `${what} are too many: ${grouped(how.read)} were read, and ${why}. Figures are lower bounds.`,
      );
    } else if (how.isAnyOrder) {
      anyOrder.projects += 1;
      anyOrder.batches += how.read;
      anyOrder.project ??= project.projectId;
    }
    found(batches.map(listedBatch));
  });
  return { isWhole, anyOrder, failure: stopped };
}

/**
 * Names the workflows of projects that have batches here, by "tenant/project/workflow". A missing name is not reported
 * as trouble.
 */
export async function namesOfWorkflows(
  batches: readonly ListedBatch[],
  { trouble, ...parts }: PeriodParts,
): Promise<Record<string, string>> {
  const names = new Map<string, string>();
  const shown = new Set(batches.map(workflowKey));
  const projects = new Map(batches.map((one) => [JSON.stringify([one.tenantId, one.projectId]), one]));
  await inLanes([...projects.values()], atOnce, async ({ tenantId, projectId }) => {
    const read = await workflowNames({ tenantId, projectId }, parts);
    if (!read.ok) {
      const what = `The workflows of the project ${projectId} of ${tenantId} go by their ids`;
      trouble.note('names', `${what}. ${read.failure.message}`);
      return;
    }
    for (const [workflowId, name] of read.value) {
      const key = workflowKey({ tenantId, projectId, workflowId });
      if (shown.has(key)) names.set(key, name);
    }
  });
  return Object.fromEntries(names);
}

function workflowKey({
  tenantId,
  projectId,
  workflowId,
}: Pick<ListedBatch, 'tenantId' | 'projectId' | 'workflowId'>): string {
  return `${tenantId}/${projectId}/${workflowId ?? ''}`;
}

interface CostTenant {
  readonly tenantId: string;
  readonly name: string | null;
}

interface CostTenants {
  readonly tenants: readonly CostTenant[];
  /** Explains why tenants may be missing; null where none are. */
  readonly missing: string | null;
}

interface TenantsParts {
  readonly reads: CostReads;
  readonly signal: AbortSignal;
  readonly session: Pick<Session, 'who' | 'signIn'>;
  /** Lists tenants that were pinned or opened here. */
  readonly kept: readonly PinnedTenant[];
}

/** All projects of each tenant are listed while a person waits. */
const mostTenants = 200;
const mostPagesOfTenants = 5;

/** Chooses whose batches are listed: one tenant's, those of the person's tenants, or those of the whole directory. */
export async function costTenants(
  tenantId: string | null,
  parts: TenantsParts,
): Promise<Result<CostTenants>> {
  const { who } = parts.session;
  if (tenantId !== null) {
    if (!maySeeTenant(who, tenantId)) return outOfScope(tenantId, 'Nothing was read.');
    return named([tenantId], parts);
  }
  const mine = listOnlyTenants(who);
  return mine === null ? ofDirectory(parts) : named(mine, parts);
}

async function ofDirectory(parts: TenantsParts): Promise<Result<CostTenants>> {
  const { reads, signal } = parts;
  const read = await everyItem(
    (cursor) => reads.run('extraction.tenants', {}, { cursor }, signal),
    mostPagesOfTenants,
  );
  if (!read.ok) return concernsAll(read.failure) ? read : ok(usePinnedTenants(parts, read.failure.message));
  const tenants = read.value.items.map((item) => tenantFacts(item, 'TenantInDirectory'));
  if (tenants.length === 0) return ok(usePinnedTenants(parts, 'This deployment has no tenant directory.'));
  return ok(asMany(tenants, read.value.isAll));
}

/** Reads each tenant by its key, because a directory contains all of them. */
async function named(tenantIds: readonly string[], parts: TenantsParts): Promise<Result<CostTenants>> {
  const { tenants, missing } = asMany(
    tenantIds.map((tenantId) => ({ tenantId, name: null })),
    true,
  );
  const read = await Promise.all(tenants.map(({ tenantId }) => withName(tenantId, parts)));
  const failure = read.find((one) => !one.ok && concernsAll(one.failure));
  if (failure?.ok === false) return failure;
  // Only the name is missing; the tenant's batches may well be listed.
  return ok({
    tenants: tenants.map((tenant, at) => (read[at]?.ok === true ? read[at].value : tenant)),
    missing,
  });
}

async function withName(
  tenantId: string,
  { reads, signal, kept }: TenantsParts,
): Promise<Result<CostTenant>> {
  const known = kept.find((one) => one.tenantId === tenantId)?.name ?? null;
  if (known !== null) return ok({ tenantId, name: known });
  const read = await reads.run('extraction.tenantById', { tenantId }, {}, signal);
  if (!read.ok) return read;
  const [item] = read.value.items;
  return ok({ tenantId, name: item === undefined ? null : tenantFacts(item, 'Tenant').name });
}

function asMany(tenants: readonly CostTenant[], isAll: boolean): CostTenants {
  const shown = tenants.slice(0, mostTenants).map(({ tenantId, name }) => ({ tenantId, name }));
  if (isAll && shown.length === tenants.length) return { tenants: shown, missing: null };
  const missing = `Only the first ${shown.length} tenants are shown. Choose a tenant in the top bar to see another.`;
  return { tenants: shown, missing };
}

function usePinnedTenants({ session, kept }: TenantsParts, why: Failure['message']): CostTenants {
  const mine = kept.filter(({ tenantId }) => maySeeTenant(getScope(session), tenantId));
  const { tenants } = asMany(mine, true);
  const missing = `The tenant list could not be read, so only tenants opened or pinned here are shown. ${why}`;
  return { tenants, missing };
}

interface Parts {
  readonly reads: CostReads;
  readonly signal: AbortSignal;
}

interface Project {
  readonly tenantId: string;
  readonly projectId: string;
}

interface ListParts extends Parts {
  readonly order: IdOrder;
}

const mostPages = { ofProjects: 5, ofWorkflows: 3 };

async function listProjects(
  tenantId: string,
  { reads, signal }: Parts,
): Promise<Result<{ readonly projects: readonly Project[]; readonly isAll: boolean }>> {
  const read = await everyItem(
    (cursor) => reads.run('extraction.projectsOfTenant', { tenantId }, { cursor }, signal),
    mostPages.ofProjects,
  );
  if (!read.ok) return read;
  const { items, isAll } = read.value;
  const { own } = itemsOfKind(items, 'Project');
  return ok({ projects: own.map((item) => ({ tenantId, projectId: projectRow(item).projectId })), isAll });
}

/** The limit for one project is 2,000 read units, and five times that once an hour where ids carry their time. */
const mostOfProject = { left: 20_000, moreInForm: 80_000 };

async function batchesSince(
  key: Project,
  from: string,
  { reads, signal, order }: ListParts,
): Promise<Result<BatchesSince>> {
  return batchesByTime(key, {
    run: (listing, project, options) => reads.run(listing, project, options, signal),
    order,
    budget: { ...mostOfProject },
  }).since(Date.parse(from));
}

/** Returns names by workflow id. */
async function workflowNames(
  { tenantId, projectId }: Project,
  { reads, signal }: Parts,
): Promise<Result<ReadonlyMap<string, string>>> {
  const read = await everyItem(
    (cursor) => reads.run('extraction.workflowsByChange', { tenantId, projectId }, { cursor }, signal),
    mostPages.ofWorkflows,
  );
  if (!read.ok) return read;
  const names = itemsOfKind(read.value.items, 'Workflow')
    .own.map(workflowRow)
    .flatMap(({ workflowId, name }) =>
      name === null ? [] : [[workflowId, name.slice(0, longestName)] as const],
    );
  return ok(new Map(names));
}
const longestName = 200;
