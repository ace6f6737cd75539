import { valueProblem } from '../keys/hole-value.ts';
import { parsePieces, type Piece } from '../keys/key-template.ts';
import type { Grant } from './grants.ts';

/** Uses IAM's own property names, so that its JSON can be pasted into the AWS console and command line. */
export interface PolicyDocument {
  readonly Version: '2012-10-17';
  readonly Statement: readonly PolicyStatement[];
}

export interface PolicyStatement {
  readonly Sid: string;
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: PolicyCondition;
}

/** Maps an operator to keys, and each key to values. */
type PolicyCondition = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
export const managedPolicyLimit = 6_144;

/** Counts as IAM does: every character except white space. */
export function policySize(document: PolicyDocument): number {
  return JSON.stringify(document).replace(/\s/g, '').length;
}

/** Merges grants into as few statements as possible: grants that share a condition and actions become one. */
export function allowStatements(grants: readonly Grant[]): readonly Omit<PolicyStatement, 'Sid'>[] {
  const isOpen = new Set(
    grants.filter(({ partitions }) => partitions === null).map((grant) => toGrantKey(grant)),
  );
  const perAction = merged(grants, toGrantKey, (all) =>
    all.flatMap(({ partitions }) => partitions ?? []),
  ).map(({ one, values }) => ({
    actions: [one.action],
    resources: [one.resource],
    partitions: isOpen.has(toGrantKey(one)) ? null : values,
  }));
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

function toGrantKey({ action, resource }: Grant): string {
  return `${action} ${resource}`;
}

// Scan and PartiQL read without a pattern. A stream, an export, a backup and a restored copy expose the whole table in
// another way. The rest are writes and administration.
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

/** Denies these actions explicitly, so that no other policy of the same role can allow them again. */
export function denyStatement(tables: readonly string[]): PolicyStatement {
  return {
    Sid: 'NeverScanStatementOrWrite',
    Effect: 'Deny',
    Action: never,
    // The second ARN covers the table's indexes, streams, backups and exports.
    Resource: tables.flatMap((table) => [table, `${table}/*`]),
  };
}

/** Groups by `keyOf`, and collects the values of each group, sorted and without duplicates. */
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

/** Returns the reason why an id cannot be used as a tenant in a policy, or null. */
export function tenantProblem(tenant: string): string | null {
  const problem = valueProblem('text', tenant);
  if (problem !== undefined) return problem;
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html, name requirements
  return /^[\u0020-\u007E\u00A0-\u00FF]+$/.test(tenant)
    ? null
    : 'has a character that IAM does not take in a policy: it takes printable ones from U+0020 to U+00FF';
}

/**
 * Returns one tenant's partitions of a template, as a StringLike pattern, or null if the template cannot be limited to
 * a tenant. That happens if it does not contain the tenant's id, if another variable part comes first, or if the id is
 * not followed by "#": `acme-*` would match `acme-2` as well.
 */
export function partitionsOfTenant(template: string, parameter: string, tenant: string): string | null {
  const pieces = parsePieces(template);
  const [hole, after, ...more] = typeof pieces[0] === 'string' ? pieces.slice(1) : pieces;
  if (hole === undefined || typeof hole === 'string' || hole.name !== parameter) return null;
  const isExact = more.length === 0 && typeof after !== 'object';
  // Ids never contain "#", so no other tenant's key begins like this. Everything after it belongs to the tenant.
  const isEnded = typeof after === 'string' && after.startsWith('#');
  return isExact || isEnded ? toPattern(pieces, new Map([[parameter, tenant]])) : null;
}

/** Matches every partition that a template can produce. */
export function toPartitionPattern(template: string): string {
  return toPattern(parsePieces(template), new Map());
}

function toPattern(pieces: readonly Piece[], known: ReadonlyMap<string, string>): string {
  return pieces
    .map((piece) => {
      const text = typeof piece === 'string' ? piece : known.get(piece.name);
      return text === undefined ? '*' : literal(text);
    })
    .join('');
}

/**
 * ForAllValues is true of a request without leading keys, so the Null guard refuses those. In a query of an index the
 * leading key is the index's partition key.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition_examples-multi-valued-context-keys.html
 */
export function onlyPartitions(partitions: readonly string[]): PolicyCondition {
  return {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions.filter(isNotCovered) },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  };
}

/** IAM treats "*", "?" and "${" in a value as special. Written as ${*}, ${?} and ${$} they are literal. */
export function literal(text: string): string {
  return text.replace(/[*?$]/g, (character) => `\${${character}}`);
}

function isNotCovered(partition: string, _: number, all: readonly string[]): boolean {
  return !all.some((other) => other !== partition && covers(other, partition));
}

/** `TENANT#*` covers everything that `TENANT#*#BATCH#*` does, because its star also matches the other's stars. */
function covers(wide: string, narrow: string): boolean {
  const parts = wide.split(/(?<!\$\{)\*/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(narrow);
}
