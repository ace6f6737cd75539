import type { World } from '../../world/world.ts';
import { queueIds } from './message.ts';
import type { QueueAttributes } from './queue-attributes.ts';
import { watchQueue } from './queue-metrics.ts';
import { Queue, type QueueRecord } from './queue.ts';
import { invalidAddress, queueDeletedRecently, queueDoesNotExist } from './sqs-errors.ts';

/** A deleted queue's name cannot be used again for this long. */
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

  /** Finds a queue by its address and lets it catch up with the clock. */
  at(url: string): Queue {
    const queue = this.named(queueNameIn(this.#world, url));
    if (!queue) throw queueDoesNotExist();
    return queue;
  }

  withArn(arn: string): Queue | undefined {
    const name = queueNameInArn(this.#world, arn);
    return name === undefined ? undefined : this.named(name);
  }

  /** Lists the queues by name. */
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

  /** Takes the id that past data gave to this name, once: a later queue of the same name gets another. */
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

export function formatQueueUrl(world: World, name: string): string {
  return `${world.endpoint}/${world.account}/${name}`;
}

export function formatQueueArn(world: World, name: string): string {
  return `arn:aws:sqs:${world.region}:${world.account}:${name}`;
}

/**
 * The name in a queue's address. Only the path counts: a client may know this world by another host than the
 * one that called it. As on AWS, a name alone will do.
 */
function queueNameIn(world: World, address: string): string {
  const segments = extractPath(address)
    .split('/')
    .filter((segment) => segment !== '');
  const name = segments.at(-1);
  if (name === undefined) throw invalidAddress(address);
  const account = segments.at(-2);
  if (account !== undefined && account !== world.account) throw queueDoesNotExist();
  return name;
}

/** Returns undefined if it is not the ARN of a queue, or of a queue that cannot be in this world. */
export function queueNameInArn(world: World, arn: string): string | undefined {
  const prefix = formatQueueArn(world, '');
  const name = arn.slice(prefix.length);
  return arn.startsWith(prefix) && /^[\w-]{1,80}(\.fifo)?$/.test(name) ? name : undefined;
}

function extractPath(address: string): string {
  const afterScheme = address.replace(/^[a-z]+:\/\/[^/]*/i, '');
  return afterScheme.replace(/[?#].*$/, '');
}
