import {
  DescribeExecutionCommand,
  DescribeMapRunCommand,
  GetExecutionHistoryCommand,
  ListExecutionsCommand,
  ListMapRunsCommand,
  SFNClient,
  type GetExecutionHistoryCommandInput,
  type ListExecutionsCommandInput,
} from '@aws-sdk/client-sfn';
import { z } from 'zod';
import { findAwsPartition } from '#shared/catalogue/iam/arns.ts';
import { refused, type Receipt, type Refusal, type Result } from '#shared/contract/result.ts';
import type {
  ChildExecution,
  ChildOfDocument,
  Execution,
  ExecutionEvent,
  MapRun,
} from '#shared/contract/executions.ts';
import {
  formatExecutionName,
  isExecutionName,
  parseExecutionName,
  type RunName,
} from '#shared/domain/id-forms.ts';
import { toFailure, type Trouble } from './aws-trouble.ts';
import { clientConfig, namesAt, withRenewal, type AwsPlace } from './client-config.ts';
import {
  allowedTargets,
  captureBody,
  parsedBody,
  UnreadableAnswer,
  whereBodiesAre,
  whereTargetsAre,
} from './middleware.ts';
import type { Patience, TimeSources } from './patience.ts';
import { outlived } from './places.ts';

/** An execution is identified by its batch and run; its ARN is built here, and never taken from a page. */
export type { RunName };

/** This is an execution as AWS describes it. Other code decides whether the console offers a redrive. */
export type DescribedExecution = Omit<Execution, 'canRedrive' | 'canStop' | 'redriveUntil'>;

interface HistoryPage {
  readonly events: readonly ExecutionEvent[];
  readonly cursor: string | null;
}

export interface HistoryQuestion {
  readonly cursor?: string | undefined;
  readonly pageSize?: number | undefined;
  /** The name of a child execution of its newest Map Run, instead of the execution of the run. */
  readonly child?: string | undefined;
  readonly newestFirst?: boolean | undefined;
}

/** An event with the data of all its details. It stays in main, which shows a masked part of it. */
export interface OpenedEvent {
  readonly event: HistoryEvent;
  /** The events that it follows from, the nearest first, up to the one that scheduled its task. */
  readonly before: readonly HistoryEvent[];
}

/** This is the outcome of a call that changes an execution. `unclear`: it may have happened. */
export type ExecutionChange =
  | { readonly kind: 'done'; readonly at: string | null }
  | { readonly kind: 'refused'; readonly name: string; readonly why: string }
  | { readonly kind: 'unclear'; readonly why: string };

export interface ChildrenPage {
  readonly children: readonly ChildExecution[];
  readonly cursor: string | null;
}

/**
 * This is the only way to Step Functions: five reads, and the two changes that the console may make (domain, 1.4).
 */
export interface Executions {
  /** Returns the run that an ARN names; null when it belongs to another state machine. */
  runOf(arn: string): Promise<Result<RunName | null>>;
  describe(name: RunName): Promise<Result<DescribedExecution>>;
  /** Reads metadata only. */
  history(name: RunName, options: HistoryQuestion): Promise<Result<HistoryPage>>;
  /** Reads one event with its data, and the events that led to it as far as its task was scheduled. */
  event(
    name: RunName,
    asked: { readonly eventId: number; readonly child?: string | undefined },
  ): Promise<Result<OpenedEvent>>;
  /** Describes the Map Run that began last; null when the execution has none. */
  mapRun(name: RunName): Promise<Result<MapRun | null>>;
  /** Lists child executions of its newest Map Run that have this status, newest first, with the document of each. */
  children(
    name: RunName,
    options: {
      readonly status: ChildExecution['status'];
      readonly cursor?: string | undefined;
      readonly pageSize?: number | undefined;
    },
  ): Promise<Result<ChildrenPage>>;
  /** Looks for a document's child execution among those at work at this time, and opens the inputs of a few. */
  childOfDocument(
    name: RunName,
    document: { readonly documentId: string; readonly at: string | null },
  ): Promise<Result<ChildOfDocument>>;
  /** Returns the ids given to its Map, in the order of its iterations. */
  documentIds(name: RunName): Promise<Result<readonly string[]>>;
  /** Makes one attempt. The token is written down before, so the same redrive happens only once. */
  redrive(name: RunName, token: string): Promise<ExecutionChange>;
  /** Makes one attempt. AWS reports no error when the execution has already stopped. */
  stop(name: RunName, why: { readonly error: string; readonly cause: string }): Promise<ExecutionChange>;
}

