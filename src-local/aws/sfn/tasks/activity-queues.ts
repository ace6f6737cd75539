import type { Engine, Run } from '../step-functions-engine.ts';
import { act } from '../interpreter/act.ts';
import type { Frame } from '../interpreter/frame.ts';
import { isLive } from '../interpreter/run.ts';
import { startTheClock } from './start-task.ts';
import { armTask, emitTask, isAwaited } from './task-outcome.ts';

interface Offer {
  readonly run: Run;
  readonly frame: Frame;
  readonly token: string;
}

interface ActivityTask {
  readonly taskToken: string;
  readonly input: string;
}

/** Holds scheduled activity tasks and the workers that poll for them, first come first served. */
export interface ActivityQueues {
  offer(activityArn: string, offer: Offer): void;
  /** Returns the next task, or undefined if none comes in time. */
  poll(
    activityArn: string,
    workerName: string | undefined,
    signal: AbortSignal,
  ): Promise<ActivityTask | undefined>;
  /** Ends the polls of an activity that is deleted. */
  close(activityArn: string): void;
}

interface Poller {
  readonly workerName: string | undefined;
  answer(task: ActivityTask | undefined): void;
}

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_GetActivityTask.html */
const longestPoll = 60_000;

export function activityQueues(clock: Engine['world']['clock']): ActivityQueues {
  const offers = new Map<string, Offer[]>();
  const pollers = new Map<string, Poller[]>();

  return {
    offer(arn, offer) {
      const poller = getList(pollers, arn)[0];
      const task = poller && take(arn, offer, poller.workerName);
      if (task) {
        getList(pollers, arn).shift();
        poller.answer(task);
      } else {
        getList(offers, arn).push(offer);
      }
    },
    async poll(arn, workerName, signal) {
      const waiting = getList(offers, arn);
      for (let offer = waiting.shift(); offer; offer = waiting.shift()) {
        const task = take(arn, offer, workerName);
        if (task) return task;
      }
      return new Promise((resolve) => {
        const answer = (task: ActivityTask | undefined): void => {
          timer.cancel();
          signal.removeEventListener('abort', leave);
          resolve(task);
        };
        const poller: Poller = { workerName, answer };
        const leave = (): void => {
          const queue = getList(pollers, arn);
          if (queue.includes(poller)) queue.splice(queue.indexOf(poller), 1);
          answer(undefined);
        };
        const timer = clock.after(longestPoll, leave);
        signal.addEventListener('abort', leave, { once: true });
        getList(pollers, arn).push(poller);
      });
    },
    close(arn) {
      for (const poller of pollers.get(arn)?.splice(0) ?? []) poller.answer(undefined);
    },
  };
}

/** Starts the task with the worker that takes it. Returns undefined if the task is no longer wanted. */
function take(arn: string, offer: Offer, workerName: string | undefined): ActivityTask | undefined {
  const { run, frame, token } = offer;
  if (!isLive(run) || !isAwaited(run, frame, token)) return undefined;
  let task: ActivityTask | undefined;
  act(run, () => {
    const { step } = frame;
    if (step.kind !== 'task' || step.phase !== 'scheduled') return;
    const resource = { kind: 'activity', arn } as const;
    emitTask(run, frame, resource, 'Started', workerName === undefined ? {} : { workerName });
    step.phase = 'started';
    startTheClock(run, step);
    armTask(run, frame, resource, step);
    task = { taskToken: token, input: JSON.stringify(step.payload) };
  });
  return task;
}

function getList<T>(lists: Map<string, T[]>, key: string): T[] {
  let list = lists.get(key);
  if (!list) lists.set(key, (list = []));
  return list;
}
