import type { Run } from '../engine.ts';
import { dataLimitExceeded } from '../language/errors.ts';
import { joinOf } from './children.ts';
import type { Frame, Step } from './frame.ts';
import { forgetChildren } from './leave-state.ts';
import { moveTo, startFrom, stateOf } from './run.ts';

/**
 * Takes a failed, aborted or timed out execution up again where it stands: each state that did not succeed is
 * tried once more from its beginning, but not entered again. What has succeeded stays.
 * https://docs.aws.amazon.com/step-functions/latest/dg/redrive-executions.html
 */
export function takeUpAgain(run: Run, redriven: number): void {
  const root = run.frames.get('0');
  if (root) revive(run, root, redriven);
  // It was told without saying where it stood.
  else startFrom(run, redriven);
}

function revive(run: Run, frame: Frame, redriven: number): void {
  const { step } = frame;
  if (step.kind === 'succeeded') return;
  const state = stateOf(run, frame);
  if (step.kind === 'aborted' && step.fresh) {
    moveTo(run, frame, { kind: 'enter' });
    return;
  }
  frame.attempts = [];
  frame.retryCount = 0;
  const children = childrenOf(run, frame);
  const isParent = state.Type === 'Map' || state.Type === 'Parallel';
  if (frame.children && isParent && !isTooLarge(frame, children)) {
    for (const child of children) revive(run, child, redriven);
    const goesOn: Step = { kind: 'children' };
    moveTo(run, frame, goesOn);
    joinOf(run, frame, state, frame.children);
    for (const child of children) {
      const isUnnoted = child.step.kind === 'succeeded' && child.step.event === undefined;
      if (isUnnoted) run.queue.push({ frame, child });
    }
    run.queue.push({ frame, step: goesOn });
    return;
  }
  forgetChildren(run, frame);
  // A Fail state fails at once, and its failure follows from the redrive.
  frame.last = state.Type === 'Fail' ? redriven : frame.entered;
  moveTo(run, frame, { kind: 'begin' });
}

function childrenOf(run: Run, frame: Frame): Frame[] {
  const children: Frame[] = [];
  for (let index = 0; index < (frame.children?.length ?? 0); index += 1) {
    const child = run.frames.get(`${frame.id}.${index}`);
    if (child) children.push(child);
  }
  return children;
}

/** "If the state failed because of a States.DataLimitExceeded error, the state is rerun, with all that was successful." */
function isTooLarge({ step }: Frame, children: readonly Frame[]): boolean {
  if (step.kind !== 'failed' || step.error !== dataLimitExceeded) return false;
  return children.every((child) => child.step.kind === 'succeeded');
}
