import { boolean, required, string, structure } from '../../protocol/shapes.ts';
import { historyOf } from '../interpreter/run.ts';
import { pageOf } from '../pages.ts';
import type { HistoryRecord } from '../records.ts';
import { findExecution } from '../state-machines.ts';
import { arn, maxResults, operation, seconds } from './sfn-operation.ts';

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_GetExecutionHistory.html */
export const getExecutionHistory = operation({
  name: 'GetExecutionHistory',
  input: structure({
    executionArn: required(arn),
    maxResults,
    nextToken: string({ min: 1, max: 1_024 }),
    reverseOrder: boolean(),
    includeExecutionData: boolean(),
  }),
  run(engine, input) {
    const { reverseOrder = false, includeExecutionData = true } = input;
    const execution = findExecution(engine, input.executionArn);
    const history = historyOf(engine, execution.arn);
    const ids = Array.from({ length: history.size }, (_, index) =>
      reverseOrder ? history.size - index : index + 1,
    );
    const question = JSON.stringify([execution.arn, reverseOrder]);
    const { items, nextToken } = pageOf(ids, input, {
      key: (id) => id,
      question,
      now: engine.world.clock.now(),
    });
    const events = items.flatMap((id) => {
      const record = history.get(String(id));
      return record ? [eventOf(id, record, includeExecutionData)] : [];
    });
    return { events, ...(nextToken !== undefined && { nextToken }) };
  },
});

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_HistoryEvent.html */
function eventOf(id: number, { type, previous, time, details }: HistoryRecord, withData: boolean): object {
  return {
    id,
    type,
    timestamp: seconds(time),
    previousEventId: previous,
    ...(details && { [detailsName(type)]: detailsOf(details, withData) }),
  };
}

/** `TaskStateEntered` has `stateEnteredEventDetails`; most others have details named after themselves. */
function detailsName(type: string): string {
  if (type.endsWith('StateEntered')) return 'stateEnteredEventDetails';
  if (type.endsWith('StateExited')) return 'stateExitedEventDetails';
  return `${type.charAt(0).toLowerCase()}${type.slice(1)}EventDetails`;
}

/** Data is kept as data; here it becomes text. What an execution was started with was text from the beginning. */
function detailsOf(details: Readonly<Record<string, unknown>>, withData: boolean): object {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(details)) {
    if (name === 'parameters') shown[name] = JSON.stringify(value);
    else if (name === 'input' || name === 'output' || name === 'text') {
      const dataName = name === 'output' ? 'output' : 'input';
      if (withData) shown[dataName] = name === 'text' ? value : JSON.stringify(value);
      shown[`${dataName}Details`] = { truncated: false };
    } else shown[name] = value;
  }
  return shown;
}
