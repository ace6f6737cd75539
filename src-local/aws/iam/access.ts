import { createHash } from 'node:crypto';
import type { Collection } from '../../journal/store.ts';
import type { World } from '../../world/world.ts';
import { nameObjectsCollection, type ObjectRecord } from '../s3/s3-records.ts';
import { accessDenied } from '../protocol/aws-error.ts';
import type { WireRequest } from '../protocol/wire.ts';
import {
  evaluatePolicies,
  matchesAction,
  matchesPattern,
  type AccessRequest,
  type PolicyStatement,
} from './policy.ts';
import { listRequiredAccess, type ServiceCall } from './required-access.ts';

/** A role with the statements of all its policies, as the templates declare it. */
export interface RoleRecord {
  readonly roleArn: string;
  readonly statements: readonly PolicyStatement[];
}

export interface RefusedAccess extends AccessRequest {
  readonly role: string;
}

/** An action and a resource as a policy has them, with their wildcards. */
interface Permission {
  readonly action: string;
  readonly resource: string;
}

/** A permission of a role that no call has needed so far. */
export interface UnusedPermission extends Permission {
  readonly role: string;
}

/** Decides what the roles of this world may do, and remembers what they did. */
export interface Access {
  /** Throws what the service answers where the role that signed a request does not allow the call. */
  requireForCaller(request: WireRequest, call: ServiceCall): void;
  /** The same for a service that calls another one in the name of a role. */
  requireForRole(roleArn: string, call: ServiceCall): void;
  /** Decides and remembers a single use of a role, such as that of Lambda, which reads a queue as the function. */
  isAllowed(roleArn: string, request: AccessRequest): boolean;
  /** Remembers what a service does with a role beside the calls of its functions, where the role allows it. */
  noteUse(roleArn: string, requests: readonly AccessRequest[]): void;
  readonly refused: () => readonly RefusedAccess[];
  /** Lists what the roles allow and nothing has used since the world was opened. */
  readonly unused: () => readonly UnusedPermission[];
}

export const rolesCollection = 'iam/roles';

export function openAccess(world: Pick<World, 'account' | 'region' | 'store'>): Access {
  const roles = (): Collection<RoleRecord> => world.store.collection<RoleRecord>(rolesCollection);
  const refused: RefusedAccess[] = [];
  /** By role. Permissions are kept as they are written in the policies, so that there are never more of them. */
  const used = new Map<string, Set<string>>();
  const rolesByKey = new Map<string, string>();

  const findRoleOfKey = (key: string | undefined): string | undefined => {
    if (key === undefined || !key.startsWith('ASIA')) return undefined;
    // Roles may have been created since.
    if (!rolesByKey.has(key)) for (const role of roles().keys()) rolesByKey.set(deriveAccessKey(role), role);
    return rolesByKey.get(key);
  };
  const isUsable = (role: string, request: AccessRequest): boolean => {
    const record = roles().get(role);
    // A role without a record has no policies that could be read.
    if (!record) return true;
    const { isAllowed, statement } = evaluatePolicies(record.statements, request);
    if (!isAllowed || !statement) return false;
    const ofRole = used.get(role) ?? new Set<string>();
    used.set(role, ofRole);
    for (const permission of listPermissions(statement)) {
      const isNeeded =
        matchesAction(permission.action, request.action) &&
        matchesPattern(permission.resource, request.resource);
      if (isNeeded) ofRole.add(writePermission(permission));
    }
    return true;
  };
  const decide = (role: string, request: AccessRequest): boolean => {
    const isAllowed = isUsable(role, request);
    if (!isAllowed) refused.push({ role, ...request });
    return isAllowed;
  };

  const hasTags = (object: string): boolean => {
    const slash = object.indexOf('/');
    const objects = world.store.collection<ObjectRecord>(nameObjectsCollection(object.slice(0, slash)));
    return (objects.get(object.slice(slash + 1))?.tags.length ?? 0) > 0;
  };
  const requireAll = (role: string, call: ServiceCall): void => {
    const denied = listRequiredAccess(world, call, { hasTags }).find((one) => !decide(role, one));
    if (!denied) return;
    const user = `arn:aws:sts::${world.account}:assumed-role/${role}/${role}`;
    throw accessDenied(call, world.account, { user, action: denied.action, resource: denied.resource });
  };

  return {
    requireForCaller(request, call) {
      // Callers without a role may do everything.
      const role = findRoleOfKey(readAccessKey(request));
      if (role !== undefined) requireAll(role, call);
    },
    requireForRole: (roleArn, call) => requireAll(parseRoleName(roleArn), call),
    isAllowed: (roleArn, request) => decide(parseRoleName(roleArn), request),
    noteUse(roleArn, requests) {
      for (const request of requests) isUsable(parseRoleName(roleArn), request);
    },
    refused: () => refused,
    unused: () =>
      [...roles().entries()].flatMap(([role, { statements }]) =>
        statements
          .flatMap(listPermissions)
          .filter((permission) => !used.get(role)?.has(writePermission(permission)))
          .map((permission) => ({ role, ...permission })),
      ),
  };
}

/** Lists what a statement allows, an action on a resource each. */
function listPermissions({ Effect, Action, Resource }: PolicyStatement): readonly Permission[] {
  if (Effect === 'Deny') return [];
  return Action.flatMap((action) => Resource.map((resource) => ({ action, resource })));
}

function writePermission({ action, resource }: Permission): string {
  return `${action} ${resource}`;
}

/** The name without the path that may precede it. */
export function parseRoleName(roleArn: string): string {
  return roleArn.split('/').at(-1) ?? roleArn;
}

/**
 * The access key that functions with this role sign with. It follows from the name, so an address that was signed
 * before a restart still belongs to its role.
 */
export function deriveAccessKey(role: string): string {
  return `ASIA${createHash('sha256').update(role).digest('hex').slice(0, 16).toUpperCase()}`;
}

function readAccessKey({ headers, query }: WireRequest): string | undefined {
  const signed = /Credential=([^/,\s]+)\//.exec(headers['authorization'] ?? '')?.[1];
  if (signed !== undefined || !query.includes('X-Amz-Credential=')) return signed;
  return new URLSearchParams(query).get('X-Amz-Credential')?.split('/', 1)[0];
}
