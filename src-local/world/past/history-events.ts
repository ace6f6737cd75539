import { createHash } from 'node:crypto';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import type { HistoryRecord } from '../../aws/sfn/execution-records.ts';
import { stages, type Stage } from '../../pipelines/extraction/readers.ts';
import { hashText } from '../randomness.ts';
import { mostEvents, markingMs, type Passage } from './run-course.ts';
import { makeUuid } from './quick-spellings.ts';

/** There is room for one more event only, and it must say how it ended. */
export class HistoryIsFull extends Error {}

/** The events of an execution, numbered from 1 in the order in which they are written. */
export class HistoryWriter {
  readonly records: HistoryRecord[] = [];

  /** What follows from `previous`; answers with its number. */
  write(time: number, type: string, previous: number, details?: Readonly<Record<string, unknown>>): number {
    if (this.records.length >= mostEvents - 1) throw new HistoryIsFull();
    this.records.push({ type, previous, time, ...(details && { details }) });
    return this.records.length;
  }

  end(time: number, type: string, previous: number, details: Readonly<Record<string, unknown>>): void {
    this.records.push({ type, previous, time, details });
  }
}

/** One line of states being walked, of the execution or of an iteration: each event follows from the one before. */
export class Chain {
  readonly region: string;
  readonly #writer: HistoryWriter;
  /** Milliseconds since 1970. */
  now: number;
  last: number;

  constructor(region: string, writer: HistoryWriter, now: number, last: number) {
    this.region = region;
    this.#writer = writer;
    this.now = now;
    this.last = last;
  }

  follow(type: string, details?: Readonly<Record<string, unknown>>): number {
    this.last = this.#writer.write(this.now, type, this.last, details);
    return this.last;
  }
}

const functions = namesByConvention('sandbox').extractionFunctions;
const stateOf = { textract: 'Textract', 'gap-fill': 'GapFill', verify: 'Verify' } as const;
const stageSeconds = 300;

/** What the Map hands to each of its iterations, but for where it is. */
export interface IterationInput {
  readonly batch: object;
  readonly run: number;
  readonly documentId: string;
}

/** A document's way through the states of the Map. Answers with when it goes on; others have their turn until then. */
export function* iterationEvents(
  chain: Chain,
  input: IterationInput,
  passage: Passage,
): Generator<number, void> {
  const { reading, waits, interrupted } = passage;
  const hash = hashText(input.documentId) ^ input.run;
  for (const [place, ms] of reading.stageMs.entries()) {
    const stage = stages[place] ?? 'verify';
    const data = { ...input, at: { stage } };
    const call = functionCall(functions.processDocument, { stage, ...input }, stageSeconds);
    chain.follow('TaskStateEntered', { name: stateOf[stage], input: data });
    yield* attempt(chain, call, ms);
    if (!reading.ok && place === reading.stageMs.length - 1) {
      const failure = failureOf(reading.error);
      for (const wait of waits) {
        failed(chain, call, failure);
        yield (chain.now += wait);
        yield* attempt(chain, call, ms);
      }
      failed(chain, call, failure);
      const caught = { ...data, failure: { Error: failure.error, Cause: failure.cause } };
      chain.follow('TaskStateExited', { name: stateOf[stage], output: caught });
      yield* marking(chain, input, stage, caught, hash, interrupted?.code === 'ExecutionTimedOut');
      return;
    }
    const next = stages[place + 1];
    const status = next ? 'PROCESSING' : passage.outcome;
    succeeded(chain, call, functionAnswer({ status }, hash, place));
    const output = next ? { ...input, at: { stage: next } } : { status };
    chain.follow('TaskStateExited', { name: stateOf[stage], output });
    if (next) yield chain.now;
  }
}

