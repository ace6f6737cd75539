import type { World } from '../../world/world.ts';
import { queueNameIn, queueNameInArn } from './queue-address.ts';
import type { QueueAttributes } from './queue-attributes.ts';
import { watchQueue } from './queue-metrics.ts';
import { Queue, type QueueRecord } from './queue.ts';
import { queueDeletedRecently, queueDoesNotExist } from './sqs-errors.ts';
import { queueIds } from './told-messages.ts';

/** How long a deleted queue's name cannot be given to another. */
const deletionTime = 60_000;

/** All queues of this world, by name. */
export class Queues {
  readonly #world: World;
  readonly #open = new Map<string, { queue: Queue; stopWatching: () => void }>();

  constructor(world: World) {
    this.#world = world;
    for (const record of this.#records.values()) this.#add(record);
  }

  named(name: string): Queue | undefined {
    const queue = this.#open.get(name)?.queue;
    queue?.catchUp();
    return queue;
  }

  /** By its address, up to date with the clock. */
  at(url: string): Queue {
    const queue = this.named(queueNameIn(this.#world, url));
    if (!queue) throw queueDoesNotExist();
    return queue;
  }

  withArn(arn: string): Queue | undefined {
    const name = queueNameInArn(this.#world, arn);
    return name === undefined ? undefined : this.named(name);
  }

  /** In order of their names. */
  all(): Queue[] {
    return [...this.#open.keys()].toSorted().flatMap((name) => this.named(name) ?? []);
  }

  create(name: string, attributes: QueueAttributes, tags: readonly (readonly [string, string])[]): Queue {
    const now = this.#world.clock.now();
    const deletedAt = this.#deletions.get(name);
    if (deletedAt !== undefined && now - deletedAt < deletionTime) throw queueDeletedRecently();
    this.#deletions.delete(name);
    const id = this.#toldId(name) ?? this.#world.random.uuid();
    const record = { id, name, createdAt: now, modifiedAt: now, attributes, tags };
    this.#records.set(name, record);
    return this.#add(record);
  }

  update(queue: Queue, changes: Partial<QueueRecord>): void {
    queue.update(changes);
    this.#records.set(queue.name, queue.record);
  }

  delete(queue: Queue): void {
    this.#open.get(queue.name)?.stopWatching();
    this.#open.delete(queue.name);
    queue.clear();
    queue.polls.end(queueDoesNotExist());
    this.#records.delete(queue.name);
    const now = this.#world.clock.now();
    for (const [name, at] of this.#deletions.entries()) {
      if (now - at >= deletionTime) this.#deletions.delete(name);
    }
    this.#deletions.set(queue.name, now);
  }

  #add(record: QueueRecord): Queue {
    const queue = new Queue(this.#world, record);
    this.#open.set(record.name, {
      queue,
      stopWatching: watchQueue(this.#world.metrics, queue),
    });
    return queue;
  }

  /** Given once: a later queue of this name is another one. */
  #toldId(name: string): string | undefined {
    const ids = this.#world.store.collection<string>(queueIds);
    const id = ids.get(name);
    ids.delete(name);
    return id;
  }

  get #records() {
    return this.#world.store.collection<QueueRecord>('sqs/queues');
  }

  get #deletions() {
    return this.#world.store.collection<number>('sqs/deletions');
  }
}
