import { GetQueueUrlCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { Agent } from 'node:http';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lane } from './redrive-run.ts';

/** Runs https://github.com/garryyao/replay-aws-dlq with the SDK that it is installed with. */
export interface Theirs {
  /** Returns the milliseconds from its start to the last message that it reports as moved. */
  move(lane: Lane, messages: number): Promise<number>;
}

interface There {
  readonly address: string;
  readonly sqs: SQSClient;
  /**
   * The tool ends by polling for 20 s for more messages. This is called after its last report, so that the
   * bench does not wait.
   */
  readonly letTimePass: () => Promise<void>;
  /** By default its SDK opens a connection for each call. Without this option, connections are kept open. */
  readonly isAsItComes?: boolean;
}

const ownRequire = createRequire(import.meta.url);
const theirRequire = createRequire(ownRequire.resolve('replay-aws-dlq'));

/**
 * Gives the tool the best conditions unless its defaults are asked for, with connections kept open, which its
 * SDK closes by default. Its console output is dropped in any case.
 */
export function theirs({ address, sqs, letTimePass, isAsItComes = false }: There): Theirs {
  const { redrive } = ownRequire('replay-aws-dlq') as ReplayAwsDlq;
  const Client = theirRequire('aws-sdk/clients/sqs') as SqsOfVersion2;
  const client = new Client({
    endpoint: address,
    region: 'local',
    accessKeyId: 'sandbox',
    secretAccessKey: 'sandbox',
    ...(!isAsItComes && { httpOptions: { agent: new Agent({ keepAlive: true, maxSockets: 50 }) } }),
  });
  const urlOf = async (QueueName: string): Promise<string> =>
    (await sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl ?? '';

  return {
    async move({ queue, source }, messages) {
      const [from, to] = [await urlOf(queue), await urlOf(source)];
      const { log } = console;
      let moved = 0;
      let last = Number.NaN;
      let passed: Promise<void> | undefined;
      const listen = (said: string): void => {
        if (!said.startsWith('moved message')) return;
        moved += 1;
        last = performance.now();
        // The tool has to send its next request first.
        if (moved === messages) passed = sleep(200).then(letTimePass);
      };
      Object.assign(console, { log: listen });
      const started = performance.now();
      try {
        await redrive({ from, to, options: { sqs: client } });
      } finally {
        Object.assign(console, { log });
      }
      await passed;
      return last - started;
    },
  };
}

interface ReplayAwsDlq {
  readonly redrive: (asked: {
    readonly from: string;
    readonly to: string;
    readonly options: { readonly sqs: object };
  }) => Promise<void>;
}

type SqsOfVersion2 = new (options: object) => object;
