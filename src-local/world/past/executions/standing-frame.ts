import type { Frame } from '../../../aws/sfn/interpreter/frame.ts';
import type { HistoryRecord } from '../../../aws/sfn/records.ts';
import { failureOf } from './ending.ts';
import { toldHistory } from './told-history.ts';
import type { ToldRun } from './told-run.ts';

/** Where a run that has not succeeded stands: what a redrive takes up again. */
export function standingFrame(told: ToldRun): Frame {
  const records = toldHistory(told);
  const entered = records.findIndex(
    ({ type, details }) => type.endsWith('StateEntered') && details?.['name'] === placeOf(told),
  );
  const { time = 0, details } = records[entered] ?? ({} as Partial<HistoryRecord>);
  const isAborted = told.run.status === 'TIMED_OUT';
  return {
    id: '0',
    index: 0,
    state: placeOf(told),
    data: details?.['input'],
    entered: entered + 1,
    enteredTime: time,
    last: isAborted ? entered + 2 : records.length - 1,
    attempts: [],
    retryCount: 0,
    step: isAborted ? { kind: 'aborted', fresh: false } : { kind: 'failed', ...failureOf(told) },
  };
}

function placeOf({ run, course }: ToldRun): string {
  const isInMap = run.status === 'TIMED_OUT' || course.batch.execution === 'failed by its history';
  return isInMap ? 'ProcessDocuments' : 'Finalise';
}
