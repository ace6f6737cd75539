import type { Thresholds } from '#shared/domain/statuses.ts';
import { hashText, throwDie } from '../randomness.ts';
import { buildSchema } from '../sheets/fields.ts';
import allPeople from './people.json' with { type: 'json' };
import type { PlannedTenant, PlannedWorkflow } from './plan.ts';
import allTenants from './tenants.json' with { type: 'json' };
import allChanges from './workflow-changes.json' with { type: 'json' };

type Written<T, U extends keyof T> = Omit<T, U>;
type WrittenWorkflow = Written<PlannedWorkflow, 'tenantId' | 'projectId' | 'schema'>;
type WrittenTenant = Written<PlannedTenant, 'projects'> & {
  readonly projects: readonly {
    readonly projectId: string;
    readonly name: string;
    readonly workflows: readonly WrittenWorkflow[];
  }[];
};

/** The tenants own the documents, and their workflows say what is read from them. */
export const everyTenant = (allTenants as readonly WrittenTenant[]).map(
  ({ projects, ...tenant }): PlannedTenant => ({
    ...tenant,
    projects: projects.map(({ workflows, ...project }) => ({
      ...project,
      workflows: workflows.map((workflow) => ({
        ...workflow,
        tenantId: tenant.tenantId,
        projectId: project.projectId,
        schema: buildSchema(workflow.kind, workflow.about),
      })),
    })),
  }),
);

export const awkwardTenantId = 'quill';

/** All but the awkward tenant, a small customer whose data is not as anybody expected. */
export const tenants = everyTenant.filter(({ tenantId }) => tenantId !== awkwardTenantId);

export function findWorkflow(tenantId: string, workflowId: string): PlannedWorkflow {
  const found = everyTenant
    .filter((tenant) => tenant.tenantId === tenantId)
    .flatMap(({ projects }) => projects.flatMap(({ workflows }) => workflows))
    .find((workflow) => workflow.workflowId === workflowId);
  if (!found) throw new Error(`There is no workflow ${tenantId}/${workflowId}`);
  return found;
}

/** A person who works for a tenant: a reviewer, or the owner of a workflow. */
export interface Person {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly roles: Readonly<Partial<Record<string, string>>>;
}

const everyPerson: readonly Person[] = allPeople;
const isAwkward = ({ roles }: Person): boolean => Object.hasOwn(roles, awkwardTenantId);
export const people = everyPerson.filter((person) => !isAwkward(person));
/** The role of the only person at the awkward tenant was never written down. */
export const awkwardPeople = everyPerson.filter(isAwkward);

export function listReviewers(tenantId: string): readonly Person[] {
  return listPeople(tenantId).filter(({ roles }) => roles[tenantId] === 'reviewer');
}

export function findAdmin(tenantId: string): Person | undefined {
  return listPeople(tenantId).find(({ roles }) => roles[tenantId] === 'admin');
}

const idsWithStory = new Set(everyTenant.map(({ tenantId }) => tenantId));

/** Lists who works for a tenant. Those of a tenant without a story follow from its id. */
export function listPeople(tenantId: string): readonly Person[] {
  if (idsWithStory.has(tenantId)) return people.filter(({ roles }) => Object.hasOwn(roles, tenantId));
  const hash = hashText(tenantId);
  return ['admin', 'reviewer', 'reviewer'].map((role, place) => {
    const name = [givenNames, familyNames].map((names, part) => {
      const start = Math.floor(throwDie(hash, part) * names.length);
      return names[(start + place * 5) % names.length] ?? '';
    });
    const mailbox = name.join('.').toLowerCase();
    return {
      // The tenant is part of it, so that an id leads to its tenant.
      userId: `user-${mailbox.replace('.', '-')}.${tenantId}`,
      name: name.join(' '),
      email: `${mailbox}@${tenantId}.example`,
      roles: { [tenantId]: role },
    };
  });
}

const givenNames = (
  'Ada Amara Anders Beata Bruno Carmen Chidi Dalia Dmitri Edith Emeka Farah Felix Greta Hana Hugo Ines Ivo Jana Jonas ' +
  'Kaya Kofi Lena Luca Malin Mateo Nadia Nils Olga Omar Paula Pavel Rasmus Rosa Samir Sigrid Tariq Thea Ulrich Vera Wanda Yusuf'
).split(' ');
const familyNames = (
  'Abara Ahlgren Baptiste Bauer Castell Cermak Demir Dubois Eklund Eriksen Falk Fontaine Gruber Haddad Hansen Ibarra Jansen ' +
  'Kaplan Keller Kowal Lindgren Lorca Marchetti Meyer Nakata Novak Okafor Olsen Paredes Petrov Quist Rahman Rossi Sandoval ' +
  'Soler Tanaka Thorne Ueda Varga Vogel Weiss Winter Zeller'
).split(' ');

/** A change that a workflow's admin made, with the reason. */
interface WorkflowChange {
  readonly daysAgo: number;
  readonly what: 'thresholds changed' | 'schema changed' | 'second review changed';
  readonly reason: string;
  /** Undefined means the tenant's own admin. */
  readonly by?: string;
  /** The changed values, as they were before. */
  readonly before: Readonly<Record<string, number>>;
}

const changes = new Map(Object.entries(allChanges)) as ReadonlyMap<string, readonly WorkflowChange[]>;
const day = 86_400_000;

/** Lists the changes, oldest first. */
export function listChanges({
  tenantId,
  workflowId,
}: Pick<PlannedWorkflow, 'tenantId' | 'workflowId'>): readonly WorkflowChange[] {
  return changes.get(`${tenantId}/${workflowId}`) ?? [];
}

/** Returns the version of a workflow at this time: each change of it made the next. */
export function countVersion(workflow: PlannedWorkflow, time: number, anchor: number): number {
  return 1 + listChanges(workflow).filter(({ daysAgo }) => anchor - daysAgo * day <= time).length;
}

/** Returns the settings of a batch that was submitted at this time. */
export function findSettings(
  workflow: PlannedWorkflow,
  time: number,
  anchor: number,
): { readonly thresholds: Thresholds; readonly secondReview: 'blind' | undefined } {
  const since = listChanges(workflow).filter(({ daysAgo }) => anchor - daysAgo * day > time);
  const then: PlannedWorkflow = Object.assign(
    { ...workflow },
    ...since.map(({ before }) => before).toReversed(),
  );
  const { confidenceThreshold, reviewThreshold } = then;
  const hadNone = since.some(({ what }) => what === 'second review changed');
  return {
    thresholds: { confidenceThreshold, reviewThreshold },
    secondReview: hadNone ? undefined : workflow.secondReview,
  };
}
