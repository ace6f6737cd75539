import type { Run } from '../engine.ts';
import type { MapState } from '../language/state.ts';
import { filteredInput } from './filter-data.ts';
import type { Frame } from './frame.ts';
import { isoTime } from './iso-time.ts';
import { itemsOf } from './map-items.ts';
import { parentOf, stateOf } from './run.ts';

/** What `$$` reads. https://docs.aws.amazon.com/step-functions/latest/dg/input-output-contextobject.html */
export function contextOf(run: Run, frame: Frame, token?: string): object {
  const item = itemOf(run, frame);
  return {
    ...shared(run, frame),
    ...(item && { Map: { Item: item } }),
    ...(token && { Task: { Token: token } }),
  };
}

/** The same for a Map that selects what an iteration gets. */
export function contextOfItem(run: Run, frame: Frame, index: number, value: unknown): object {
  return { ...shared(run, frame), Map: { Item: { Index: index, Value: value } } };
}

function shared(run: Run, frame: Frame): object {
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
  const { Type } = stateOf(run, frame);
  return Type === 'Task' || Type === 'Map' || Type === 'Parallel';
}

/** The item of the innermost Map around this frame. */
function itemOf(run: Run, frame: Frame): { Index: number; Value: unknown } | undefined {
  for (let at: Frame | undefined = frame; at; at = parentOf(run, at)) {
    const parent = parentOf(run, at);
    const state = parent && stateOf(run, parent);
    if (parent && state?.Type === 'Map') {
      return { Index: at.index, Value: itemsIn(run, parent, state)[at.index] };
    }
  }
  return undefined;
}

/** What a Map goes over; read again where its join is not yet in memory. */
function itemsIn(run: Run, frame: Frame, state: MapState): readonly unknown[] {
  const join = run.joins.get(frame.id);
  if (join) return join.items;
  const context = contextOf(run, frame);
  return itemsOf(state, filteredInput(frame, state, context), context);
}
