import type { PolicyDocument, PolicyStatement } from '#shared/catalogue/iam/policy-statements.ts';

export interface AwsRequest {
  readonly action: string;
  readonly resource: string;
  /** Is left out where the request has none, which differs from an empty list. */
  readonly leadingKeys?: readonly string[];
}

/**
 * Follows IAM's own order as far as these policies need it: a matching Deny wins, then a matching Allow, and
 * otherwise the request is refused. An unknown operator fails the test instead of passing it.
 */
export function isAllowed({ Statement }: PolicyDocument, request: AwsRequest): boolean {
  const fitting = Statement.filter((statement) => fits(statement, request));
  return fitting.every(({ Effect }) => Effect === 'Allow') && fitting.length > 0;
}

function fits({ Action, Resource, Condition }: PolicyStatement, request: AwsRequest): boolean {
  return (
    Action.some((pattern) => isLike(pattern.toLowerCase(), request.action.toLowerCase())) &&
    Resource.some((pattern) => isLike(pattern, request.resource)) &&
    Object.entries(Condition ?? {}).every(([operator, keys]) =>
      Object.entries(keys).every(([key, expected]) => holds(operator, key, [expected].flat(), request)),
    )
  );
}

function holds(
  operator: string,
  key: string,
  expected: readonly string[],
  { leadingKeys }: AwsRequest,
): boolean {
  if (key !== 'dynamodb:LeadingKeys') throw new Error(`No request here has a ${key}.`);
  if (operator === 'Null') return expected.includes(String(leadingKeys === undefined));
  if (operator !== 'ForAllValues:StringLike') throw new Error(`The operator ${operator} is not known here.`);
  return (leadingKeys ?? []).every((value) => expected.some((pattern) => isLike(pattern, value)));
}

/**
 * Matches as IAM does: ${*}, ${?} and ${$} are those characters, * and ? are wildcards, and nothing else is
 * special.
 */
export function isLike(pattern: string, value: string): boolean {
  const form = pattern.replace(/\$\{([*?$])\}|[*?]|[\\^$.|+()[\]{}]/g, (found, escaped?: string) => {
    if (escaped !== undefined) return `\\${escaped}`;
    return found === '*' ? '.*' : found === '?' ? '.' : `\\${found}`;
  });
  return new RegExp(`^${form}$`, 'su').test(value);
}
