import {
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  type GetExecutionHistoryCommandInput,
  type SFNClient,
} from '@aws-sdk/client-sfn';
import type { z } from 'zod';
import { refused, type Receipt, type Refusal, type Result } from '#shared/contract/result.ts';
import { failureOf, type Trouble } from './aws-trouble.ts';
import { formatExecutionName } from '#shared/domain/id-forms.ts';
import type { ExecutionNames } from './execution-names.ts';
import type { RunName } from './executions.ts';
import { keptBody, parsedBody, UnreadableAnswer, whereBodiesAre } from './kept-body.ts';
import type { Patience } from './patience.ts';
import { outlived } from './places.ts';
import type { TimeSources } from './tally.ts';

export type SfnRead = 'DescribeExecution' | 'GetExecutionHistory';

interface Parts extends TimeSources {
  readonly client: SFNClient;
  readonly names: ExecutionNames;
  readonly patience: Patience;
}

type HistoryOptions = Omit<GetExecutionHistoryCommandInput, 'executionArn'>;

/** The calls that look at an execution; "Check connection" makes the same ones. */
export const executionLooks = {
  /** Input and output are not asked for. */
  describe: (executionArn: string) =>
    new DescribeExecutionCommand({ executionArn, includedData: 'METADATA_ONLY' }),
  history: (executionArn: string, options: HistoryOptions) =>
    new GetExecutionHistoryCommand({ ...options, executionArn }),
} as const;

/** The reads that one question needs, and their receipt. */
export interface SfnQuestion {
  describe<T>(shape: z.ZodType<T>): Promise<Result<T>>;
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
    describe: (shape) => read(shape, 'DescribeExecution', executionLooks.describe),
    history: (shape, options) =>
      read(shape, 'GetExecutionHistory', (arnOfIt) => executionLooks.history(arnOfIt, options)),
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

function sfnFailure(trouble: Trouble, attempts: number, operation: SfnRead, name: RunName): Result<never> {
  const missing = gone(name);
  if (trouble.name === 'ExecutionDoesNotExist') return refused(missing);
  // Its own tokens live for 24 hours.
  if (trouble.name === 'InvalidToken') return outlived();
  const executionName = formatExecutionName(name);
  return refused(
    failureOf(trouble, attempts, {
      service: 'Step Functions',
      action: `states:${operation}`,
      place: `the execution "${executionName}"`,
      resource: `execution/${executionName}`,
      missing,
    }),
  );
}

/** Step Functions does not distinguish an execution that never existed from one that is no longer kept. */
function gone({ batchId, run }: RunName): Refusal {
  return {
    code: 'execution-expired',
    message: `Step Functions has no execution of run ${run} of the batch "${batchId}": it keeps one for 90 days after its end. Nothing was read. What became of the documents is in their passports.`,
    run,
  };
}

export function impossibleName(name: RunName): Refusal {
  const executionName = formatExecutionName(name);
  return {
    code: 'not-found',
    message: `No execution can be called "${executionName}": Step Functions takes up to 80 characters, and no spaces, slashes or colons. Nothing was read. Check the id of the batch.`,
    what: executionName,
  };
}
