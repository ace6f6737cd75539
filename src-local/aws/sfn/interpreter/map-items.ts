import { referencePathConflict, runtimeError, StateError } from '../language/errors.ts';
import { readPath } from '../language/reference-path.ts';
import type { MapState } from '../language/state.ts';

/** "Inline mode: up to 40 concurrent iterations": https://docs.aws.amazon.com/step-functions/latest/dg/state-map-inline.html */
const mostAtOnce = 40;

/** ItemsPath. https://docs.aws.amazon.com/step-functions/latest/dg/input-output-itemspath.html */
export function itemsOf(state: MapState, input: unknown, context: object): readonly unknown[] {
  const path = state.ItemsPath ?? '$';
  const items = readPath(path, input, context, referencePathConflict);
  if (!Array.isArray(items)) {
    throw new StateError(runtimeError, `Reference path "${path}" must point to array.`);
  }
  return items;
}

/** MaxConcurrency; 0 stands for as many as there can be. */
export function concurrencyOf(state: MapState, input: unknown, context: object): number {
  const wanted = numberOf('MaxConcurrency', state.MaxConcurrency, state.MaxConcurrencyPath, input, context);
  if (wanted !== undefined && wanted < 0) {
    throw new StateError(runtimeError, 'MaxConcurrency cannot be negative.');
  }
  return wanted ? Math.min(wanted, mostAtOnce) : mostAtOnce;
}

/** How many iterations may fail; undefined where the first failure is the Map's. */
export function toleratedOf(
  state: MapState,
  length: number,
  input: unknown,
  context: object,
): number | undefined {
  const { ToleratedFailureCountPath, ToleratedFailurePercentagePath } = state;
  const count = numberOf(
    'ToleratedFailureCount',
    state.ToleratedFailureCount,
    ToleratedFailureCountPath,
    input,
    context,
  );
  const percentage = numberOf(
    'ToleratedFailurePercentage',
    state.ToleratedFailurePercentage,
    ToleratedFailurePercentagePath,
    input,
    context,
    'float',
  );
  if (count !== undefined && count < 0) {
    throw new StateError(runtimeError, 'ToleratedFailureCount cannot be negative.');
  }
  if (percentage !== undefined && (percentage < 0 || percentage > 100)) {
    throw new StateError(runtimeError, 'ToleratedFailurePercentage must be between 0 and 100.');
  }
  if (count === undefined && percentage === undefined) return undefined;
  // "If you specify both values, the workflow fails when it exceeds either value."
  const share = percentage === undefined ? Number.POSITIVE_INFINITY : Math.floor((length * percentage) / 100);
  return Math.min(count ?? Number.POSITIVE_INFINITY, share);
}

function numberOf(
  field: string,
  literal: number | undefined,
  path: string | undefined,
  input: unknown,
  context: object,
  type: 'integer' | 'float' = 'integer',
): number | undefined {
  if (path === undefined) return literal;
  const value = readPath(path, input, context);
  if (typeof value !== 'number' || (type === 'integer' && !Number.isInteger(value))) {
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    throw new StateError(
      runtimeError,
      `The ${field}Path field refers to value "${shown}" which is not a valid ${type}: ${path}`,
    );
  }
  return value;
}