/** Creates the SDK's client of one AWS, limited to five reads and two changes (domain, 1.4). */
export function sfnClient(place: AwsPlace): SFNClient {
  const client = new SFNClient(clientConfig(place, 'sfn'));
  client.middlewareStack.add(
    allowedTargets(
      allowed,
      'The console describes executions, reads their histories, redrives and stops them',
    ),
    whereTargetsAre,
  );
  return withRenewal(client, place);
}

const allowed: ReadonlySet<string> = new Set(
  [
    'DescribeExecution',
    'DescribeMapRun',
    'GetExecutionHistory',
    'ListExecutions',
    'ListMapRuns',
    'RedriveExecution',
    'StopExecution',
  ].map((operation) => `AWSStepFunctions.${operation}`),
);

export interface ExecutionNames {
  /** Returns null when no execution can have this name. */
  arnOf(name: RunName): string | null;
  /** Returns null when the ARN belongs to another state machine. */
  runOf(arn: string): RunName | null;
}

/** Names the executions of one deployment's state machine, `{batchId}-r{run}`, in one region of one account. */
export function executionNames(place: Pick<AwsPlace, 'region' | 'accountId' | 'names'>): ExecutionNames {
  const { region, accountId } = place;
  const { stateMachine } = namesAt(place).extraction;
  const prefix = `arn:${findAwsPartition(region)}:states:${region}:${accountId}:execution:${stateMachine}:`;
  return {
    arnOf(name) {
      const executionName = formatExecutionName(name);
      return stateMachine !== '' && isExecutionName(executionName) ? prefix + executionName : null;
    },
    runOf: (arn) =>
      stateMachine === '' || !arn.startsWith(prefix) ? null : parseExecutionName(arn.slice(prefix.length)),
  };
}

type SfnRead =
  | 'DescribeExecution'
  | 'DescribeMapRun'
  | 'GetExecutionHistory'
  | 'ListExecutions'
  | 'ListMapRuns';

interface Parts extends TimeSources {
  readonly client: SFNClient;
  readonly names: ExecutionNames;
  readonly patience: Patience;
}

type HistoryOptions = Omit<GetExecutionHistoryCommandInput, 'executionArn'>;
type ChildrenOptions = Pick<ListExecutionsCommandInput, 'statusFilter' | 'maxResults' | 'nextToken'>;

/** These are the calls that read an execution; "Check connection" makes the same ones. */
export const executionLooks = {
  /** The call does not ask for input and output. */
  describe: (executionArn: string) =>
    new DescribeExecutionCommand({ executionArn, includedData: 'METADATA_ONLY' }),
  history: (executionArn: string, options: HistoryOptions) =>
    new GetExecutionHistoryCommand({ ...options, executionArn }),
  /** The newest is first. */
  mapRuns: (executionArn: string) => new ListMapRunsCommand({ executionArn, maxResults: 1 }),
  mapRun: (mapRunArn: string) => new DescribeMapRunCommand({ mapRunArn }),
  children: (mapRunArn: string, options: ChildrenOptions) =>
    new ListExecutionsCommand({ ...options, mapRunArn }),
  /** The input of a child execution names its document. */
  child: (executionArn: string) => new DescribeExecutionCommand({ executionArn }),
} as const;

/** Makes the reads of one question, and its receipt. */
export interface SfnQuestion {
  describe<T>(shape: z.ZodType<T>): Promise<Result<T>>;
  /** Reads the history of the run, or of another execution whose ARN main has found. */
  history<T>(shape: z.ZodType<T>, options: HistoryOptions, executionArn?: string): Promise<Result<T>>;
  mapRuns<T>(shape: z.ZodType<T>): Promise<Result<T>>;
  mapRun<T>(shape: z.ZodType<T>, mapRunArn: string): Promise<Result<T>>;
  children<T>(shape: z.ZodType<T>, mapRunArn: string, options: ChildrenOptions): Promise<Result<T>>;
  child<T>(shape: z.ZodType<T>, executionArn: string): Promise<Result<T>>;
  receipt(items: number): Receipt;
}

