import { capitalize, listed } from '../../domain/formatting.ts';
import type { Grant } from './grants.ts';
import { listAllGrants, type PolicyRequest } from './policy.ts';
import {
  allowStatements,
  managedPolicyLimit,
  policySize,
  tenantProblem,
  type PolicyDocument,
  type PolicyStatement,
} from './policy-statements.ts';

export interface DeniedAction {
  readonly action: string;
  readonly resource: string;
}

/** The person who was denied, and the connection. */
export interface DeniedTo extends Omit<PolicyRequest, 'tenant'> {
  readonly tenants: '*' | readonly string[];
}

interface DeniedPolicy {
  /** The document is null if nothing that was denied may be allowed. */
  readonly document: PolicyDocument | null;
  readonly notes: readonly string[];
}

/**
 * Builds a policy that allows what was denied, as far as the policy of this person's role includes it: under the same
 * conditions, and for each tenant that they see. Pasting it never opens another tenant's partitions.
 */
export function deniedPolicy(denied: readonly DeniedAction[], to: DeniedTo): DeniedPolicy {
  const tenants = to.tenants === '*' ? [null] : to.tenants;
  const problems = tenants.flatMap((tenant) => aboutTenant(tenant));
  const may = tenants
    .filter((tenant) => aboutTenant(tenant).length === 0)
    .flatMap((tenant) => listAllGrants({ ...to, tenant }));
  const found = denied.map((one) => ({
    ...one,
    grants: isUseOfKey(one)
      ? [{ ...one, partitions: null }]
      : may.filter((grant) => coversAction(grant, one)),
  }));
  const left = found.filter(({ grants }) => grants.length === 0).map(({ action }) => action);
  const notes = [...problems, ...aboutLeft([...new Set(left)].toSorted(), to)];
  const grants = found.flatMap((one) => one.grants).toSorted(byAction);
  if (grants.length === 0) return { document: null, notes };
  const taken = new Map<string, number>();
  const Statement = allowStatements(grants).map((statement): PolicyStatement => {
    const service = readService(statement.Action[0] ?? '');
    const number = (taken.get(service) ?? 0) + 1;
    taken.set(service, number);
    return { Sid: toStatementId(service, number), ...statement };
  });
  const document: PolicyDocument = { Version: '2012-10-17', Statement };
  return { document, notes: [...notes, ...aboutSize(policySize(document))] };
}

/** A denial on all files may only be answered with one tenant's folder. */
function coversAction(grant: Grant, { action, resource }: DeniedAction): boolean {
  const isWithin = resource.endsWith('/*') && grant.resource.startsWith(resource.slice(0, -1));
  return grant.action === action && (grant.resource === resource || isWithin);
}

/**
 * Only AWS knows which key encrypts something, so no role's policy can name it. Allowing one key opens no further data.
 */
function isUseOfKey({ action, resource }: DeniedAction): boolean {
  const isKey = /^arn:[a-z-]+:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]+$/.test(resource);
  return isKey && (action === 'kms:Decrypt' || action === 'kms:GenerateDataKey');
}

function byAction(one: Grant, other: Grant): number {
  return one.action === other.action ? 0 : one.action < other.action ? -1 : 1;
}

function aboutTenant(tenant: string | null): readonly string[] {
  const problem = tenant === null ? null : tenantProblem(tenant);
  return problem === null ? [] : [`The policy has nothing for the tenant "${tenant}": its id ${problem}.`];
}

function aboutLeft(actions: readonly string[], { role, tenants }: DeniedTo): readonly string[] {
  if (actions.length === 0) return [];
  const why =
    tenants === '*'
      ? `what the policy of the role ${role} does not have`
      : 'what cannot be held to the tenants that you see';
  return [`The policy leaves out ${why}: ${listed(actions)}.`];
}

function aboutSize(size: number): readonly string[] {
  if (size <= managedPolicyLimit) return [];
  return [
    `The policy has ${size} characters, and IAM takes ${managedPolicyLimit} in a managed policy: make ${Math.ceil(size / managedPolicyLimit) + 1} of it, some statements in each, or put it into the role itself, which takes 10,240.`,
  ];
}

function readService(action: string): string {
  return action.slice(0, Math.max(0, action.indexOf(':')));
}

/** A Sid may only have letters and digits: AllowDynamodb, AllowDynamodb2. */
function toStatementId(service: string, number: number): string {
  const word = service.replaceAll(/[^a-z0-9]/gi, '');
  return `Allow${capitalize(word)}${number === 1 ? '' : number}`;
}
