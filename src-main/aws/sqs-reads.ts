import { refused, type Receipt, type Result } from '#shared/contract/result.ts';
import { failureOf, troubleOf, type Trouble } from './aws-trouble.ts';
import { mostRefusals, type Patience } from './patience.ts';
import type { TimeSources } from './tally.ts';
import { withinTime } from './within-time.ts';

export type SqsRead =
  | 'GetQueueUrl'
  | 'GetQueueAttributes'
  | 'ListDeadLetterSourceQueues'
  | 'ListMessageMoveTasks'
  | 'ReceiveMessage';

interface Parts extends TimeSources {
  readonly patience: Patience;
  /** In milliseconds. */
  readonly longestRead: number;
}

type Attempt<T> = (signal: AbortSignal) => Promise<T>;

/** The reads that one question of a queue needs, and their receipt. */
export interface SqsQuestion {
  read<T>(operation: SqsRead, attempt: Attempt<T>): Promise<Result<T>>;
  /**
   * Made again only where SQS has certainly done nothing: an answer that was lost has hidden its messages, and a second
   * one would hide more.
   */
  readOnce<T>(operation: SqsRead, attempt: Attempt<T>): Promise<Result<T>>;
  receipt(items: number, bytes: number): Receipt;
}

/** `operation` is what the question is called on its receipt. */
export function askSqs(
  queue: string,
  operation: SqsRead,
  { patience, now, elapsed, longestRead }: Parts,
): SqsQuestion {
  const asOf = new Date(now()).toISOString();
  const begun = elapsed();
  let pages = 0;

  const answered = <T>(value: T): Result<T> => {
    pages += 1;
    return { ok: true, value };
  };
  const failed = (trouble: Trouble, attempts: number, called: SqsRead): Result<never> =>
    sqsFailure(trouble, attempts, { operation: called, queue });

  return {
    async read(called, attempt) {
      const tried = await patience.read(attempt);
      return tried.ok ? answered(tried.value) : failed(tried.trouble, tried.attempts, called);
    },
    async readOnce(called, attempt) {
      for (let attempts = 1; ; attempts += 1) {
        try {
          return answered(await withinTime(longestRead, attempt));
        } catch (error) {
          const trouble = troubleOf(error);
          if (attempts === mostRefusals || trouble.kind !== 'throttled')
            return failed(trouble, attempts, called);
        }
        await patience.pause(attempts);
      }
    },
    receipt: (items, bytes) => ({
      pattern: `SQS: ${operation}`,
      index: 'queue',
      pages,
      items,
      rru: 0,
      bytes,
      ms: elapsed() - begun,
      asOf,
    }),
  };
}

function sqsFailure(
  trouble: Trouble,
  attempts: number,
  { operation, queue }: { readonly operation: SqsRead; readonly queue: string },
): Result<never> {
  return refused(
    failureOf(trouble, attempts, {
      service: 'SQS',
      action: `sqs:${operation}`,
      place: `the queue "${queue}"`,
      ...(parts[operation] !== undefined && { part: parts[operation] }),
      resource: queue,
      ...(trouble.name === 'OverLimit' && {
        advice: 'Too many of its messages are held or being worked on: let go of some, then try again.',
      }),
      missing: {
        code: 'not-found',
        message: `There is no queue "${queue}" on this connection. Nothing was read. Check the connection's region, account and queue names.`,
        what: queue,
      },
    }),
  );
}

const parts: Partial<Readonly<Record<SqsRead, string>>> = {
  ListDeadLetterSourceQueues: 'the list of its sources',
  ListMessageMoveTasks: 'the list of its moves',
};

export function noSuchQueue(queue: string): Result<never> {
  return refused({
    code: 'not-found',
    message: `"${queue}" is none of this connection's dead-letter queues. Nothing was read.`,
    what: queue,
  });
}