type SfnCommand =
  | DescribeExecutionCommand
  | DescribeMapRunCommand
  | GetExecutionHistoryCommand
  | ListExecutionsCommand
  | ListMapRunsCommand;

/** Sends single requests with retries; `operation` is the question's name on its receipt. */
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
    commandFor: (arn: string) => SfnCommand,
  ): Promise<Result<T>> {
    if (arn === null) return refused(impossibleName(name));
    const tried = await patience.read(async (signal) => {
      const body = await readBody(client, commandFor(arn), signal);
      return { value: shaped(shape, parsedBody(body)), bytes: Buffer.byteLength(body) };
    });
    if (!tried.ok) return sfnFailure(tried.trouble, tried.attempts, called, name);
    pages += 1;
    bytes += tried.value.bytes;
    return { ok: true, value: tried.value.value };
  }

  return {
    describe: (shape) => read(shape, 'DescribeExecution', executionLooks.describe),
    history: (shape, options, executionArn) =>
      read(shape, 'GetExecutionHistory', (own) => executionLooks.history(executionArn ?? own, options)),
    mapRuns: (shape) => read(shape, 'ListMapRuns', executionLooks.mapRuns),
    mapRun: (shape, mapRunArn) => read(shape, 'DescribeMapRun', () => executionLooks.mapRun(mapRunArn)),
    children: (shape, mapRunArn, options) =>
      read(shape, 'ListExecutions', () => executionLooks.children(mapRunArn, options)),
    child: (shape, childArn) => read(shape, 'DescribeExecution', () => executionLooks.child(childArn)),
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

async function readBody(client: SFNClient, asked: SfnCommand, abortSignal: AbortSignal): Promise<string> {
  // The commands differ only in their inputs, which are type-checked; a union of them is not callable.
  const command = asked as GetExecutionHistoryCommand;
  let body = '';
  const keep = captureBody((text) => (body = text));
  command.middlewareStack.add(keep, whereBodiesAre);
  await client.send(command, { abortSignal });
  return body;
}

/** The error names the place and never the value there. */
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
  // Step Functions keeps its own tokens for 24 hours.
  if (trouble.name === 'InvalidToken') return outlived();
  const executionName = formatExecutionName(name);
  return refused(
    toFailure(trouble, attempts, {
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
    message: `Step Functions has no execution of run ${run} of the batch "${batchId}": it keeps executions for 90 days after they end. Nothing was read. The passports of the documents tell what happened.`,
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

const eventSchema = z.looseObject({
  id: z.int(),
  type: z.string(),
  /** The time is in seconds. */
  timestamp: z.number(),
  previousEventId: z.int().nullish(),
});
export type HistoryEvent = z.infer<typeof eventSchema>;

export const historySchema = z.object({
  events: z.array(eventSchema),
  nextToken: z.string().nullish(),
});

/**
 * Keeps an event short, since there are up to 25,000. Of an error it keeps only the code, since the cause may quote
 * a payload.
 */
export function slimEvent(event: HistoryEvent): ExecutionEvent {
  const { id, type, timestamp, previousEventId } = event;
  const details = getEventDetails(event);
  const isOfState = type.endsWith('StateEntered') || type.endsWith('StateExited');
  const { name, index, error } = details;
  return {
    id,
    previous: previousEventId ?? 0,
    at: Math.round(timestamp * 1_000),
    type,
    state: isOfState && typeof name === 'string' ? name : null,
    index: typeof index === 'number' && Number.isSafeInteger(index) ? index : null,
    error: typeof error === 'string' ? error : null,
  };
}

/** Each event has the details of its own type; `TaskStateEntered` and similar types share theirs. */
export function getEventDetails(event: HistoryEvent): Readonly<Record<string, unknown>> {
  for (const [member, details] of Object.entries(event)) {
    if (member.endsWith('EventDetails') && isRecord(details)) return details;
  }
  return {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
