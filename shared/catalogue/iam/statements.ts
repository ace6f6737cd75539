import type { Grant } from './grants.ts';
import type { PolicyStatement } from './policy-document.ts';
import { onlyPartitions } from './tenant-scope.ts';

/** The fewest statements that say the same: what has its condition and its actions in common is one. */
export function allowStatements(grants: readonly Grant[]): readonly Omit<PolicyStatement, 'Sid'>[] {
  const isOpen = new Set(
    grants.filter(({ partitions }) => partitions === null).map((grant) => placeOf(grant)),
  );
  const perAction = merged(grants, placeOf, (all) => all.flatMap(({ partitions }) => partitions ?? [])).map(
    ({ one, values }) => ({
      actions: [one.action],
      resources: [one.resource],
      partitions: isOpen.has(placeOf(one)) ? null : values,
    }),
  );
  const perResource = merged(
    perAction,
    ({ resources, partitions }) => [resources, partitions],
    (all) => all.flatMap(({ actions }) => actions),
  ).map(({ one, values }) => ({ ...one, actions: values }));
  const statements = merged(
    perResource,
    ({ actions, partitions }) => [actions, partitions],
    (all) => all.flatMap(({ resources }) => resources),
  ).map(({ one, values }) => ({ ...one, resources: values }));
  return statements.map(({ actions, resources, partitions }) => ({
    Effect: 'Allow',
    Action: actions,
    Resource: resources,
    ...(partitions === null ? {} : { Condition: onlyPartitions(partitions) }),
  }));
}

function placeOf({ action, resource }: Grant): string {
  return `${action} ${resource}`;
}

// Scan and PartiQL read without a pattern. A stream, an export, a backup and a restored copy are the
// whole table by another door, and the rest are writes and administration.
const never = [
  'dynamodb:Scan',
  'dynamodb:PartiQL*',
  'dynamodb:BatchWriteItem',
  'dynamodb:GetRecords',
  'dynamodb:Export*',
  'dynamodb:Restore*',
  'dynamodb:StartAwsBackupJob',
  'dynamodb:EnableKinesisStreamingDestination',
  'dynamodb:Create*',
  'dynamodb:Delete*',
  'dynamodb:Import*',
  'dynamodb:Put*',
  'dynamodb:Update*',
];

/** Denied outright, so that no other policy of the same role can bring it back. */
export function denyStatement(tables: readonly string[]): PolicyStatement {
  return {
    Sid: 'NeverScanStatementOrWrite',
    Effect: 'Deny',
    Action: never,
    // Of a table its indexes, streams, backups and exports, too.
    Resource: tables.flatMap((table) => [table, `${table}/*`]),
  };
}

/** Groups by what `keyOf` says, and gathers of each group, sorted and once each, what `valuesOf` says. */
function merged<T>(
  all: readonly T[],
  keyOf: (one: T) => unknown,
  valuesOf: (group: readonly T[]) => readonly string[],
): readonly { readonly one: T; readonly values: readonly string[] }[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const key = JSON.stringify(keyOf(one));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].map((group) => ({
    one: group[0],
    values: [...new Set(valuesOf(group))].toSorted(),
  }));
}
