import type { Collection } from '../../journal/store.ts';
import type { World } from '../../world/world.ts';
import { enqueue, type Draft } from './enqueue.ts';
import { measureAttributes } from './message-attributes.ts';
import { moveTasks, type MessageContent } from './message.ts';
import type { Queue } from './queue.ts';
import type { Queues } from './queues.ts';
import { invalidParameterValue } from './sqs-errors.ts';

type TaskStatus = 'RUNNING' | 'COMPLETED' | 'CANCELLING' | 'CANCELLED' | 'FAILED';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ListMessageMoveTasksResultEntry.html */
export interface MoveTask {
  readonly id: string;
  readonly sourceArn: string;
  readonly destinationArn?: string;
  /** The requested rate; we choose one if it is left out. */
  readonly perSecond?: number;
  readonly startedAt: number;
  readonly toMove: number;
  readonly moved: number;
  readonly status: TaskStatus;
  readonly failureReason?: string;
}

const cancellingTime = 1_000;
const remembered = 10;
/** Without a rate of its own a task gets through its backlog in about this many seconds, but never crawls. */
const secondsForBacklog = 10;
const slowestOwnRate = 50;
export const fastestRate = 500;

/** Redrives out of dead-letter queues, one at a time for each queue. They go on when the world is opened again. */
export class MoveTasks {
  readonly #world: World;
  readonly #queues: Queues;

  constructor(world: World, queues: Queues) {
    this.#world = world;
    this.#queues = queues;
    // Past tasks have all ended, so only written ones can still be running.
    for (const [, task] of this.#tasks.written()) this.#goOn(task);
  }

  start(task: Pick<MoveTask, 'sourceArn' | 'destinationArn' | 'perSecond' | 'toMove'>): MoveTask {
    const earlier = this.of(task.sourceArn);
    if (earlier.some(({ status }) => isActive(status))) {
      throw invalidParameterValue(
        'There is already a task running. Only one active task is allowed for a source queue arn at a given time.',
      );
    }
    for (const forgotten of earlier.slice(remembered - 1)) this.#tasks.delete(forgotten.id);
    const started: MoveTask = {
      ...task,
      id: this.#world.random.uuid(),
      startedAt: this.#world.clock.now(),
      moved: 0,
      status: 'RUNNING',
    };
    this.#tasks.set(started.id, started);
    this.#goOn(started);
    return started;
  }

  /** Lists the tasks of one queue, the newest first. */
  of(sourceArn: string): MoveTask[] {
    return [...this.#tasks.values()].filter((task) => task.sourceArn === sourceArn).toReversed();
  }

  withId(id: string): MoveTask | undefined {
    return this.#tasks.get(id);
  }

  cancel(task: MoveTask): void {
    this.#goOn(this.#save({ ...task, status: 'CANCELLING' }));
  }

  /** Ends the tasks of a queue that was deleted. */
  forget(sourceArn: string): void {
    for (const { id } of this.of(sourceArn)) this.#tasks.delete(id);
  }

  #goOn({ id, status, ...task }: MoveTask): void {
    const { clock } = this.#world;
    if (status === 'CANCELLING') {
      clock.after(cancellingTime, () => {
        const cancelling = this.#tasks.get(id);
        if (cancelling) this.#save({ ...cancelling, status: 'CANCELLED' });
      });
    }
    if (status !== 'RUNNING') return;

    // The rate counts from now rather than from the task's start, so time in which the world was closed is not
    // made up for.
    const begin = clock.now();
    const pause = 1000 / (task.perSecond ?? chooseRate(task.toMove));
    const next = (count: number): void => {
      clock.at(begin + Math.ceil(count * pause), () => {
        if (this.#step(id)) next(count + 1);
      });
    };
    next(1);
  }

  /** Returns true if there is more to do. */
  #step(id: string): boolean {
    const task = this.#tasks.get(id);
    const source = task && this.#queues.withArn(task.sourceArn);
    if (task?.status !== 'RUNNING' || !source) return false;
    const result = moveOne(this.#world, this.#queues, source, task.destinationArn);
    if (result !== 'moved' && result !== 'nothing left') {
      this.#save({ ...task, status: 'FAILED', failureReason: result.failure });
      return false;
    }
    const moved = task.moved + (result === 'moved' ? 1 : 0);
    const isThrough = result === 'nothing left' || source.counts.ready === 0;
    this.#save({ ...task, moved, status: isThrough ? 'COMPLETED' : 'RUNNING' });
    return !isThrough;
  }

  #save(task: MoveTask): MoveTask {
    this.#tasks.set(task.id, task);
    return task;
  }

  get #tasks(): Collection<MoveTask> {
    return this.#world.store.collection(moveTasks);
  }
}

function isActive(status: TaskStatus): boolean {
  return status === 'RUNNING' || status === 'CANCELLING';
}

function chooseRate(toMove: number): number {
  return Math.min(fastestRate, Math.max(slowestOwnRate, Math.ceil(toMove / secondsForBacklog)));
}

type Moved = 'moved' | 'nothing left' | { readonly failure: string };

/**
 * Takes the next message out of a dead-letter queue and sends it again with a new id, a new time and no
 * receives.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-configure-dead-letter-queue-redrive.html
 */
function moveOne(world: World, queues: Queues, source: Queue, destinationArn: string | undefined): Moved {
  const [message] = source.take(1, () => true);
  if (!message) return 'nothing left';
  const destination = findDestination(queues, message.content, destinationArn);
  if ('failure' in destination) {
    source.giveBack(message);
    return destination;
  }
  source.remove(message);
  enqueue(world, destination.queue, toDraft(message.content));
  return 'moved';
}

function findDestination(
  queues: Queues,
  { deadLetterSourceArn }: MessageContent,
  destinationArn = deadLetterSourceArn,
): { queue: Queue } | { failure: string } {
  if (destinationArn === undefined) return { failure: 'CouldNotDetermineMessageSource' };
  const queue = queues.withArn(destinationArn);
  return queue ? { queue } : { failure: 'AWS.SimpleQueueService.NonExistentQueue' };
}

function toDraft({ id, body, attributes = [], traceHeader, groupId }: MessageContent): Draft {
  const size = Buffer.byteLength(body) + measureAttributes(attributes);
  // The message keeps its own id, so that the destination does not take it for a duplicate: it is in no other
  // queue any more.
  return { body, size, attributes, traceHeader, groupId, deduplicationId: id };
}
