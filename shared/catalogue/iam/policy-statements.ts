import { valueProblem } from '../keys/hole-value.ts';
import { piecesOf, type Piece } from '../keys/key-template.ts';
import type { Grant } from './grants.ts';

/** IAM's own words; written out as JSON it is what the AWS console and command line take. */
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

/** Operator → key → values. */
type PolicyCondition = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
export const managedPolicyLimit = 6_144;

/** As IAM counts: every character but white space. */
export function policySize(document: PolicyDocument): number {
  return JSON.stringify(document).replace(/\s/g, '').length;
}

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

/** What keeps an id from standing in a policy as a tenant, or null. */
export function tenantProblem(tenant: string): string | null {
  const problem = valueProblem('text', tenant);
  if (problem !== undefined) return problem;
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html, name requirements
  return /^[\u0020-\u007E\u00A0-\u00FF]+$/.test(tenant)
    ? null
    : 'has a character that IAM does not take in a policy: it takes printable ones from U+0020 to U+00FF';
}

/**
 * The partitions of one tenant that a template makes, as a pattern of StringLike; null where the
 * template cannot be held to a tenant. That is where its id is not in it, where something else that
 * varies comes first, or where what follows it is not "#": `acme-*` would be `acme-2`'s as well.
 */
export function partitionsOfTenant(template: string, parameter: string, tenant: string): string | null {
  const pieces = piecesOf(template);
  const [hole, after, ...more] = typeof pieces[0] === 'string' ? pieces.slice(1) : pieces;
  if (hole === undefined || typeof hole === 'string' || hole.name !== parameter) return null;
  const isExact = more.length === 0 && typeof after !== 'object';
  // Ids hold no "#", so nobody else's key begins like this; what varies after it is the tenant's own.
  const isEnded = typeof after === 'string' && after.startsWith('#');
  return isExact || isEnded ? patternOf(pieces, new Map([[parameter, tenant]])) : null;
}

/** Every partition that a template can make. */
export function partitionsOf(template: string): string {
  return patternOf(piecesOf(template), new Map());
}

function patternOf(pieces: readonly Piece[], known: ReadonlyMap<string, string>): string {
  return pieces
    .map((piece) => {
      const text = typeof piece === 'string' ? piece : known.get(piece.name);
      return text === undefined ? '*' : literal(text);
    })
    .join('');
}

/**
 * ForAllValues is true of a request without leading keys, so the Null guard refuses those. In a query
 * of an index the leading key is the index's partition key.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition_examples-multi-valued-context-keys.html
 */
export function onlyPartitions(partitions: readonly string[]): PolicyCondition {
  return {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions.filter(isNotCovered) },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  };
}

/** IAM reads "*", "?" and "${" in a value; written as ${*}, ${?} and ${$} they are themselves. */
export function literal(text: string): string {
  return text.replace(/[*?$]/g, (character) => `\${${character}}`);
}

function isNotCovered(partition: string, _: number, all: readonly string[]): boolean {
  return !all.some((other) => other !== partition && covers(other, partition));
}

/** `TENANT#*` says all that `TENANT#*#BATCH#*` does: its star stands for the other's stars as well. */
function covers(wide: string, narrow: string): boolean {
  const parts = wide.split(/(?<!\$\{)\*/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(narrow);
}
