import type { Collection } from '../../journal/store.ts';
import type { World } from '../../world/world.ts';
import { AwsError } from '../protocol/aws-error.ts';

interface Letter {
  readonly queueArn: string;
  readonly body: string;
}

/**
 * Holds events on their way to a queue. An event is written in the same record as its change and removed after
 * it has been sent, so that a process that dies in between sends it again: at least once, as S3 promises.
 */
export class Outbox {
  readonly #world: World;
  readonly #letters: Collection<Letter>;
  readonly #counters: Collection<number>;
  #delivery: Promise<void> | undefined;

  constructor(world: World) {
    this.#world = world;
    this.#letters = world.store.collection('s3/outbox');
    this.#counters = world.store.collection('s3/counters');
    // The other services must be there first.
    if (this.#letters.size > 0) queueMicrotask(() => void this.deliver());
  }

  /** A later event has a greater sequencer. */
  nextSequencer(): string {
    const next = (this.#counters.get('sequencer') ?? 0) + 1;
    this.#counters.set('sequencer', next);
    return next.toString(16).toUpperCase().padStart(18, '0');
  }

  post(queueArn: string, body: string): void {
    this.#letters.set(this.nextSequencer(), { queueArn, body });
  }

  deliver(): Promise<void> {
    if (this.#letters.size === 0) return Promise.resolve();
    this.#delivery ??= this.#deliverAll();
    return this.#delivery;
  }

  async #deliverAll(): Promise<void> {
    const release = this.#world.clock.hold();
    try {
      for (;;) {
        const [next] = this.#letters.entries();
        if (!next) return;
        const [id, letter] = next;
        await send(this.#world, letter).catch(ignoreRefusals);
        // A world that has ended cannot be changed: its next opening sends the rest.
        if (!this.#letters.delete(id)) return;
      }
    } finally {
      this.#delivery = undefined;
      release();
    }
  }
}

export async function send(world: World, { queueArn, body }: Letter): Promise<void> {
  const QueueUrl = await findQueueUrl(world, queueArn);
  await world.call('sqs', 'SendMessage', { QueueUrl, MessageBody: body });
}

export async function findQueueUrl(world: World, queueArn: string): Promise<string> {
  const [QueueOwnerAWSAccountId, QueueName] = queueArn.split(':').slice(-2);
  const asked = { QueueName, QueueOwnerAWSAccountId };
  const answer = (await world.call('sqs', 'GetQueueUrl', asked)) as { QueueUrl: string };
  return answer.QueueUrl;
}

/** An event is dropped if its queue is gone or refuses it. */
function ignoreRefusals(error: unknown): void {
  if (!(error instanceof AwsError)) throw error;
}
