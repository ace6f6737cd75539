import { createHash } from 'node:crypto';
import type { Collection } from '../../journal/store.ts';
import type { World } from '../../world/world.ts';
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

/** A part of a role's statement that no call has needed so far. */
export interface UnusedPermission {
  readonly role: string;
  readonly statement: number;
  readonly action?: string;
  readonly resource?: string;
}

/** Decides what the roles of this world may do, and remembers what they did. */
export interface Access {
  /** Returns the first thing that the caller of this request may not do. Callers without a role may do everything. */
  findRefusal(request: WireRequest, call: ServiceCall): RefusedAccess | undefined;
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
  const used = new Map<string, Map<string, AccessRequest>>();
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
    if (!evaluatePolicies(record.statements, request).isAllowed) return false;
    const ofRole = used.get(role) ?? new Map<string, AccessRequest>();
    used.set(role, ofRole);
    const { action, resource, context } = request;
    ofRole.set(JSON.stringify([action, resource, context]), request);
    return true;
  };
  const decide = (role: string, request: AccessRequest): boolean => {
    const isAllowed = isUsable(role, request);
    if (!isAllowed) refused.push({ role, ...request });
    return isAllowed;
  };

  return {
    findRefusal(request, call) {
      const role = findRoleOfKey(readAccessKey(request));
      if (role === undefined) return undefined;
      const denied = listRequiredAccess(world, call).find((one) => !decide(role, one));
      return denied && { role, ...denied };
    },
    isAllowed: (roleArn, request) => decide(parseRoleName(roleArn), request),
    noteUse(roleArn, requests) {
      for (const request of requests) isUsable(parseRoleName(roleArn), request);
    },
    refused: () => refused,
    unused: () =>
      [...roles().entries()].flatMap(([role, { statements }]) =>
        listUnused(role, statements, [...(used.get(role)?.values() ?? [])]),
      ),
  };
}

function listUnused(
  role: string,
  statements: readonly PolicyStatement[],
  requests: readonly AccessRequest[],
): readonly UnusedPermission[] {
  return statements.flatMap((statement, index) => {
    if (statement.Effect === 'Deny') return [];
    const matching = requests.filter((request) => evaluatePolicies([statement], request).isAllowed);
    const actions = statement.Action.filter(
      (pattern) => !matching.some(({ action }) => matchesAction(pattern, action)),
    );
    const resources = statement.Resource.filter(
      (pattern) => !matching.some(({ resource }) => matchesPattern(pattern, resource)),
    );
    return [
      ...actions.map((action) => ({ role, statement: index, action })),
      ...resources.map((resource) => ({ role, statement: index, resource })),
    ];
  });
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
