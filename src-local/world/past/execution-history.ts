import { createHash } from 'node:crypto';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import type { ExecutionRecord, HistoryRecord, RevisionRecord } from '../../aws/sfn/execution-records.ts';
import type { Failure, Frame } from '../../aws/sfn/interpreter/frame.ts';
import { serviceMetadata } from '../../aws/sfn/tasks/resource.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { stages, type Stage } from '#pipelines/extraction/readers.ts';
import { stateMachineDefinition } from '#pipelines/extraction/state-machine.ts';
import { hashText } from '../randomness.ts';
import type { BatchCourse } from './batch-course.ts';
import { makeUuid } from './made-ids.ts';
import {
  finishingMs,
  listingMs,
  markingMs,
  shareOfWait,
  type Passage,
  type RunCourse,
} from './run-course.ts';
import { walkExecution, type Outcome, type Walk } from './walk-execution.ts';

const names = namesByConvention('sandbox');
const functions = names.extractionFunctions;

/** A run to be told as an execution, and what its states were given beside what is in its course. */
export interface RunExecution {
  readonly course: BatchCourse;
  readonly run: RunCourse;
  readonly executionName: string;
  readonly region: string;
  readonly account: string;
  readonly webhookQueueUrl: string;
  /** Asked for when a history is told. Undefined means that no webhook was to be sent. */
  readonly webhook: () => WebhookSent | undefined;
}

export interface WebhookSent {
  readonly messageId: string;
  readonly message: Readonly<Record<string, unknown>>;
}

/** Executions go on with the definition they began with. */
export function buildRevision(
  { account, webhookQueueUrl }: Pick<RunExecution, 'account' | 'webhookQueueUrl'>,
  updateDate: number,
): RevisionRecord {
  const roleArn = `arn:aws:iam::${account}:role/${roleName}`;
  return { definition: stateMachineDefinition(names, webhookQueueUrl), roleArn, updateDate };
}

/** Builds the record of a run that has just started. */
export function buildRecord({ course, run, executionName, region, account }: RunExecution): ExecutionRecord {
  const machineArn = `arn:aws:states:${region}:${account}:stateMachine:${names.extraction.stateMachine}`;
  return {
    arn: `${machineArn.replace(':stateMachine:', ':execution:')}:${executionName}`,
    name: executionName,
    machineArn,
    revision: 'told',
    input: JSON.stringify({ batchId: course.batch.batchId }),
    startDate: run.startedAt,
    order: 0,
    status: 'RUNNING',
    redriveCount: 0,
    redriveTokens: [],
  };
}

/** Writes what Step Functions has recorded of a run: its end, its history, and where it stands if it has failed. */
export function writeExecution(told: RunExecution): ReturnType<typeof walkExecution> {
  const { course, run, executionName, region } = told;
  const passages = new Map(
    run.passages.map((passage) => [course.batch.document(passage.index).documentId, passage]),
  );
  const hash = hashText(executionName);
  let calls = 0;
  const walk: Walk = {
    region,
    record: buildRecord(told),
    revision: buildRevision(told, 0),
    answer(frame, payload) {
      const requestId = makeUuid(hash, calls++);
      if (frame.state === 'FindBatch') return answerAtOnce(JSON.stringify(findKeys(course)));
      if (frame.state === 'SendWebhook') return answerAtOnce(sendMessage(told.webhook(), requestId));
      const { FunctionName, Payload } = payload as { FunctionName: string; Payload: Payload };
      const passage = passages.get(Payload.documentId);
      const { ms, result, failure } = callFunction(told, FunctionName, Payload, passage, requestId);
      return { ms, outcome: failure ?? { text: answerOfFunction(result, requestId) } };
    },
    jitter: (frame) => {
      const { documentId } = frame.data as Payload;
      return shareOfWait(`${documentId}/${run.run}`, frame.retryCount - 1);
    },
  };
  return walkExecution(walk);
}

export function writeHistory(told: RunExecution): readonly HistoryRecord[] {
  return writeExecution(told).history;
}