/** `isEndless`: nothing ever came back. */
function* marking(
  chain: Chain,
  input: IterationInput,
  stage: Stage,
  caught: { readonly failure: object },
  hash: number,
  isEndless: boolean,
): Generator<number, void> {
  const name = 'MarkDocumentFailed';
  yield chain.now;
  chain.follow('TaskStateEntered', { name, input: caught });
  const payload = { stage, ...input, failure: caught.failure };
  const call = functionCall(functions.markDocumentFailed, payload);
  yield* attempt(chain, call, isEndless ? Number.POSITIVE_INFINITY : markingMs);
  const output = { status: 'FAILED' };
  succeeded(chain, call, functionAnswer(output, hash, stages.length));
  chain.follow('TaskStateExited', { name, output });
}

/** Scheduled, handed out when the others had their turn, and worked on. */
export function* attempt(chain: Chain, call: Call, ms: number): Generator<number, void> {
  const { resourceType, resource, parameters, timeoutInSeconds } = call;
  chain.follow('TaskScheduled', {
    resourceType,
    resource,
    region: chain.region,
    parameters,
    ...(timeoutInSeconds !== undefined && { timeoutInSeconds }),
  });
  yield chain.now;
  chain.follow('TaskStarted', { resourceType, resource });
  yield (chain.now += ms);
}

export function succeeded(chain: Chain, { resourceType, resource }: Call, output: object): void {
  chain.follow('TaskSucceeded', { resourceType, resource, output });
}

export function failed(
  chain: Chain,
  { resourceType, resource }: Call,
  failure: { readonly error: string; readonly cause: string },
): void {
  chain.follow('TaskFailed', { resourceType, resource, ...failure });
}

/** As a function on Node.js reports it. */
function failureOf({ code, message }: { readonly code: string; readonly message: string }) {
  return {
    error: code,
    cause: JSON.stringify({ errorType: code, errorMessage: message, trace: [] }),
  };
}

/** What Step Functions tells of a call in its events: whom, with what, and what came back. */
export interface Call {
  readonly resourceType: string;
  readonly resource: string;
  readonly parameters: object;
  readonly timeoutInSeconds?: number;
}

const { table } = namesByConvention('sandbox').extraction;

/** The batch's keys, in the index that knows it by its id. */
export function batchQuery(batchId: string): Call {
  return {
    resourceType: 'aws-sdk:dynamodb',
    resource: 'query',
    parameters: {
      TableName: table,
      IndexName: 'GSI3',
      KeyConditionExpression: 'GSI3PK = :batchId AND GSI3SK = :batch',
      ExpressionAttributeValues: { ':batchId': { S: batchId }, ':batch': { S: 'BATCH' } },
      ProjectionExpression: 'PK, SK',
    },
  };
}

export function functionCall(FunctionName: string, Payload: object, timeoutInSeconds?: number): Call {
  const parameters = { FunctionName, Payload };
  return {
    resourceType: 'lambda',
    resource: 'invoke',
    parameters,
    ...(timeoutInSeconds !== undefined && { timeoutInSeconds }),
  };
}

export function messageCall(QueueUrl: string, MessageBody: object): Call {
  return { resourceType: 'sqs', resource: 'sendMessage', parameters: { QueueUrl, MessageBody } };
}

/** As `lambda:invoke` hands it on. `which` picks the request's id. */
export function functionAnswer(payload: object, hash: number, which: number): object {
  return {
    ExecutedVersion: '$LATEST',
    Payload: payload,
    ...metadata(JSON.stringify(payload).length, hash, which),
    StatusCode: 200,
  };
}

export function messageAnswer(messageId: string, message: object, hash: number, which: number): object {
  const body = JSON.stringify(message);
  const answer = {
    MD5OfMessageBody: createHash('md5').update(body).digest('hex'),
    MessageId: messageId,
  };
  return { ...answer, ...metadata(JSON.stringify(answer).length, hash, which) };
}

function metadata(length: number, hash: number, which: number): object {
  const requestId = makeUuid(hash, which);
  const headers = {
    'x-amzn-RequestId': requestId,
    'Content-Length': String(length),
    'Content-Type': 'application/x-amz-json-1.0',
  };
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  return {
    SdkHttpMetadata: { AllHttpHeaders: lists, HttpHeaders: headers, HttpStatusCode: 200 },
    SdkResponseMetadata: { RequestId: requestId },
  };
}
