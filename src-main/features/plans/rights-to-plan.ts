import type { Role } from '#shared/contract/define.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { refused, type Result } from '#shared/contract/result.ts';
import type { Persona } from '#shared/contract/session.ts';
import { listed } from '#shared/domain/formatting.ts';
import { findStarters, maySeeTenants, type Scope } from '#shared/permissions.ts';

type Planned = Pick<Plan, 'kind' | 'tenantId' | 'many'>;

/** A plan is for people who may see all its tenants; one that may be about any tenant, for those who see them all. */
export function maySeePlan(scope: Scope | null, { tenantId, many }: Planned): boolean {
  return maySeeTenants(scope, tenantId === null ? many?.batches.map((one) => one.tenantId) : [tenantId]);
}

/** The gate admits everyone who may start or change a job of any kind. */
export function refuseRole(
  allowed: readonly Role[],
  { role }: Pick<Persona, 'role'>,
): Result<never> | undefined {
  if (allowed.includes(role)) return undefined;
  const message = `This requires the ${allowed.join(' or ')} role; your role is ${role}. Nothing was done.`;
  return refused({ code: 'role-required', message, role, allowed: [...allowed] });
}

/**
 * Says why a job must not resume automatically for the person who started it; null where it may. It would act with the
 * rights of its connection, and its person may have lost theirs since.
 */
export function whyNotGoOn(plan: Planned, who: Pick<Persona, 'name' | 'role' | 'tenants'>): string | null {
  const allowed = findStarters(plan.kind);
  const lost = !allowed.includes(who.role)
    ? `the ${listed(allowed, 'or')} role that this job requires`
    : maySeePlan(who, plan)
      ? null
      : 'access to all tenants of this job';
  if (lost === null) return null;
  return `${who.name} no longer has ${lost}. Nothing more was sent. Resume it when they have it again, or make a new plan for the rest.`;
}
