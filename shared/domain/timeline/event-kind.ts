/** What an event of an execution says, whichever kind of task it is about. */
export type EventKind =
  | 'execution started'
  | 'execution ended'
  | 'execution redriven'
  | 'map started'
  | 'map ended'
  | 'iteration started'
  | 'iteration ended'
  | 'entered'
  | 'exited'
  | 'tried'
  | 'task succeeded'
  | 'task failed'
  | 'other';

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_HistoryEvent.html */
export function eventKind(type: string): EventKind {
  const known = kinds.get(type);
  if (known !== undefined) return known;
  if (type.endsWith('StateEntered')) return 'entered';
  if (type.endsWith('StateExited')) return 'exited';
  const [, word] = /^(?:Task|LambdaFunction|Activity)(\w+)$/.exec(type) ?? [];
  if (word === undefined) return 'other';
  if (word === 'Scheduled') return 'tried';
  if (word === 'Succeeded') return 'task succeeded';
  return word === 'TimedOut' || word.endsWith('Failed') ? 'task failed' : 'other';
}

const kinds: ReadonlyMap<string, EventKind> = new Map([
  ['ExecutionStarted', 'execution started'],
  ['ExecutionSucceeded', 'execution ended'],
  ['ExecutionFailed', 'execution ended'],
  ['ExecutionTimedOut', 'execution ended'],
  ['ExecutionAborted', 'execution ended'],
  ['ExecutionRedriven', 'execution redriven'],
  ['MapStateStarted', 'map started'],
  ['MapStateSucceeded', 'map ended'],
  ['MapStateFailed', 'map ended'],
  ['MapStateAborted', 'map ended'],
  ['MapIterationStarted', 'iteration started'],
  ['MapIterationSucceeded', 'iteration ended'],
  ['MapIterationFailed', 'iteration ended'],
  ['MapIterationAborted', 'iteration ended'],
]);
