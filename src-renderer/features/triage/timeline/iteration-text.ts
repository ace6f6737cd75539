import type { Attempt, AttemptState } from '#shared/domain/timeline/execution-timeline.ts';
import type {
  Iteration,
  IterationState,
  StageSpan,
  StateSpan,
} from '#shared/domain/timeline/iteration-track.ts';
import { messages } from '../messages.ts';

export const stateLabels: Readonly<Record<IterationState, string>> = {
  running: messages.timeline.noEnd,
  succeeded: 'succeeded',
  failed: messages.timeline.failedWithMap,
  caught: 'document failed, marked as failed',
  aborted: messages.timeline.interrupted,
};

export const attemptLabels: Readonly<Record<AttemptState, string>> = {
  running: messages.timeline.noEnd,
  succeeded: 'succeeded',
  failed: 'failed',
  'timed-out': messages.timeline.timedOut,
  aborted: messages.timeline.stopped,
};

/** "Iteration 12": counted from 0, as Step Functions counts them. */
export function formatIterationName({ index }: Pick<Iteration, 'index'>): string {
  return `Iteration ${index}`;
}

/** Describes everything that the bar shows in one sentence. */
export function describeIteration(iteration: Iteration, start: number): string {
  const { slot, startedAt, endedAt, state, stages } = iteration;
  const parts = [
    `${formatIterationName(iteration)}, lane ${slot + 1}, ${stateLabels[state]}`,
    `began after ${formatDuration(startedAt - start)}`,
    ...(endedAt === null ? [] : [`took ${formatDuration(endedAt - startedAt)}`]),
    ...stages.map(describeStage),
  ];
  return parts.join('; ');
}

export function formatStageName({ stage, state }: Pick<StageSpan, 'stage' | 'state'>): string {
  return stage === null ? state : stageTitles[stage];
}

const stageTitles = {
  textract: 'Textract',
  'gap-fill': 'Gap-fill',
  verify: 'Verify',
  'mark-failed': 'Marked as failed',
} as const;

export function formatSpan({ from, to }: Pick<StateSpan, 'from' | 'to'>): string {
  return to === null ? 'not ended' : formatDuration(to - from);
}

/** "2 retries, failed with ThrottlingException"; empty without trouble. */
export function describeTrouble({ retries, error, isInterrupted }: StateSpan): string {
  const times = retries.length === 1 ? '1 retry' : `${retries.length} retries`;
  return [
    ...(retries.length === 0 ? [] : [times]),
    ...(error === null ? [] : [`failed with ${error}`]),
    ...(isInterrupted ? ['cut off'] : []),
  ].join(', ');
}

export function formatAttemptName({ isRedrive }: Pick<Attempt, 'isRedrive'>): string {
  return isRedrive ? 'Redriven' : 'Started';
}

function describeStage(span: StageSpan): string {
  const trouble = describeTrouble(span);
  return `${formatStageName(span)} ${formatSpan(span)}${trouble === '' ? '' : `, ${trouble}`}`;
}

/** "240 ms", "6.012 s", "1 min 3.5 s", "24 h 0 min": exact to the millisecond below a minute. */
export function formatDuration(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  if (whole < 1_000) return `${whole} ms`;
  if (whole < 60_000) return `${(whole / 1_000).toFixed(3)} s`;
  const tenths = Math.round(whole / 100);
  if (tenths < 36_000) return `${Math.floor(tenths / 600)} min ${((tenths % 600) / 10).toFixed(1)} s`;
  const minutes = Math.round(whole / 60_000);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
