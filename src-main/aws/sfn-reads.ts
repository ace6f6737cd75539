import {
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  type DescribeExecutionCommandInput,
  type GetExecutionHistoryCommandInput,
  type SFNClient,
} from '@aws-sdk/client-sfn';
import type { z } from 'zod';
import type { Receipt } from '#shared/contract/receipt.ts';
import { refused, type Result } from '#shared/contract/result.ts';
import type { ExecutionNames } from './execution-names.ts';
import type { RunName } from './executions.ts';
import { keptBody, parsedBody, UnreadableAnswer, whereBodiesAre } from './kept-body.ts';
import type { Patience } from './patience.ts';
import { impossibleName, sfnFailure, type SfnRead } from './sfn-failure.ts';
import type { TimeSources } from './tally.ts';

interface Parts extends TimeSources {
  readonly client: SFNClient;
  readonly names: ExecutionNames;
  readonly patience: Patience;
}

type HistoryOptions = Omit<GetExecutionHistoryCommandInput, 'executionArn'>;
type DescribeOptions = Omit<DescribeExecutionCommandInput, 'executionArn'>;

/** The reads that one question needs, and their receipt. */
export interface SfnQuestion {
  describe<T>(shape: z.ZodType<T>, options: DescribeOptions): Promise<Result<T>>;
  history<T>(shape: z.ZodType<T>, options: HistoryOptions): Promise<Result<T>>;
  receipt(items: number): Receipt;
}

/** Single requests, sent with patience; `operation` is what the question is called on its receipt. */
export function askSfn(name: RunName, operation: SfnRead, parts: Parts): SfnQuestion {
  const { client, names, patience, now, elapsed } = parts;
  const arn = names.arnOf(name);
  const asOf = new Date(now()).toISOString();
  const begun = elapsed();
  let pages = 0;
  let bytes = 0;

  async function read<T>(
    shape: z.ZodType<T>,
    called: SfnRead,
    commandFor: (arn: string) => GetExecutionHistoryCommand | DescribeExecutionCommand,
  ): Promise<Result<T>> {
    if (arn === null) return refused(impossibleName(name));
    const tried = await patience.read(async (signal) => {
      const body = await bodyOf(client, commandFor(arn), signal);
      return { value: shaped(shape, parsedBody(body)), bytes: Buffer.byteLength(body) };
    });
    if (!tried.ok) return sfnFailure(tried.trouble, tried.attempts, called, name);
    pages += 1;
    bytes += tried.value.bytes;
    return { ok: true, value: tried.value.value };
  }

  return {
    describe: (shape, options) =>
      read(
        shape,
        'DescribeExecution',
        (executionArn) => new DescribeExecutionCommand({ ...options, executionArn }),
      ),
    history: (shape, options) =>
      read(
        shape,
        'GetExecutionHistory',
        (executionArn) => new GetExecutionHistoryCommand({ ...options, executionArn }),
      ),
    receipt: (items) => ({
      pattern: `Step Functions: ${operation}`,
      index: 'execution',
      pages,
      items,
      rru: 0,
      bytes,
      ms: elapsed() - begun,
      asOf,
    }),
  };
}

async function bodyOf(
  client: SFNClient,
  asked: GetExecutionHistoryCommand | DescribeExecutionCommand,
  abortSignal: AbortSignal,
): Promise<string> {
  // The two differ in their inputs alone, which are checked; as a union nobody could call them.
  const command = asked as GetExecutionHistoryCommand;
  let body = '';
  const keep = keptBody((text) => (body = text));
  command.middlewareStack.add(keep, whereBodiesAre);
  await client.send(command, { abortSignal });
  return body;
}

/** Names the place and never what stands there. */
function shaped<T>(shape: z.ZodType<T>, body: unknown): T {
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new UnreadableAnswer(
    `The answer is not as described at "${parsed.error.issues[0]?.path.join('.')}".`,
  );
}
