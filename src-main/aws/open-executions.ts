import { randomBytes } from 'node:crypto';
import { RedriveExecutionCommand, StopExecutionCommand, type SFNClient } from '@aws-sdk/client-sfn';
import { z } from 'zod';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { executionSchema, mapRunSchema, type MapRun } from '#shared/contract/executions.ts';
import { redriveReason } from '#shared/domain/execution-allowance.ts';
import { formatExecutionName } from '#shared/domain/id-forms.ts';
import { explainNeverSent } from '../network/explain-stop.ts';
import { refusedAddress, signInErrors, unclearAnswer, whyRefusedAddress } from './aws-trouble.ts';
import type { AwsPlace } from './client-config.ts';
import {
  askSfn,
  getEventDetails,
  executionNames,
  historySchema,
  impossibleName,
  sfnClient,
  slimEvent,
  type DescribedExecution,
  type ExecutionChange,
  type ExecutionNames,
  type Executions,
  type HistoryEvent,
  type RunName,
  type SfnQuestion,
} from './executions.ts';
import { openEventPages } from './execution-events.ts';
import { findChildOfDocument, listChildren, newestMapRun } from './child-executions.ts';
import { ForbiddenCommand, readStatus } from './middleware.ts';
import {
  machineParts,
  openPatience,
  type PatienceParts,
  type TimeSources,
  usualLongestRead,
  withinTime,
} from './patience.ts';
import { openPlaces } from './places.ts';

export interface ExecutionsParts extends TimeSources, PatienceParts {
  /** The key is random and lives as long as the process, so cursors of an earlier process are refused. */
  readonly cursorKey: Uint8Array;
}

/** Opens the executions over the SDK's client of one connection. */
export function openExecutions(
  place: AwsPlace,
  parts: ExecutionsParts = { ...machineParts(), cursorKey: randomBytes(32) },
): Executions {
  const names = executionNames(place);
  const client = sfnClient(place);
  const reading = { client, names, patience: openPatience(parts), now: parts.now, elapsed: parts.elapsed };
  const eventPages = openEventPages();
  const places = openPlaces<string>(parts.cursorKey, ({ size }) => size > mostPlaces);
  return {
    ...sfnChanges({ client, names, longestChange: parts.longestRead ?? usualLongestRead }),
    runOf: (arn) => Promise.resolve(ok(names.runOf(arn))),
    describe: (name) => describedExecution(name, askSfn(name, 'DescribeExecution', reading)),
    mapRun: (name) => describedMapRun(askSfn(name, 'DescribeMapRun', reading)),
    async children(name, { status, cursor, pageSize }) {
      const binding = JSON.stringify([name.batchId, name.run, status]);
      const from = cursor === undefined ? undefined : places.find(cursor, binding);
      if (from !== undefined && !from.ok) return from;
      const question = askSfn(name, 'ListExecutions', reading);
      const answer = await listChildren(question, { status, pageSize, place: from?.value });
      if (!answer.ok) return answer;
      const { children, next } = answer.value;
      const kept = next === null ? null : places.keep(next, binding);
      return ok({ children, cursor: kept }, question.receipt(children.length));
    },
    childOfDocument: (name, document) =>
      findChildOfDocument(askSfn(name, 'ListExecutions', reading), document),
    documentIds: (name) => listedDocuments(askSfn(name, 'GetExecutionHistory', reading)),
    async history(name, { cursor, pageSize = largestPage, child, newestFirst = false }) {
      const binding = JSON.stringify([name.batchId, name.run, child, newestFirst]);
      const from = cursor === undefined ? undefined : places.find(cursor, binding);
      if (from !== undefined && !from.ok) return from;
      const question = askSfn(name, 'GetExecutionHistory', reading);
      const arn = child === undefined ? ok(undefined) : await eventPages.childArn(question, name, child);
      if (!arn.ok) return arn;
      const options = {
        includeExecutionData: false,
        maxResults: Math.min(pageSize, largestPage),
        ...(newestFirst && { reverseOrder: true }),
        ...(from !== undefined && { nextToken: from.value }),
      };
      const answer = await question.history(historySchema, options, arn.value);
      if (!answer.ok) return answer;
      const { events, nextToken } = answer.value;
      const next = nextToken === null || nextToken === undefined ? null : places.keep(nextToken, binding);
      return ok({ events: events.map(slimEvent), cursor: next }, question.receipt(events.length));
    },
    async event(name, { eventId, child }) {
      const question = askSfn(name, 'GetExecutionHistory', reading);
      const arn = child === undefined ? ok(undefined) : await eventPages.childArn(question, name, child);
      return arn.ok ? eventPages.open(question, { name, eventId, arn: arn.value }) : arn;
    },
  };
}

/** See https://docs.aws.amazon.com/step-functions/latest/apireference/API_GetExecutionHistory.html */
const largestPage = 1_000;
const mostPlaces = 500;

/** Times are in seconds. */
const describedSchema = z.object({
  executionArn: z.string(),
  status: executionSchema.shape.status,
  startDate: z.number().nullish(),
  stopDate: z.number().nullish(),
  error: z.string().nullish(),
  cause: z.string().nullish(),
  redriveCount: z.int().nullish(),
  redriveDate: z.number().nullish(),
  redriveStatus: executionSchema.shape.redriveStatus.nullish().catch(null),
  redriveStatusReason: z.string().nullish(),
});

