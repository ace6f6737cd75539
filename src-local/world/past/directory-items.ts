import { sandboxPersonas } from '#shared/sandbox/personas.ts';
import type { HistoryEvent } from '#pipelines/extraction/item-shapes.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { toStoredWorkflow, toStoredWorkflowEvent } from '#pipelines/extraction/stored-items.ts';
import type { PlainItem } from '#pipelines/plain-items.ts';
import { hashText } from '../randomness.ts';
import { findAdmin, findSettings, listChanges, people, type Person } from './tenants.ts';
import type { PlannedTenant, PlannedWorkflow } from './plan.ts';
import type { PastPlan } from './past-plan.ts';
import { formatIsoTime, makeUlid } from './made-ids.ts';

const day = 86_400_000;

/** Everything but batches and what is in them: tenants, people, projects, workflows and who changed them. */
export function directoryItems(plan: PastPlan): PlainItem[] {
  const { anchor, tenants } = plan;
  return [
    ...tenants.map((tenant) => ({ ...keyOf.directory(tenant.tenantId), ...describeTenant(tenant, anchor) })),
    ...tenants.flatMap((tenant) => tenantItems(plan, tenant)),
    ...tenants.flatMap((tenant) => listObjectives(tenant, anchor)),
    ...people.flatMap((person) => personItems(person, anchor)),
  ];
}

/** Lists the workflows of a tenant that have an objective. */
function listObjectives({ tenantId, projects }: PlannedTenant, anchor: number): PlainItem[] {
  return projects
    .flatMap(({ workflows }) => workflows)
    .filter(({ objective }) => objective !== undefined)
    .map(({ projectId, workflowId }) => ({
      ...keyOf.objective(tenantId, projectId, workflowId),
      ...since(anchor - 40 * day),
    }));
}

/** Returns the attributes that a tenant has both in the list of all tenants and in its own partition. */
export function describeTenant({ name, plan }: PlannedTenant, anchor: number): PlainItem {
  return { ...since(anchor - 400 * day), name, plan };
}

/** `batches`: at least those of the tenant. */
export function tenantItems(
  { anchor, batches }: Pick<PastPlan, 'anchor' | 'batches'>,
  tenant: PlannedTenant,
): PlainItem[] {
  const { tenantId, projects } = tenant;
  return [
    { ...keyOf.tenant(tenantId), ...describeTenant(tenant, anchor) },
    ...projects.map((project): PlainItem => {
      const { projectId } = project;
      const own = batches.filter(
        ({ workflow }) => workflow.tenantId === tenantId && workflow.projectId === projectId,
      );
      const latest = own.reduce((most, { submittedAt }) => Math.max(most, submittedAt), anchor - 300 * day);
      return {
        ...keyOf.project(tenantId, projectId),
        version: 1 + own.length,
        createdAt: formatIsoTime(anchor - 300 * day),
        updatedAt: formatIsoTime(latest),
        name: project.name,
        batchCount: own.length,
      };
    }),
    ...projects.flatMap(({ workflows }) => workflows.flatMap((workflow) => workflowItems(workflow, anchor))),
    ...listPersonas(tenantId, anchor),
  ];
}

/** A persona reviews in this tenant, and can be assigned documents. */
function listPersonas(tenantId: string, anchor: number): PlainItem[] {
  return sandboxPersonas
    .filter(({ role, tenants }) => role !== 'support' && tenants === '*')
    .map(({ id, name, role }) => ({
      ...keyOf.userInTenant(tenantId, id),
      ...since(anchor - 310 * day),
      name,
      role,
    }));
}

export function personItems({ userId, name, email, roles }: Person, anchor: number): PlainItem[] {
  const common = { ...since(anchor - 310 * day), name };
  const tenantIds = Object.keys(roles);
  return [
    {
      ...keyOf.user(userId),
      GSI1PK: email,
      GSI1SK: `USER#${userId}`,
      ...common,
      email,
      tenantIds: new Set(tenantIds),
    },
    ...tenantIds.map((tenantId) => ({
      ...keyOf.userInTenant(tenantId, userId),
      ...common,
      role: roles[tenantId] || undefined,
    })),
  ];
}

function workflowItems(workflow: PlannedWorkflow, anchor: number): PlainItem[] {
  const { kind: _, about: __, filePrefix: ___, redesigned: ____, ...attributes } = workflow;
  const { tenantId, workflowId } = workflow;
  const madeAt = anchor - (62 + ((workflowId.length * 37) % 140)) * day;
  const changes = listChanges(workflow).map((change) => ({
    ...change,
    at: Math.ceil(anchor - change.daysAgo * day),
  }));
  const actor = findAdmin(tenantId)?.userId ?? 'admin';
  const hash = hashText(`${tenantId}/${workflowId}`);
  const event = (
    at: number,
    place: number,
    rest: Pick<HistoryEvent, 'what' | 'reason' | 'before' | 'after'>,
    by = actor,
  ) =>
    toStoredWorkflowEvent(tenantId, workflowId, {
      eventId: makeUlid(at, hash, place),
      at: formatIsoTime(at),
      actor: by,
      ...rest,
    });
  return [
    toStoredWorkflow({
      ...attributes,
      version: 1 + changes.length,
      createdAt: formatIsoTime(madeAt),
      updatedAt: formatIsoTime(changes.at(-1)?.at ?? madeAt),
    }),
    event(madeAt, 0, { what: 'created' }),
    ...changes.map(({ at, what, reason, by, before }, place) => {
      const [old, now] = [findSettings(workflow, at - 1, anchor), findSettings(workflow, at, anchor)];
      const values = {
        'schema changed': { before, after: { fields: Object.keys(workflow.schema).length } },
        'second review changed': {
          before: { secondReview: old.secondReview ?? 'none' },
          after: { secondReview: now.secondReview ?? 'none' },
        },
        'thresholds changed': { before: { ...old.thresholds }, after: { ...now.thresholds } },
      };
      return event(at, place + 1, { what, reason, ...values[what] }, by);
    }),
  ];
}

function since(time: number): { version: number; createdAt: string; updatedAt: string } {
  return { version: 1, createdAt: formatIsoTime(time), updatedAt: formatIsoTime(time) };
}
