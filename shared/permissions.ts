import {
  jobRunners,
  listSavers,
  messageChangers,
  messageReaders,
  reviewers,
  thresholdSavers,
} from './contract/allowed-roles.ts';
import type { Role } from './contract/define.ts';
import { listed } from './domain/formatting.ts';
import { findJobKind, type JobKind } from './domain/job-kinds/job-kinds.ts';
import type { ConnectionSummary, Persona } from './contract/session.ts';

/** The tenants that a person may see. It is null until the console knows, and AWS itself decides then. */
export interface Scope {
  readonly tenants: '*' | readonly string[];
}

type Person = Pick<Persona, 'role' | 'tenants'>;
/** Roles of other people come from the pipeline's tables, where they are plain text. */
interface Worker {
  readonly role: string | null;
}

type Lock = Pick<ConnectionSummary, 'name' | 'readOnly' | 'unlockable'>;

/** Returns the only tenants that a person may see; null where the console sets no limit. */
export function listOnlyTenants(who: Scope | null): readonly string[] | null {
  return who === null || who.tenants === '*' ? null : who.tenants;
}

/** Data that may belong to any tenant, such as the messages of a queue, requires access to all tenants. */
export function maySeeAll(who: Scope | null): boolean {
  return listOnlyTenants(who) === null;
}

export function maySeeTenant(who: Scope | null, tenantId: string): boolean {
  return listOnlyTenants(who)?.includes(tenantId) ?? true;
}

/** Tells whether a person may see each of these tenants; without a list it may be any tenant. */
export function maySeeTenants(who: Scope | null, tenantIds: readonly string[] | null | undefined): boolean {
  return maySeeAll(who) || (tenantIds?.every((tenantId) => maySeeTenant(who, tenantId)) ?? false);
}

/**
 * CloudWatch counts over all tenants, so its figures are only for people who see them all. Unlike above, this and all
 * that follows requires a known person: pages do not ask for what would be refused.
 */
export function maySeeFigures(who: Scope | null): boolean {
  return who !== null && maySeeAll(who);
}

/** Files name no tenant, so only people who may see every tenant can look (decision 015). */
export function maySeeDownloads(who: Scope | null): boolean {
  return who !== null && maySeeAll(who);
}

/** Causes of failures are counted over all tenants. */
export function maySeeCauses(who: Scope | null): boolean {
  return who !== null && maySeeAll(who);
}

/** Says why causes of failures cannot be seen: a cause is of every tenant that it hits. */
export function whyNotSeeCauses(who: Scope | null): string | undefined {
  return maySeeAll(who) ? undefined : 'Causes of failures cover all tenants, and you see only some.';
}

/** Says why a day, a cause or a person's activity cannot be listed: it is of every tenant. */
export function whyNotSeeAllActivity(who: Scope | null): string | undefined {
  return maySeeAll(who)
    ? undefined
    : 'Activity by day, cause or person covers all tenants, and you see only some.';
}

/** Says why a job cannot be bound to an alarm or a queue: the job would tell their figures, which are of every tenant. */
export function whyNotChooseConditions(who: Scope | null): string | undefined {
  return maySeeAll(who)
    ? undefined
    : 'Alarms and queues cover all tenants, and you see only some, so you cannot bind a job to them.';
}

/** Says why a person cannot be noted as working on a cause. */
export function whyNotWorkOnCauses(who: Person | null, connection: Lock | null): string | undefined {
  return whyNotSeeCauses(who) ?? whyNotRerun(who) ?? whyLocked(connection);
}

/** Says why a person cannot be noted as working on a batch. */
export function whyNotWorkOnBatches(who: Person | null, connection: Lock | null): string | undefined {
  return whyNotRerun(who) ?? whyLocked(connection);
}

/** Which items of an unknown table belong to which tenant is not known, so only people who see all can describe it. */
export function whyNotDescribe(who: Scope | null): string | undefined {
  return maySeeAll(who) ? undefined : 'Describing a table requires access to all tenants.';
}

/** A queue holds the messages of every tenant, so only people who may see every tenant can look. */
export function maySeeQueues(who: Person | null): boolean {
  return mayReadMessages(who) && maySeeAll(who);
}

/** Tells whether the role allows it, for a person who perhaps lacks only the tenants. */
export function mayReadMessages(who: Worker | null): boolean {
  return hasRole(messageReaders, who);
}

/** Redriving, editing and discarding messages, and moving a whole queue. */
export function mayChangeMessages(who: Worker | null): boolean {
  return hasRole(messageChangers, who);
}

/** Showing a masked value of a message, or exporting messages without masks. */
export function maySeeUnmasked(who: Worker | null): boolean {
  return hasRole(messageChangers, who);
}

export function mayReview(who: Worker | null): boolean {
  return hasRole(reviewers, who);
}