/** Finds the frame at which an unfinished run stands, where a redrive resumes: a Map begins again as a whole. */
export function findStandingFrame(told: RunExecution): Frame | undefined {
  const { frame } = writeExecution(told);
  if (!frame) return undefined;
  const { children: _children, ...rest } = frame;
  return { ...rest, attempts: [], retryCount: 0 };
}

/** The input of the function that processes a document, or marks it failed. */
interface Payload {
  readonly stage: Stage;
  readonly documentId: string;
}

interface Called {
  readonly ms: number;
  readonly result?: object;
  readonly failure?: Failure;
}

function callFunction(
  { course, run, webhook }: RunExecution,
  name: string,
  { stage }: Payload,
  passage: Passage | undefined,
  requestId: string,
): Called {
  const { batchId, workflow } = course.batch;
  if (name === functions.listDocuments) {
    const { tenantId, projectId } = workflow;
    const documentIds = run.listed.map((index) => course.batch.document(index).documentId);
    const batch = { tenantId, projectId, batchId };
    // The runs of the past are from before large batches had a Map of their own.
    return { ms: listingMs, result: { batch, run: run.run, documentIds, listKey: null } };
  }
  if (name === functions.finaliseBatch) {
    if (run.status === 'FAILED') return { ms: 0, failure: describeThrottling(requestId) };
    return { ms: finishingMs, result: { webhook: webhook()?.message ?? null } };
  }
  if (!passage) return { ms: Infinity };
  if (name === functions.markDocumentFailed) {
    // Nothing ever came back where the execution ran out of time.
    const isEndless = passage.interrupted?.code === 'ExecutionTimedOut';
    return { ms: isEndless ? Infinity : markingMs, result: { status: 'FAILED' } };
  }
  const { reading, outcome } = passage;
  const place = stages.indexOf(stage);
  const ms = reading.stageMs[place] ?? 0;
  if (reading.ok || place < reading.stageMs.length - 1) {
    return { ms, result: { status: place < stages.length - 1 ? 'PROCESSING' : outcome } };
  }
  const { code, message } = reading.error;
  // A function on Node.js reports it so.
  const cause = JSON.stringify({ errorType: code, errorMessage: message, trace: [] });
  return { ms, failure: { error: code, cause } };
}

function answerAtOnce(text: string): { readonly ms: number; readonly outcome: Outcome } {
  return { ms: 0, outcome: { text } };
}

/** Builds the answer as `lambda:invoke` returns it. */
function answerOfFunction(result: object | undefined, requestId: string): string {
  const payload = JSON.stringify(result ?? null);
  const metadata = serviceMetadata(requestId, payload.length);
  return `{"ExecutedVersion":"$LATEST","Payload":${payload},${metadata},"StatusCode":200}`;
}

function findKeys({ batch: { workflow, batchId } }: BatchCourse): object {
  const { PK, SK } = keyOf.batch(workflow.tenantId, workflow.projectId, batchId);
  return { Items: [{ PK: { S: PK }, SK: { S: SK } }], Count: 1, ScannedCount: 1 };
}

function sendMessage(sent: WebhookSent | undefined, requestId: string): string {
  const body = JSON.stringify(sent?.message);
  const MD5OfMessageBody = createHash('md5').update(body).digest('hex');
  const text = JSON.stringify({ MD5OfMessageBody, MessageId: sent?.messageId });
  return `${text.slice(0, -1)},${serviceMetadata(requestId, text.length)}}`;
}

/** Lambda had reached the account's limit of concurrent calls. */
function describeThrottling(requestId: string): Failure {
  const where = `Service: AWSLambda; Status Code: 429; Error Code: TooManyRequestsException; Request ID: ${requestId}; Proxy: null`;
  return { error: 'Lambda.TooManyRequestsException', cause: `Rate Exceeded. (${where})` };
}

/** CloudFormation names the role of the state machine so, in the account and the region that a sandbox has by default. */
const roleName = 'autowired-sandbox-processing-StateMachineRole-10615B26B023';
