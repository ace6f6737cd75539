import type { FailurePlace, TaskAttempt } from '#shared/domain/timeline/event-rows.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { formatDuration } from './iteration-text.ts';

/** The copy of an execution: its events, its attempts, and where it failed. */
export const executionMessages = {
  parts: 'Parts of the execution',
  overview: 'Overview',
  events: 'Events',
  attempts: 'Attempts',
  eventsNotRead: "Couldn't load the events",
  nothingChanged: 'Nothing was changed.',
  noEvents: 'No events match',
  noEventsNext: 'Choose another state, or clear the filter.',
  noAttempts: 'No task was tried more than once, and none failed',
  noAttemptsNext: 'Every attempt is listed under Events.',
  readingEvents: 'Reading the events',
  allStates: 'All states',
  stateFilter: 'State',
  anyDocument: 'All documents',
  onlyDocument: (documentId: string): string => `Only ${documentId}`,
  ofChild: (child: string): string => `Execution ${child} of one document`,
  clearDocument: 'Show all documents',
  notInRun: (documentId: string): string =>
    `${documentId} is not among the iterations of this run. All events are shown.`,
  findingIteration: 'Finding the iteration of the document',
  read: (count: number, more: boolean): string =>
    more ? `First ${grouped(count)} events read` : `All ${grouped(count)} events read`,
  split: 'Width of the opened event',
  eventName: (id: number, type: string): string => `Event ${String(id)} ${type}`,
  event: 'Event',
  copyEventId: 'Copy the number of the event',
  closeEvent: 'Close the event',
  eventNotRead: "Couldn't load the event",
  readingEvent: 'Reading the input and output of the event',
  noData: 'This event carries no data.',
  showDocument: 'Open the document',
  showEvents: 'Show its events',
  openFailure: 'Open this event',
  masked: (count: number): string => (count === 1 ? '1 value masked' : `${grouped(count)} values masked`),
  leftOut: (characters: number): string =>
    `Cut here: ${grouped(characters)} more characters are not shown. A comparison covers them.`,
  truncated: 'AWS has cut this data itself.',
  copyMasked: (part: string): string => `Copy the ${part.toLowerCase()}, masked`,
  search: (part: string): string => `Search the ${part.toLowerCase()}`,
  found: (found: number, lines: number): string => `${grouped(found)} of ${grouped(lines)} lines`,
  compareWith: 'Compare with',
  noComparison: 'Nothing',
  comparing: 'Comparing',
  notCompared: "Couldn't compare them",
  comparedAs: (different: number, masked: number, same: number): string =>
    [
      different === 0
        ? 'No difference'
        : different === 1
          ? '1 value differs'
          : `${grouped(different)} values differ`,
      `${grouped(same)} the same`,
      ...(masked === 0 ? [] : [`${grouped(masked)} masked and not compared`]),
    ].join(', '),
  firstDifferences: (count: number): string => `The first ${grouped(count)} are shown.`,
  noSuchEvent: (run: number, isCut: boolean): string =>
    isCut
      ? `The events of run ${String(run)} that were read have none of this state for this document. It has more.`
      : `Run ${String(run)} has no event of this state for this document.`,
  logs: 'Logs',
  copyLogs: 'Copy the address of the logs',
  logsHint: (filter: string | null): string =>
    filter === null ? 'The address is filtered by time.' : `The address is filtered by time and ${filter}.`,
  noLogs: 'The sandbox keeps no logs.',
  noConsole: 'No console address is known for this partition.',
  attemptOf: ({ number, total, isRedrive }: TaskAttempt): string =>
    `${String(number)} of ${String(total)}${isRedrive ? ', after a redrive' : ''}`,
  waited: (ms: number): string => `waited ${formatDuration(ms)}`,
  outcomes: {
    running: 'in progress',
    succeeded: 'succeeded',
    failed: 'failed',
    'timed-out': 'timed out',
    'cut-off': 'cut off by the end of the execution',
  } satisfies Record<TaskAttempt['outcome'], string>,
} as const;

export const partTitles = {
  input: 'Input',
  parameters: 'Parameters',
  output: 'Output',
  cause: 'Cause',
} as const;

/** "Run 2 failed in the state Finalise with States.TaskFailed, after 5 attempts." */
export function describeFailure(run: number, failure: FailurePlace): string {
  const { how, state, iteration, error, attempts } = failure;
  const verb = { failed: 'failed', 'timed-out': 'timed out', aborted: 'was stopped' }[how];
  const where =
    state === null
      ? ''
      : `${how === 'failed' ? ' in' : ' during'} the state ${state}${iteration === null ? '' : ` of iteration ${String(iteration)}`}`;
  const withError = error === null ? '' : ` with ${error}`;
  const after = attempts > 1 ? `, after ${String(attempts)} attempts` : '';
  return `Run ${String(run)} ${verb}${where}${withError}${after}.`;
}

/** "+2.014 s", or empty for the first event. */
export function formatSince(ms: number | null): string {
  return ms === null ? '' : `+${formatDuration(ms)}`;
}

export function formatBytes(bytes: number): string {
  return bytes < 1_024 ? `${String(bytes)} bytes` : `${(bytes / 1_024).toFixed(1)} KiB`;
}