/** Describes an execution by its metadata; its input and output are not read. */
export async function describedExecution(
  name: RunName,
  question: SfnQuestion,
): Promise<Result<DescribedExecution>> {
  const answer = await question.describe(describedSchema);
  if (!answer.ok) return answer;
  const it = answer.value;
  return ok(
    {
      ...name,
      arn: it.executionArn,
      status: it.status,
      startedAt: formatIso(it.startDate),
      stoppedAt: formatIso(it.stopDate),
      error: hasFailed.has(it.status) ? await readExecutionError(it, question) : null,
      redriveCount: it.redriveCount ?? 0,
      redrivenAt: formatIso(it.redriveDate),
      redriveStatus: it.redriveStatus ?? null,
      redriveStatusReason: it.redriveStatusReason ?? null,
    },
    question.receipt(1),
  );
}

const hasFailed: ReadonlySet<string> = new Set(['FAILED', 'TIMED_OUT', 'ABORTED']);

/**
 * The metadata may lack the error, which is also in the last event of the history. An unreadable history is no
 * reason to give up the description.
 */
async function readExecutionError(
  { error, cause }: z.infer<typeof describedSchema>,
  question: SfnQuestion,
): Promise<DescribedExecution['error']> {
  if (typeof error === 'string' || typeof cause === 'string') {
    return { code: error ?? null, cause: cause ?? null };
  }
  const last = await question.history(historySchema, {
    reverseOrder: true,
    maxResults: 1,
    includeExecutionData: false,
  });
  const event = last.ok ? last.value.events[0] : undefined;
  if (event === undefined || !/^Execution(Failed|TimedOut|Aborted)$/.test(event.type)) return null;
  const details = getEventDetails(event);
  const told = { code: toText(details['error']), cause: toText(details['cause']) };
  return told.code === null && told.cause === null ? null : told;
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function formatIso(seconds: number | null | undefined): string | null {
  const date = new Date((seconds ?? Number.NaN) * 1_000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const ofMapRun = {
  status: true,
  maxConcurrency: true,
  toleratedFailureCount: true,
  toleratedFailurePercentage: true,
} as const;
const describedMapRunSchema = z.object({
  ...mapRunSchema.pick(ofMapRun).shape,
  redriveCount: mapRunSchema.shape.redriveCount.nullish(),
  executionCounts: z.object(mapRunSchema.omit({ ...ofMapRun, redriveCount: true }).shape),
});

/** The Map Run and its counts; the children are not read. */
async function describedMapRun(question: SfnQuestion): Promise<Result<MapRun | null>> {
  const newest = await newestMapRun(question);
  if (!newest.ok) return newest;
  if (newest.value === null) return ok(null, question.receipt(0));
  const answer = await question.mapRun(describedMapRunSchema, newest.value);
  if (!answer.ok) return answer;
  const { executionCounts, redriveCount: redrives, ...rest } = answer.value;
  return ok({ ...rest, ...executionCounts, redriveCount: redrives ?? 0 }, question.receipt(1));
}

/** The definition gives this name to the state that makes the list. */
const listState = 'ListDocuments';

/** Two states come before it, each retried four times at most. */
const pageSize = 50;
const mostPages = 4;

/**
 * Returns the documents given to the Map, in the order of its iterations. The payloads are opened only up to the
 * state that lists them, and only the ids are returned.
 */
export async function listedDocuments(question: SfnQuestion): Promise<Result<readonly string[]>> {
  let nextToken: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await question.history(historySchema, {
      includeExecutionData: true,
      maxResults: pageSize,
      ...(nextToken !== undefined && { nextToken }),
    });
    if (!answer.ok) return answer;
    const exited = answer.value.events.find(isItsEnd);
    if (exited !== undefined) return parseDocumentIds(exited, question);
    nextToken = answer.value.nextToken ?? undefined;
    if (nextToken === undefined) break;
  }
  // The execution has not reached that state, or never will.
  return ok([], question.receipt(0));
}

function isItsEnd(event: HistoryEvent): boolean {
  return event.type.endsWith('StateExited') && getEventDetails(event)['name'] === listState;
}

const outputSchema = z.object({ documentIds: z.array(z.string().min(1).max(256)) });

function parseDocumentIds(exited: HistoryEvent, question: SfnQuestion): Result<readonly string[]> {
  const { output } = getEventDetails(exited);
  const parsed = outputSchema.safeParse(typeof output === 'string' ? parseJsonText(output) : undefined);
  if (parsed.success) return ok(parsed.data.documentIds, question.receipt(parsed.data.documentIds.length));
  return refused({
    code: 'aws-refused',
    message: `The output of the state "${listState}" has no list of document ids, so the iterations stay without their documents. Nothing else is missing. Compare the deployed state machine with the one that this console knows.`,
    service: 'Step Functions',
    name: 'UnreadableAnswer',
  });
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Parts {
  readonly client: SFNClient;
  readonly names: ExecutionNames;
  /** This is the limit in milliseconds. */
  readonly longestChange: number;
}

/** Each change is one attempt, because only the caller that wrote it down can know whether a repeat is safe. */
export function sfnChanges({ client, names, longestChange }: Parts): Pick<Executions, 'redrive' | 'stop'> {
  return {
    async redrive(name, clientToken) {
      const executionArn = names.arnOf(name);
      if (executionArn === null) return noSuchName(name);
      return outcome('RedriveExecution', name, async (abortSignal) => {
        const command = new RedriveExecutionCommand({ executionArn, clientToken });
        return (await client.send(command, { abortSignal })).redriveDate;
      });
    },
    async stop(name, { error, cause }) {
      const executionArn = names.arnOf(name);
      if (executionArn === null) return noSuchName(name);
      return outcome('StopExecution', name, async (abortSignal) => {
        const command = new StopExecutionCommand({
          executionArn,
          error: error.slice(0, longestError),
          cause: cause.slice(0, longestCause),
        });
        return (await client.send(command, { abortSignal })).stopDate;
      });
    },
  };

  async function outcome(
    operation: 'RedriveExecution' | 'StopExecution',
    name: Parameters<Executions['redrive']>[0],
    send: (signal: AbortSignal) => Promise<Date | undefined>,
  ): Promise<ExecutionChange> {
    try {
      const date = await withinTime(longestChange, send);
      const isDate = date instanceof Date && !Number.isNaN(date.getTime());
      if (isDate) return { kind: 'done', at: date.toISOString() };
      return { kind: 'unclear', why: `${operation} got an unexpected answer from Step Functions.` };
    } catch (error) {
      return outcomeOfError(error, operation, formatExecutionName(name));
    }
  }
}

/** See https://docs.aws.amazon.com/step-functions/latest/apireference/API_StopExecution.html */
const longestError = 256;
const longestCause = 32_768;

function noSuchName(name: Parameters<Executions['redrive']>[0]): ExecutionChange {
  return { kind: 'refused', name: 'InvalidName', why: impossibleName(name).message };
}

type SfnChange = 'RedriveExecution' | 'StopExecution';

/**
 * Decides what a failed change says for certain. An error that AWS names and attributes to the caller means a
 * refusal before anything was done, and so does a connection that was never made: each change is one attempt. After any
 * other answer, such as a proxy's page or a 500, the change may have happened.
 */
export function outcomeOfError(error: unknown, operation: SfnChange, executionName: string): ExecutionChange {
  if (error instanceof ForbiddenCommand) throw error;
  const neverSent = explainNeverSent(error, 'Step Functions');
  // By this name a job tries it later, as it does when the connection cannot be used at all.
  if (neverSent !== null) return { kind: 'refused', name: 'aws-unreachable', why: neverSent };
  const { name, message } = error instanceof Error ? error : { name: 'an unknown error', message: '' };
  const status = error instanceof Error ? (readStatus(error) ?? 0) : 0;
  if (unsent.has(name) || (status >= 400 && status < 500 && status !== 408 && isOfAws(name))) {
    return {
      kind: 'refused',
      name,
      why: `${describeChangeRefusal(name, message, operation, executionName)} Nothing was done.`,
    };
  }
  if (name === 'LateAnswer') {
    return { kind: 'unclear', why: `Step Functions did not answer the ${operation} in time.` };
  }
  return { kind: 'unclear', why: unclearAnswer(error, operation) };
}

function describeChangeRefusal(
  name: string,
  message: string,
  operation: SfnChange,
  executionName: string,
): string {
  if (name === 'ExecutionNotRedrivable') {
    return redriveReason(message.split(' invalid for redrive as: ').at(-1) ?? message);
  }
  if (name === 'ExecutionDoesNotExist') {
    return `Step Functions has no execution "${executionName}" any more: it keeps executions for 90 days.`;
  }
  if (name === 'AccessDeniedException') {
    return `This sign-in may not do states:${operation} on the execution "${executionName}".`;
  }
  if (/Throttling|TooManyRequests/.test(name)) {
    return 'Step Functions asked for a slower pace. Try again in a minute.';
  }
  if (name === 'NotSignedIn') return message;
  if (name === refusedAddress) return whyRefusedAddress(message);
  if (signInErrors.has(name))
    return 'The sign-in of this connection has expired. Sign in again, then repeat it.';
  return `Step Functions ${operation} was answered ${name}.`;
}

/** Step Functions gives its own errors plain names; those that all services share end in "Exception". */
function isOfAws(name: string): boolean {
  return (
    own.has(name) || signInErrors.has(name) || (name.endsWith('Exception') && name !== 'SFNServiceException')
  );
}

const own: ReadonlySet<string> = new Set([
  'ExecutionDoesNotExist',
  'ExecutionLimitExceeded',
  'ExecutionNotRedrivable',
  'InvalidArn',
  'ValidationError',
]);

/** Without credentials or an address nothing is sent. */
const unsent: ReadonlySet<string> = new Set([
  refusedAddress,
  'CredentialsProviderError',
  'TokenProviderError',
  'NotSignedIn',
]);
