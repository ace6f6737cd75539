import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { documentsAtOnce } from '#shared/domain/pipeline-limits.ts';
import type { HistoryRecord } from '../../aws/sfn/execution-records.ts';
import { keyOf } from '../../pipelines/extraction/keys.ts';
import type { Frame } from '../../aws/sfn/interpreter/frame.ts';
import { hashText } from '../randomness.ts';
import { Heap } from '../heap.ts';
import { finishingMs, listingMs, waitsToFinish, type RunCourse } from './run-course.ts';
import { formatIsoTime, makeUuid } from './quick-spellings.ts';
import {
  batchQuery,
  functionAnswer,
  functionCall,
  messageCall,
  messageAnswer,
  Chain,
  HistoryIsFull,
  HistoryWriter,
  attempt,
  failed,
  succeeded,
  iterationEvents,
  type Call,
  type IterationInput,
} from './history-events.ts';
import type { BatchCourse } from './batch-course.ts';
import { historyIsFull } from './document-item.ts';

const functions = namesByConvention('sandbox').extractionFunctions;

/** What Step Functions has written down of a run, event by event. */
export function writeHistory(told: ToldRun): HistoryRecord[] {
  const { run } = told;
  const writer = new HistoryWriter();
  let isFull = false;
  try {
    tell(writer, told);
  } catch (error) {
    if (!(error instanceof HistoryIsFull)) throw error;
    isFull = true;
  }
  const failure = findExecutionFailure(told);
  if (!failure) return writer.records;
  // That it failed follows from its last event; that it ran out of time from none.
  const type = run.status === 'TIMED_OUT' ? 'ExecutionTimedOut' : 'ExecutionFailed';
  const previous = run.status === 'TIMED_OUT' ? 0 : writer.records.length;
  if (isFull !== (failure.error === 'States.Runtime'))
    throw new Error(`${told.executionName} ended otherwise`);
  writer.end(run.endedAt, type, previous, failure);
  return writer.records;
}

function tell(writer: HistoryWriter, told: ToldRun): void {
  const { course, run, executionName, region, roleArn } = told;
  const { batchId, workflow } = course.batch;
  const { tenantId, projectId } = workflow;
  const hash = hashText(executionName);
  const chain = new Chain(region, writer, run.startedAt, 0);
  chain.follow('ExecutionStarted', { text: executionInput(batchId), roleArn });
  // The first state follows from nothing, as AWS has it.
  chain.last = 0;

  const keys = keyOf.batch(tenantId, projectId, batchId);
  const marshalled = { PK: { S: keys.PK }, SK: { S: keys.SK } };
  const found = { batchId, index: { count: 1, keys: [marshalled] } };
  const items = { Items: [marshalled], Count: 1, ScannedCount: 1 };
  task(chain, 'FindBatch', { batchId }, batchQuery(batchId), { ms: 0, answer: items, output: found });
  pass(chain, 'Choice', 'IsThereABatch', found);

  const documentIds = run.listed.map((index) => course.batch.document(index).documentId);
  const common = { batch: { tenantId, projectId, batchId }, run: run.run };
  const listed = { ...common, documentIds };
  task(chain, 'ListDocuments', found, functionCall(functions.listDocuments, { keys, executionName }), {
    ms: listingMs,
    answer: functionAnswer(listed, hash, 0),
    output: listed,
  });

  chain.follow('MapStateEntered', { name: 'ProcessDocuments', input: listed });
  chain.follow('MapStateStarted', { length: documentIds.length });
  if (!mapEvents(writer, chain, course, run, common)) return;
  writer.write(chain.now, 'MapStateSucceeded', chain.last);
  chain.follow('MapStateExited', { name: 'ProcessDocuments', output: listed });
  finish(writer, chain, told, listed, hash);
}

function finish(
  writer: HistoryWriter,
  chain: Chain,
  told: ToldRun,
  listed: { readonly batch: object; readonly run: number },
  hash: number,
): void {
  const { run, webhook, webhookQueueUrl } = told;
  const payload = { batch: listed.batch, run: listed.run, startedAt: formatIsoTime(run.startedAt) };
  const call = functionCall(functions.finaliseBatch, payload);
  if (run.status === 'FAILED') {
    chain.follow('TaskStateEntered', { name: 'Finalise', input: listed });
    for (const wait of [...waitsToFinish, 0]) {
      for (const _turn of attempt(chain, call, 0));
      failed(chain, call, tooMany(hash));
      chain.now += wait;
    }
    return;
  }
  const sent = webhook();
  const said = { webhook: sent?.message ?? null };
  task(chain, 'Finalise', listed, call, {
    ms: finishingMs,
    answer: functionAnswer(said, hash, 1),
    output: said,
  });
  pass(chain, 'Choice', 'IsThereAWebhook', said);
  const output = buildOutput(told);
  if (sent) {
    const message = messageCall(webhookQueueUrl, sent.message);
    task(chain, 'SendWebhook', said, message, { ms: 0, answer: output, output });
  }
  pass(chain, 'Succeed', 'Done', output);
  writer.end(chain.now, 'ExecutionSucceeded', chain.last, { output });
}

