import { AwsError } from './aws-error.ts';

/**
 * Content filters of EventBridge: exact values, `prefix`, `anything-but` and `exists`. Others are refused by name.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 */
export type EventPattern = { readonly [field: string]: EventPattern | readonly Matcher[] };

type Scalar = string | number | boolean | null;
type Matcher =
  | Scalar
  | { readonly prefix: string }
  | { readonly 'anything-but': Scalar | readonly Scalar[] }
  | { readonly exists: boolean };

export function parseEventPattern(text: string): EventPattern {
  let pattern: unknown;
  try {
    pattern = JSON.parse(text);
  } catch {
    throw invalidPattern('it is not JSON');
  }
  checkPattern(pattern, '');
  return pattern as EventPattern;
}

function invalidPattern(reason: string): AwsError {
  return new AwsError('InvalidEventPatternException', `Event pattern is not valid. Reason: ${reason}`);
}

function checkPattern(pattern: unknown, at: string): void {
  if (!isRecord(pattern) || Object.keys(pattern).length === 0) {
    throw invalidPattern(`${at === '' ? 'the pattern' : at} must be an object or an array`);
  }
  for (const [name, value] of Object.entries(pattern)) {
    const path = at === '' ? name : `${at}.${name}`;
    if (!Array.isArray(value)) checkPattern(value, path);
    else if (value.length === 0) throw invalidPattern(`empty arrays are not allowed at ${path}`);
    else for (const matcher of value) checkMatcher(matcher, path);
  }
}

function checkMatcher(matcher: unknown, at: string): void {
  if (isScalar(matcher)) return;
  const [entry, ...others] = isRecord(matcher) ? Object.entries(matcher) : [];
  if (!entry || others.length > 0) throw invalidPattern(`a matcher at ${at} must have one operator`);
  const [operator, wanted] = entry;
  const isKnown =
    (operator === 'prefix' && typeof wanted === 'string') ||
    (operator === 'exists' && typeof wanted === 'boolean') ||
    (operator === 'anything-but' && (isScalar(wanted) || (Array.isArray(wanted) && wanted.every(isScalar))));
  if (!isKnown) throw invalidPattern(`the matcher ${operator} at ${at} is not supported here`);
}

/** Every field of the pattern must match, by one of its matchers. */
export function matchesEvent(pattern: EventPattern, event: unknown): boolean {
  return Object.entries(pattern).every(([name, wanted]) => {
    const value = isRecord(event) && Object.hasOwn(event, name) ? event[name] : undefined;
    if (!isMatchers(wanted)) return matchesEvent(wanted, value);
    // An array in the event matches with any of its members.
    const given = Array.isArray(value) ? value : [value];
    return wanted.some((matcher) => given.some((one) => matches(matcher, one)));
  });
}

function isMatchers(wanted: EventPattern | readonly Matcher[]): wanted is readonly Matcher[] {
  return Array.isArray(wanted);
}

function matches(matcher: Matcher, value: unknown): boolean {
  if (isScalar(matcher)) return value === matcher;
  if ('prefix' in matcher) return typeof value === 'string' && value.startsWith(matcher.prefix);
  if ('exists' in matcher) return (value !== undefined) === matcher.exists;
  const unwanted = matcher['anything-but'];
  return value !== undefined && !(isScalar(unwanted) ? [unwanted] : unwanted).some((one) => one === value);
}

function isScalar(value: unknown): value is Scalar {
  return (
    value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
