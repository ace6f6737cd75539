import type { Attempt, AttemptState } from '#shared/domain/timeline/execution-timeline.ts';
import type {
  Iteration,
  IterationState,
  StageSpan,
  StateSpan,
} from '#shared/domain/timeline/iteration-track.ts';

export const stateLabels: Readonly<Record<IterationState, string>> = {
  running: 'not ended as far as was read',
  succeeded: 'succeeded',
  failed: 'failed, and its Map with it',
  caught: 'document failed, marked as failed',
  aborted: 'was in work when the execution ended',
};

export const attemptLabels: Readonly<Record<AttemptState, string>> = {
  running: 'not ended as far as was read',
  succeeded: 'succeeded',
  failed: 'failed',
  'timed-out': 'ran out of time',
  aborted: 'was stopped',
};

/** "Iteration 12": counted from 0, as Step Functions counts them. */
export function iterationName({ index }: Pick<Iteration, 'index'>): string {
  return `Iteration ${index}`;
}

/** Everything that its bar shows, in one sentence. */
export function iterationSentence(iteration: Iteration, start: number): string {
  const { slot, startedAt, endedAt, state, stages } = iteration;
  const parts = [
    `${iterationName(iteration)}, lane ${slot + 1}, ${stateLabels[state]}`,
    `began after ${durationText(startedAt - start)}`,
    ...(endedAt === null ? [] : [`took ${durationText(endedAt - startedAt)}`]),
    ...stages.map(stageSentence),
  ];
  return parts.join('; ');
}

export function stageName({ stage, state }: Pick<StageSpan, 'stage' | 'state'>): string {
  return stage === null ? state : stageTitles[stage];
}

const stageTitles = {
  textract: 'Textract',
  'gap-fill': 'Gap-fill',
  verify: 'Verify',
  'mark-failed': 'Marked as failed',
} as const;

export function spanText({ from, to }: Pick<StateSpan, 'from' | 'to'>): string {
  return to === null ? 'not ended' : durationText(to - from);
}

/** "2 retries, failed with ThrottlingException"; empty where nothing was the matter. */
export function troubleText({ retries, error, isInterrupted }: StateSpan): string {
  const times = retries.length === 1 ? '1 retry' : `${retries.length} retries`;
  return [
    ...(retries.length === 0 ? [] : [times]),
    ...(error === null ? [] : [`failed with ${error}`]),
    ...(isInterrupted ? ['cut off'] : []),
  ].join(', ');
}

export function attemptName({ isRedrive }: Pick<Attempt, 'isRedrive'>): string {
  return isRedrive ? 'Redriven' : 'Begun';
}

function stageSentence(span: StageSpan): string {
  const trouble = troubleText(span);
  return `${stageName(span)} ${spanText(span)}${trouble === '' ? '' : `, ${trouble}`}`;
}

/** To the millisecond below a minute: "240 ms", "6.012 s", "1 min 3.5 s", "24 h 0 min". */
export function durationText(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  if (whole < 1_000) return `${whole} ms`;
  if (whole < 60_000) return `${(whole / 1_000).toFixed(3)} s`;
  const tenths = Math.round(whole / 100);
  if (tenths < 36_000) return `${Math.floor(tenths / 600)} min ${((tenths % 600) / 10).toFixed(1)} s`;
  const minutes = Math.round(whole / 60_000);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
