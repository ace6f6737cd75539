import { dataLimitExceeded, referencePathConflict, runtimeError, StateError } from '../language/errors.ts';
import { fillTemplate } from '../language/intrinsics.ts';
import { readPath } from '../language/reference-path.ts';
import type { MapState } from '../language/state.ts';
import type { Run } from '../step-functions-engine.ts';
import type { Frame } from './frame.ts';
import { findParent, findState } from './run.ts';

/** https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html: input or result of a task or state. */
export const mostBytes = 256 * 1024;

interface WithPaths {
  readonly InputPath?: string | null;
  readonly OutputPath?: string | null;
}

/** InputPath. https://docs.aws.amazon.com/step-functions/latest/dg/concepts-input-output-filtering.html */
export function filterInput(frame: Frame, state: WithPaths, context: object): unknown {
  return throughPath(state.InputPath, frame.data, context);
}

export function filterOutput(state: WithPaths, value: unknown, context: object): unknown {
  return throughPath(state.OutputPath, value, context);
}

/** Applies Parameters, ItemSelector or ResultSelector. Without one it returns the data itself. */
export function applyTemplate(run: Run, template: unknown, data: unknown, context: object): unknown {
  if (template === undefined) return data;
  return fillTemplate(template, data, context, { random: run.engine.world.random });
}

export function checkSize(name: string, value: unknown): void {
  if (Buffer.byteLength(JSON.stringify(value)) <= mostBytes) return;
  throw new StateError(
    dataLimitExceeded,
    `The state/task '${name}' returned a result with a size exceeding the maximum number of bytes service limit.`,
  );
}

function throughPath(path: string | null | undefined, data: unknown, context: object): unknown {
  if (path === null) return {};
  return path === undefined || path === '$' ? data : readPath(path, data, context);
}

/** Paths that begin with `$$` read from this. https://docs.aws.amazon.com/step-functions/latest/dg/input-output-contextobject.html */
export function buildContext(run: Run, frame: Frame, token?: string): object {
  const item = findMapItem(run, frame);
  return {
    ...buildSharedContext(run, frame),
    ...(item && { Map: { Item: item } }),
    ...(token && { Task: { Token: token } }),
  };
}

/** Builds the context for a Map that selects the input of an iteration. */
export function buildItemContext(run: Run, frame: Frame, index: number, value: unknown): object {
  return { ...buildSharedContext(run, frame), Map: { Item: { Index: index, Value: value } } };
}

function buildSharedContext(run: Run, frame: Frame): object {
  const { record, revision, input } = run;
  const machineName = record.machineArn.slice(record.machineArn.lastIndexOf(':') + 1);
  return {
    Execution: {
      Id: record.arn,
      Input: input,
      StartTime: isoTime(record.startDate),
      Name: record.name,
      RoleArn: revision.roleArn,
      RedriveCount: record.redriveCount,
      ...(record.redriveDate !== undefined && { RedriveTime: isoTime(record.redriveDate) }),
    },
    StateMachine: { Id: record.machineArn, Name: machineName },
    State: {
      Name: frame.state,
      EnteredTime: isoTime(frame.enteredTime),
      ...(mayBeRetried(run, frame) && { RetryCount: frame.retryCount }),
    },
  };
}

function mayBeRetried(run: Run, frame: Frame): boolean {
  const { Type } = findState(run, frame);
  return Type === 'Task' || Type === 'Map' || Type === 'Parallel';
}

/** Finds the item of the innermost Map around this frame. */
function findMapItem(run: Run, frame: Frame): { Index: number; Value: unknown } | undefined {
  for (let at: Frame | undefined = frame; at; at = findParent(run, at)) {
    const parent = findParent(run, at);
    const state = parent && findState(run, parent);
    if (parent && state?.Type === 'Map' && !state.isDistributed) {
      return { Index: at.index, Value: itemsIn(run, parent, state)[at.index] };
    }
  }
  return undefined;
}

/** Reads the items of a Map again where its join is not in memory yet. */
function itemsIn(run: Run, frame: Frame, state: MapState): readonly unknown[] {
  const join = run.joins.get(frame.id);
  if (join) return join.items;
  const context = buildContext(run, frame);
  return readItems(state, filterInput(frame, state, context), context);
}

/** ItemsPath. https://docs.aws.amazon.com/step-functions/latest/dg/input-output-itemspath.html */
export function readItems(state: MapState, input: unknown, context: object): readonly unknown[] {
  const path = state.ItemsPath ?? '$';
  const items = readPath(path, input, context, referencePathConflict);
  if (!Array.isArray(items)) {
    throw new StateError(runtimeError, `Reference path "${path}" must point to array.`);
  }
  return items;
}

/** Reads MaxConcurrency; 0 stands for as many as possible. */
export function readMaxConcurrency(state: MapState, input: unknown, context: object): number {
  const wanted = readNumber('MaxConcurrency', state.MaxConcurrency, state.MaxConcurrencyPath, input, context);
  if (wanted !== undefined && wanted < 0) {
    throw new StateError(runtimeError, 'MaxConcurrency cannot be negative.');
  }
  return wanted ?? 0;
}

/** Returns how many iterations may fail, or undefined if the first failure fails the Map. */
export function readToleratedFailures(
  state: MapState,
  length: number,
  input: unknown,
  context: object,
): number | undefined {
  const tolerance = readTolerance(state, input, context);
  const { toleratedFailureCount: count, toleratedFailurePercentage: percentage } = tolerance;
  if (count === undefined && percentage === undefined) return undefined;
  // "If you specify both values, the workflow fails when it exceeds either value."
  const share = percentage === undefined ? Number.POSITIVE_INFINITY : Math.floor((length * percentage) / 100);
  return Math.min(count ?? Number.POSITIVE_INFINITY, share);
}

export function readTolerance(
  state: MapState,
  input: unknown,
  context: object,
): { toleratedFailureCount?: number; toleratedFailurePercentage?: number } {
  const { ToleratedFailureCountPath, ToleratedFailurePercentagePath } = state;
  const count = readNumber(
    'ToleratedFailureCount',
    state.ToleratedFailureCount,
    ToleratedFailureCountPath,
    input,
    context,
  );
  const percentage = readNumber(
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
  return {
    ...(count !== undefined && { toleratedFailureCount: count }),
    ...(percentage !== undefined && { toleratedFailurePercentage: percentage }),
  };
}

export function readNumber(
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

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
