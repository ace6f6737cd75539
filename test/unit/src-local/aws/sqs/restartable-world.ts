import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { pocketAws, type PocketAws } from '#local/aws/pocket-aws.ts';
import { drivenClock } from '#local/world/clock.ts';

export interface Answer {
  readonly status: number;
  readonly output: {
    readonly Messages?: readonly { readonly Body: string; readonly ReceiptHandle: string }[];
    readonly Attributes?: Readonly<Record<string, string>>;
    readonly message?: string;
  };
}

/** Opens a world that is kept in a folder, answers HTTP requests, and can be shut and opened again. */
export interface RestartableWorld {
  ask(operation: string, queue: string, input?: object): Promise<Answer>;
  create(queue: string, attributes: Record<string, string>): Promise<void>;
  counts(queue: string): Promise<number[]>;
  wait(seconds: number): Promise<void>;
  restart(): void;
}

export async function inARestartableWorld(
  happens: (world: RestartableWorld) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sqs-fuzz-'));
  let clock = drivenClock(startOfTime);
  let aws: PocketAws = pocketAws({ folder, clock });
  const send = async (operation: string, input: object): Promise<Answer> => {
    const headers = { 'x-amz-target': `AmazonSQS.${operation}` };
    const body = Buffer.from(JSON.stringify(input));
    const answer = await aws.dispatch({ method: 'POST', path: '/', query: '', headers, body });
    return { status: answer.status, output: JSON.parse(String(answer.body)) as Answer['output'] };
  };
  const ask = (operation: string, queue: string, input: object = {}): Promise<Answer> =>
    send(operation, { QueueUrl: `http://127.0.0.1/000000000000/${queue}`, ...input });
  const world: RestartableWorld = {
    ask,
    async create(QueueName, Attributes) {
      expect((await send('CreateQueue', { QueueName, Attributes })).status).toBe(200);
    },
    async counts(queue) {
      const names = ['', 'NotVisible', 'Delayed'].map((name) => `ApproximateNumberOfMessages${name}`);
      const { output } = await ask('GetQueueAttributes', queue, { AttributeNames: names });
      return names.map((name) => Number(output.Attributes?.[name]));
    },
    wait: (time) => clock.advance(time * 1000),
    restart() {
      aws.close();
      clock = drivenClock(clock.now());
      aws = pocketAws({ folder, clock });
    },
  };
  try {
    await happens(world);
  } finally {
    aws.close();
    rmSync(folder, { recursive: true });
  }
}
