import { documentsAtOnce } from './pipeline-limits.ts';

/** The steps that have to end well, each of them, before more than a few go at once. */
export const provingSteps = 2;

/** One first, then as many as the pipeline takes at a time, then the rest: what is wrong with all shows with few. */
export function rampOf(count: number): number[] {
  const steps: number[] = [];
  for (const most of [1, documentsAtOnce, Number.POSITIVE_INFINITY]) {
    const left = count - steps.reduce((sum, step) => sum + step, 0);
    if (left > 0) steps.push(Math.min(most, left));
  }
  return steps;
}

/** How many may go in the next call, after so many have reached a good end. */
export function mostAfter(proven: number, mostInCall: number): number {
  if (proven === 0) return Math.min(1, mostInCall);
  return proven < documentsAtOnce ? Math.min(documentsAtOnce, mostInCall) : mostInCall;
}
