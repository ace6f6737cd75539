import type { DefinitionProblems } from './definition-problems.ts';
import {
  anyError,
  dataLimitExceeded,
  heartbeatTimeout,
  runtimeError,
  taskFailed,
  timeout,
} from './errors.ts';
import { isInteger, isNumber, isResultPath, isText, type FieldCheck } from './field-checks.ts';
import { isRecord } from './json-values.ts';
import type { Catcher, Retrier } from './state.ts';

/**
 * The first retrier that knows this error's name; `index` is its place, under which a state counts its attempts.
 * https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html
 */
export function matchRetrier(
  retriers: readonly Retrier[] | undefined,
  error: string,
): { readonly index: number; readonly retrier: Retrier } | undefined {
  const index = (retriers ?? []).findIndex((candidate) => knows(candidate.ErrorEquals, error));
  const retrier = retriers?.[index];
  return retrier && { index, retrier };
}

/** Returns true if a retrier that was used `used` times may be used again. */
export function mayRetry(retrier: Retrier, used: number): boolean {
  return used < (retrier.MaxAttempts ?? 3);
}

/**
 * Returns the milliseconds to wait before the retry that follows `used` earlier ones. `unit` (0 ≤ unit < 1) is
 * the random number of FULL jitter.
 */
export function computeRetryDelay(retrier: Retrier, used: number, unit: number): number {
  const grown = (retrier.IntervalSeconds ?? 1) * (retrier.BackoffRate ?? 2) ** used;
  const seconds = Math.min(grown, retrier.MaxDelaySeconds ?? longestDelay);
  return Math.round(seconds * 1_000 * (retrier.JitterStrategy === 'FULL' ? unit : 1));
}

/** No execution lives longer than a year, and a long backoff must not count to infinity. */
const longestDelay = 31_536_000;

export function matchCatcher(catchers: readonly Catcher[] | undefined, error: string): Catcher | undefined {
  return catchers?.find((candidate) => knows(candidate.ErrorEquals, error));
}

function knows(names: readonly string[], error: string): boolean {
  // "A States.Runtime error is not retriable, and will always cause the execution to fail."
  if (error === runtimeError) return false;
  return names.some((name) => {
    if (name === error) return true;
    if (name === timeout) return error === heartbeatTimeout;
    if (error === dataLimitExceeded) return false;
    return name === anyError || (name === taskFailed && error !== timeout);
  });
}

const retrierFields: Readonly<Record<string, FieldCheck>> = {
  ErrorEquals: errorNames,
  Comment: isText,
  IntervalSeconds: isInteger(1),
  MaxAttempts: isInteger(0),
  BackoffRate: isNumber(1),
  MaxDelaySeconds: isInteger(1, 31_622_400),
  JitterStrategy(value, at, problems) {
    if (value !== 'FULL' && value !== 'NONE') problems.schema('Expected one of [FULL, NONE]', at);
  },
};

const catcherFields: Readonly<Record<string, FieldCheck>> = {
  ErrorEquals: errorNames,
  Comment: isText,
  Next: isText,
  ResultPath: isResultPath,
};

/** https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html#error-handling-retrying-after-an-error */
export function checkRetriers(value: unknown, at: string, problems: DefinitionProblems): void {
  checkHandlers(value, at, problems, retrierFields, ['ErrorEquals']);
  for (const [index, retrier] of toList(value).entries()) {
    const { MaxDelaySeconds: most, IntervalSeconds: least = 1 } = isRecord(retrier) ? retrier : {};
    if (typeof most === 'number' && typeof least === 'number' && most <= least) {
      problems.schema(
        'MaxDelaySeconds must be greater than IntervalSeconds',
        `${at}[${index}]/MaxDelaySeconds`,
      );
    }
  }
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html#error-handling-fallback-states */
export function checkCatchers(value: unknown, at: string, problems: DefinitionProblems): void {
  checkHandlers(value, at, problems, catcherFields, ['ErrorEquals', 'Next']);
}

function checkHandlers(
  value: unknown,
  at: string,
  problems: DefinitionProblems,
  fields: Readonly<Record<string, FieldCheck>>,
  needed: readonly string[],
): void {
  if (!Array.isArray(value)) return problems.schema('Expected value of type Array', at);
  for (const [index, handler] of value.entries()) {
    const place = `${at}[${index}]`;
    if (!isRecord(handler)) {
      problems.schema('Expected value of type Object', place);
      continue;
    }
    for (const [field, member] of Object.entries(handler)) {
      const check = Object.hasOwn(fields, field) ? fields[field] : undefined;
      if (check) check(member, `${place}/${field}`, problems);
      else if (field === 'Assign') problems.unsupported("The field 'Assign'", place);
      else problems.schema(`The field "${field}" is not supported by Step Functions`, place);
    }
    const missing = needed.filter((field) => !Object.hasOwn(handler, field));
    if (missing.length > 0) problems.schema(`These fields are required: [${missing.join(', ')}]`, place);
    const names = toList(handler['ErrorEquals']);
    if (names.includes(anyError) && index < value.length - 1) {
      problems.schema(`${anyError} must appear in the last element only`, `${place}/ErrorEquals`);
    }
  }
  return undefined;
}

function errorNames(value: unknown, at: string, problems: DefinitionProblems): void {
  const names = toList(value);
  if (names.length === 0 || !names.every((name) => typeof name === 'string')) {
    problems.schema('Expected a non-empty array of error names', at);
  }
  if (names.includes(anyError) && names.length > 1) problems.schema(`${anyError} must appear alone`, at);
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
