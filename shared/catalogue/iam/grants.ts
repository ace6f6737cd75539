import type { Role } from '../../contract/define.ts';
import { findDeclared, type PatternDeclaration, type SystemDeclaration } from '../declaration.ts';
import { locate, type Located } from '../questions/locate.ts';
import { isResourceName, tableArn, type PolicyConnection } from './arns.ts';
import { toPartitionPattern, partitionsOfTenant } from './policy-statements.ts';

/** Allows one action on one table or index. With partitions, it allows only those. */
export interface Grant {
  readonly action: string;
  readonly resource: string;
  readonly partitions: readonly string[] | null;
}

interface Scope {
  readonly connection: PolicyConnection;
  readonly role: Role;
  readonly tenant: string | null;
}

/** The partitions that are open: all of them, only those that patterns ask for, or one tenant's. */
type Reach = 'all' | 'asked' | { readonly parameter: string; readonly tenant: string };

interface Granted {
  readonly grants: readonly Grant[];
  readonly notes: readonly string[];
}

/** Returns the grants that the patterns of a system need, and a note on each of the role's patterns that gets none. */
export function collectGrants(
  system: SystemDeclaration,
  names: Readonly<Record<string, string | null>>,
  scope: Scope,
): Granted {
  const patterns = Object.entries(system.patterns)
    .filter(([, pattern]) => roleReadsPattern(scope.role, system.id, pattern))
    .map(([key]) => locate(system, key));
  if (patterns.length === 0) return { grants: [], notes: [] };
  if (scope.tenant !== null && system.tenant === undefined) {
    const why = 'its keys do not show the tenant, so it cannot be limited to one';
    return { grants: [], notes: [`${system.name} is left out: ${why}.`] };
  }
  const asksAll = patterns.length === Object.keys(system.patterns).length;
  const reach = findReach(system, scope.tenant, asksAll);
  const all = patterns.map((located) => grantsOfPattern(system, located, names, scope.connection, reach));
  return {
    grants: all.flatMap(({ grants }) => grants),
    notes: [...new Set([...aboutSortKeys(system, asksAll), ...all.flatMap(({ notes }) => notes)])],
  };
}

function findReach(system: SystemDeclaration, tenant: string | null, asksAll: boolean): Reach {
  if (tenant !== null && system.tenant !== undefined) return { parameter: system.tenant, tenant };
  return asksAll ? 'all' : 'asked';
}

function aboutSortKeys({ name }: SystemDeclaration, asksAll: boolean): readonly string[] {
  if (asksAll) return [];
  return [
    `${name}: IAM sees partition keys and no sort keys, so read access to a partition covers everything in it.`,
  ];
}

function grantsOfPattern(
  system: SystemDeclaration,
  located: Located,
  names: Readonly<Record<string, string | null>>,
  connection: PolicyConnection,
  reach: Reach,
): Granted {
  const { pattern, tableKey, indexName, operation } = located;
  const name = findDeclared(names, tableKey) ?? null;
  const unusable = nameProblem(system, tableKey, name, indexName);
  if (name === null || unusable !== null) return { grants: [], notes: unusable === null ? [] : [unusable] };

  const table = tableArn(connection, name);
  const partitions = partitionsIn(pattern.partition, reach);
  if (partitions === undefined) {
    const question = `${system.name}, ${pattern.number} “${pattern.asks}”`;
    return {
      grants: [],
      notes: [`${question} is refused: ${notHeld(pattern.partition, system)} (${pattern.on}).`],
    };
  }
  const asked: Grant = {
    action: `dynamodb:${operation}`,
    resource: indexName === null ? table : `${table}/index/${indexName}`,
    partitions,
  };
  const again = readAgain(system, located, table, reach);
  // "Check connection" compares the table's shape with the catalogue's. DescribeTable reveals no items.
  const shape: Grant = { action: 'dynamodb:DescribeTable', resource: table, partitions: null };
  return { grants: [asked, ...again.grants, shape], notes: again.notes };
}

/** Items from lists are read again one by one, by the base key, after an action and when a value is revealed. */
function readAgain(
  system: SystemDeclaration,
  { pattern, table }: Located,
  resource: string,
  reach: Reach,
): Granted {
  const grants: Grant[] = [];
  const notes: string[] = [];
  for (const entity of pattern.returns) {
    const keys = findDeclared(system.entities, entity)?.keys;
    const template = findDeclared(keys, table.partition.name);
    if (template === undefined) continue;
    const partitions = partitionsIn(template, reach);
    if (partitions !== undefined) grants.push({ action: 'dynamodb:GetItem', resource, partitions });
    else {
      notes.push(
        `${system.name}: a ${entity} can be listed and not read again by its key: ${notHeld(template, system)}.`,
      );
    }
  }
  return { grants, notes };
}

/** Returns null for all partitions, and undefined if they cannot be limited to the tenant. */
function partitionsIn(template: string, reach: Reach): readonly string[] | null | undefined {
  if (reach === 'all') return null;
  if (reach === 'asked') {
    const asked = toPartitionPattern(template);
    return asked === '*' ? null : [asked];
  }
  const own = partitionsOfTenant(template, reach.parameter, reach.tenant);
  return own === null ? undefined : [own];
}

function notHeld(template: string, system: SystemDeclaration): string {
  return `nothing that IAM can match ties the partition ${template} to one ${system.tenant ?? 'tenant'}`;
}

function nameProblem(
  system: SystemDeclaration,
  tableKey: string,
  name: string | null,
  indexName: string | null,
): string | null {
  const table = `${system.name}: the table "${tableKey}" is left out`;
  if (name === null) return `${table}, because the connection neither names it nor has a stage.`;
  if (!isResourceName(name)) return `${table}, because "${name}" cannot be the name of a table.`;
  if (indexName === null || isResourceName(indexName)) return null;
  return `${system.name}: the index "${indexName}" is left out, because that cannot be the name of an index.`;
}

interface RoleReads {
  readonly because: string;
  /** Maps a system to the reason why the role's work reads nothing from it. */
  readonly without?: Readonly<Record<string, string>>;
  /** Maps a system to the entities that the role's work shows. Systems that are not named are left out. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
}

/** Lists what each role reads on its own screens. AWS refuses everything else that the Explorer could ask. */
export const roleReads: Readonly<Record<Role, RoleReads>> = {
  admin: { because: 'Admin answers for every system and reads all of them.' },
  support: {
    because: 'Support reads what triage, dead letters and downloads show, and any system of a file.',
    without: {
      funds: 'no screen of support shows a position or an amount',
      hr: 'no screen of support shows who is employed or applies',
    },
  },
  reviewer: {
    because:
      'A reviewer reads documents, their batches, workflows and history, which tenants there are, where documents wait, and what colleagues did.',
    only: {
      extraction: [
        'TenantInDirectory',
        'Tenant',
        'Workflow',
        'Batch',
        'Document',
        'DocumentEvent',
        'Attention',
        'AttentionState',
        'TenantActivity',
        'Activity',
        'BatchActivity',
        'BatchWork',
      ],
    },
  },
};

/** A pattern belongs to a role if the role reads every entity that the pattern may return. */
export function roleReadsPattern(role: Role, systemId: string, pattern: PatternDeclaration): boolean {
  const { without = {}, only } = roleReads[role];
  if (Object.hasOwn(without, systemId)) return false;
  if (only === undefined) return true;
  const entities = findDeclared(only, systemId) ?? [];
  return pattern.returns.length > 0 && pattern.returns.every((entity) => entities.includes(entity));
}
