import { piecesOf } from '../templates/fill-template.ts';
import { valueProblem } from '../templates/hole-value.ts';
import type { Piece } from '../templates/read-template.ts';
import type { PolicyCondition } from './policy-document.ts';

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