function task(
  chain: Chain,
  name: string,
  input: object,
  call: Call,
  { ms, answer, output }: { readonly ms: number; readonly answer: object; readonly output: object },
): void {
  chain.follow('TaskStateEntered', { name, input });
  for (const _turn of attempt(chain, call, ms));
  succeeded(chain, call, answer);
  chain.follow('TaskStateExited', { name, output });
}

function pass(chain: Chain, type: 'Choice' | 'Succeed', name: string, data: object): void {
  chain.follow(`${type}StateEntered`, { name, input: data });
  chain.follow(`${type}StateExited`, { name, output: data });
}

const name = 'ProcessDocuments';

/** Documents ten at a time, each as soon as another has ended. False: not all of them have. */
function mapEvents(
  writer: HistoryWriter,
  chain: Chain,
  { batch }: BatchCourse,
  { passages, listed }: RunCourse,
  common: Omit<IterationInput, 'documentId'>,
): boolean {
  const turns = new Heap<Turn>(comesBefore, () => false);
  let [next, ended, order, lastEvent] = [0, 0, 0, chain.last];
  const start = (now: number, freedBy: number): void => {
    const passage = passages[next];
    if (!passage) return;
    const index = next++;
    const own = new Chain(chain.region, writer, now, freedBy);
    own.follow('MapIterationStarted', { name, index });
    const { documentId } = batch.document(passage.index);
    turns.add({
      at: now,
      order: order++,
      index,
      chain: own,
      events: iterationEvents(own, { ...common, documentId }, passage),
    });
  };

  for (let slot = 0; slot < documentsAtOnce; slot += 1) start(chain.now, chain.last);
  for (let turn = turns.takeFirst(); turn; turn = turns.takeFirst()) {
    const { done, value } = turn.events.next();
    if (!done) {
      // What never comes back has no further turn.
      if (value < Number.POSITIVE_INFINITY) turns.add({ ...turn, at: value, order: order++ });
      continue;
    }
    const { index, chain: own } = turn;
    lastEvent = writer.write(own.now, 'MapIterationSucceeded', own.last, { name, index });
    ended += 1;
    chain.now = own.now;
    start(own.now, own.last);
  }
  chain.last = lastEvent;
  return ended === listed.length;
}

interface Turn {
  readonly at: number;
  readonly order: number;
  readonly index: number;
  readonly chain: Chain;
  readonly events: Generator<number, void>;
}

function comesBefore(one: Turn, other: Turn): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

export function executionInput(batchId: string): string {
  return JSON.stringify({ batchId });
}

/** What a run that went well came to. */
export function buildOutput({ executionName, webhook }: ToldRun): object {
  const sent = webhook();
  return sent ? messageAnswer(sent.messageId, sent.message, hashText(executionName), 2) : { webhook: null };
}

/** What it failed with; undefined where it has not failed. */
export function findExecutionFailure({
  executionName,
  course,
  run,
}: ToldRun): { readonly error: string; readonly cause?: string } | undefined {
  if (run.status === 'SUCCEEDED') return undefined;
  if (run.status === 'TIMED_OUT') return { error: 'States.Timeout' };
  if (course.batch.execution === 'failed by its history') {
    return { error: 'States.Runtime', cause: historyIsFull };
  }
  return tooMany(hashText(executionName));
}

/** All that Lambda may do at once in this account was being done. */
function tooMany(hash: number): { readonly error: string; readonly cause: string } {
  const where = `Service: AWSLambda; Status Code: 429; Error Code: TooManyRequestsException; Request ID: ${makeUuid(hash, 3)}; Proxy: null`;
  return { error: 'Lambda.TooManyRequestsException', cause: `Rate Exceeded. (${where})` };
}

/** A run to be told as an execution, and what its states were given beside what is in its course. */
export interface ToldRun {
  readonly course: BatchCourse;
  readonly run: RunCourse;
  readonly executionName: string;
  readonly region: string;
  readonly roleArn: string;
  readonly webhookQueueUrl: string;
  /** Asked for when a history is told. Undefined: nobody was to be told. */
  readonly webhook: () => WebhookSent | undefined;
}

export interface WebhookSent {
  readonly messageId: string;
  readonly message: Readonly<Record<string, unknown>>;
}

/** Where a run that has not succeeded stands: what a redrive takes up again. */
export function findStandingFrame(told: ToldRun): Frame {
  const records = writeHistory(told);
  const entered = records.findIndex(
    ({ type, details }) => type.endsWith('StateEntered') && details?.['name'] === findState(told),
  );
  const { time = 0, details } = records[entered] ?? ({} as Partial<HistoryRecord>);
  const isAborted = told.run.status === 'TIMED_OUT';
  return {
    id: '0',
    index: 0,
    state: findState(told),
    data: details?.['input'],
    entered: entered + 1,
    enteredTime: time,
    last: isAborted ? entered + 2 : records.length - 1,
    attempts: [],
    retryCount: 0,
    step: isAborted ? { kind: 'aborted', fresh: false } : { kind: 'failed', ...findExecutionFailure(told) },
  };
}

function findState({ run, course }: ToldRun): string {
  const isInMap = run.status === 'TIMED_OUT' || course.batch.execution === 'failed by its history';
  return isInMap ? 'ProcessDocuments' : 'Finalise';
}