/** Returns the roles that may stop jobs of a kind, and start them where no more is required. */
export function findRoles(kind: JobKind): readonly Role[] {
  return findJobKind(kind).roles ?? jobRunners;
}

/** Returns the roles that may start and resume jobs of a kind: changing messages requires more than braking such a job. */
export function findStarters(kind: JobKind): readonly Role[] {
  return findJobKind(kind).family === 'messages' ? messageChangers : findRoles(kind);
}

/** Every bulk action is a plan that becomes a job. */
export function mayRunJobs(who: Worker | null): boolean {
  return hasRole(jobRunners, who);
}

export function maySaveThresholds(who: Person | null, tenantId: string): boolean {
  return hasRole(thresholdSavers, who) && maySeeTenant(who, tenantId);
}

/** The gate checks the roles of each call; a page reads them here, so that nothing is offered that it would refuse. */
function hasRole(roles: readonly Role[], who: Worker | null): boolean {
  return who !== null && roles.some((role) => role === who.role);
}

/** Returns the reason why nothing can be changed on a connection, with the remedy; null if changes are possible. */
export function whyReadOnly({ name, readOnly, unlockable }: Lock): string | null {
  if (!readOnly) return null;
  return unlockable
    ? `${name} is open read-only: production is locked. Unlock it for writing first.`
    : `${name} is open read-only: its entry in connections.json says so.`;
}

/** The reasons below are shown beside what a person cannot do; undefined where they can. */

/** Says why documents cannot be reprocessed and executions not be redriven or stopped. */
export function whyNotRerun(who: Worker | null): string | undefined {
  if (who === null) return 'Your role on this connection is unknown. Requires the support or admin role.';
  return mayRunJobs(who) ? undefined : 'Requires the support or admin role.';
}

/** Says why a job cannot be braked, resumed or ended; null where it can. */
export function whyNotRunJobs(who: Worker | null, kind?: JobKind): string | null {
  const roles = kind === undefined ? jobRunners : findRoles(kind);
  const needs = `Requires the ${listed(roles, 'or')} role.`;
  if (who === null) return needs;
  return hasRole(roles, who) ? null : `${needs} You work as ${who.role}.`;
}

/** Says why nothing can be requeued, run again or closed. */
export function whyNotChangeDownloads(who: Worker | null): string | undefined {
  if (who === null) return viewOnly;
  return mayRunJobs(who) ? undefined : 'Requeue, run again and close require the support or admin role.';
}

/** Says why the thresholds of a tenant's workflow cannot be saved. */
export function whyNotSaveThresholds(
  who: Person | null,
  connection: Lock | null,
  tenantId: string,
): string | undefined {
  if (who === null) return 'Your role on this connection is unknown, so nothing can be saved.';
  if (!hasRole(thresholdSavers, who)) {
    return `Saving requires the admin role; yours is ${who.role}. You can move the handles and share the link.`;
  }
  if (!maySeeTenant(who, tenantId)) return "You don't have access to this tenant.";
  return whyLocked(connection);
}

/** Says why the rules of review of a tenant's workflow, and its suppliers and purchase orders, cannot be changed. */
export function whyNotChangeLists(
  who: Person | null,
  connection: Lock | null,
  tenantId: string,
): string | undefined {
  if (who === null) return 'Your role on this connection is unknown, so nothing can be saved.';
  if (!hasRole(listSavers, who)) return `Saving requires the admin role; yours is ${who.role}.`;
  if (!maySeeTenant(who, tenantId)) return "You don't have access to this tenant.";
  return whyLocked(connection);
}

/** A tenant's bank accounts are shown to those who keep the list. */
export function maySeeLists(who: Person | null, tenantId: string): boolean {
  return hasRole(listSavers, who) && maySeeTenant(who, tenantId);
}

/** Says why the messages of a queue cannot be changed. */
export function whyNotChangeMessages(who: Worker | null, connection: Lock | null): string | undefined {
  if (who === null) return viewOnly;
  if (!mayChangeMessages(who)) {
    return 'Redrive, edit and discard require the admin role. Support can view and export masked.';
  }
  return whyLocked(connection);
}

/** Says why messages cannot be received or held for longer: both hide them from other readers. */
export function whyNotReceive(connection: Lock | null): string | undefined {
  return whyLocked(connection);
}

/** Says why a move cannot be stopped. In production that is possible even when the connection has locked itself. */
export function whyNotStopMove(who: Worker | null, connection: Lock | null): string | undefined {
  return whyNotChangeMessages(who, connection?.unlockable === true ? null : connection);
}

const viewOnly = 'Your role on this connection is unknown. View only.';

function whyLocked(connection: Lock | null): string | undefined {
  return (connection && whyReadOnly(connection)) ?? undefined;
}
