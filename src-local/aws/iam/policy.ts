/** A statement of a role's policies, with every list written as a list. */
export interface PolicyStatement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  /** By operator, then by key: `{ StringEquals: { 'cloudwatch:namespace': 'Autowired' } }`. */
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** An action on a resource, as policies name them. */
export interface AccessRequest {
  readonly action: string;
  readonly resource: string;
  readonly context?: Readonly<Record<string, string | readonly string[]>>;
}

export interface Decision {
  readonly isAllowed: boolean;
  /** The statement that decided. Undefined where none of them speaks of the request. */
  readonly statement: PolicyStatement | undefined;
}

/**
 * A statement that denies wins over all that allow, and what no statement allows is denied.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export function evaluatePolicies(statements: readonly PolicyStatement[], request: AccessRequest): Decision {
  const matching = statements.filter((statement) => isAbout(statement, request));
  const denial = matching.find(({ Effect }) => Effect === 'Deny');
  return denial
    ? { isAllowed: false, statement: denial }
    : { isAllowed: matching.length > 0, statement: matching[0] };
}

function isAbout({ Action, Resource, Condition = {} }: PolicyStatement, request: AccessRequest): boolean {
  return (
    Action.some((pattern) => matchesAction(pattern, request.action)) &&
    Resource.some((pattern) => matchesPattern(pattern, request.resource)) &&
    Object.entries(Condition).every(([operator, keys]) =>
      Object.entries(keys).every(([key, values]) =>
        meetsCondition(operator, toList(values), request.context?.[key]),
      ),
    )
  );
}

/** Names of actions are compared without regard to case. */
export function matchesAction(pattern: string, action: string): boolean {
  return matchesPattern(pattern.toLowerCase(), action.toLowerCase());
}

/** `*` stands for any text, `?` for one character. */
export function matchesPattern(pattern: string, text: string): boolean {
  const compiled = patterns.get(pattern) ?? compilePattern(pattern);
  return typeof compiled === 'string' ? compiled === text : compiled.test(text);
}

/** Every call of a function is compared with the same few patterns of its role. */
const patterns = new Map<string, string | RegExp>();

function compilePattern(pattern: string): string | RegExp {
  const source = pattern.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  const compiled = /[*?]/.test(pattern)
    ? new RegExp(`^${source.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's')
    : pattern;
  patterns.set(pattern, compiled);
  return compiled;
}

type Comparison = (wanted: string, given: string) => boolean;

/** Operators of conditions. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html */
const comparisons: Readonly<Record<string, Comparison>> = {
  StringEquals: (wanted, given) => wanted === given,
  StringLike: matchesPattern,
  ArnEquals: matchesPattern,
  ArnLike: matchesPattern,
  Bool: (wanted, given) => wanted.toLowerCase() === given.toLowerCase(),
};

function meetsCondition(
  operator: string,
  wanted: readonly string[],
  given: string | readonly string[] | undefined,
): boolean {
  const [, quantifier, name = '', suffix] =
    /^(?:(ForAllValues|ForAnyValue):)?([A-Za-z]+?)(IfExists)?$/.exec(operator) ?? [];
  const compare = comparisons[name];
  // A condition that is not understood must not open a door.
  if (!compare) throw new Error(`Policies cannot use the condition ${operator} here`);
  if (given === undefined) return suffix !== undefined || quantifier === 'ForAllValues';
  const isWanted = (value: string): boolean => wanted.some((one) => compare(one, value));
  return quantifier === 'ForAllValues' ? toList(given).every(isWanted) : toList(given).some(isWanted);
}

function toList(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}
