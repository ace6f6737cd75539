import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { pocketAws, type PocketAws, type PocketAwsOptions } from '#local/aws/pocket-aws.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import type { TaskHandler } from '#local/aws/sfn/task-handlers.ts';
import { sheetServices } from '#local/host/open-sandbox.ts';
import { seededRandomness } from '#local/world/randomness.ts';
import { extractionFunctions, type ExtractionFunctions } from '#pipelines/extraction/extraction-functions.ts';
import { visibilitySeconds } from '#pipelines/extraction/ingest-files.ts';
import type { WorkflowItem } from '#pipelines/extraction/item-shapes.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import type { Readers } from '#pipelines/extraction/readers.ts';
import { toStoredWorkflow } from '#pipelines/extraction/stored-items.ts';
import { newSubmission, submitBatch, type Submission } from '#pipelines/extraction/submit-batch.ts';
import type { ExecutionEnded, PipelineParts } from '#pipelines/parts.ts';
import { toItem, type PlainItem } from '#pipelines/plain-items.ts';
import type { Clients } from '#scripts/conformance/assertion.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { clientsOver } from './aws-clients.ts';
import { deploySandbox } from './deploy-sandbox.ts';
import { embeddedReaders } from './embedded-readers.ts';
import {
  createFunction,
  createRule,
  functionsInProcess,
  mapQueue,
  mapStream,
  type TestFunction,
} from './functions-in-process.ts';

export interface RunningExtraction {
  readonly aws: PocketAws;
  readonly clients: Clients;
  readonly parts: PipelineParts;
  readonly functions: ExtractionFunctions;
  /** Submits a batch of these files without uploading them. */
  submit(files: readonly string[]): Promise<Submission>;
  upload(documents: Submission['documents']): Promise<void>;
  /** Plants the directory, project and workflow that a submission requires. */
  plant(workflow?: Partial<WorkflowItem>): Promise<WorkflowItem>;
}

/**
 * Opens pocket AWS with the pipeline deployed, and with the queues, clocks and events that call its
 * functions.
 */
export async function runExtraction({
  readers,
  post = () => Promise.resolve({ status: 200 }),
  isFollowing = true,
  isKept = true,
  hanging = [],
  slow = {},
  ...options
}: PocketAwsOptions & {
  /** Defaults to those of a deployment, on the embedded Textract and Bedrock. */
  readonly readers?: Readers;
  readonly post?: PipelineParts['post'];
  /**
   * Decides whether messages are consumed automatically. When false, the test takes them from the queues
   * itself.
   */
  readonly isFollowing?: boolean;
  /** Decides whether the table's stream is consumed. When false, nothing is kept for questions about all tenants. */
  readonly isKept?: boolean;
  /** Names functions that never answer. */
  readonly hanging?: readonly string[];
  /** Maps function names to the milliseconds that they take before they do anything. */
  readonly slow?: Readonly<Record<string, number>>;
}): Promise<RunningExtraction> {
  const names = namesByConvention('sandbox');
  const { extraction, extractionFunctions: functionNames } = names;
  let functions: ExtractionFunctions | undefined;
  const handler = (name: string): TaskHandler => {
    return async (input, context) => {
      // The call does nothing, and ends when its caller stops waiting.
      if (hanging.includes(name)) return context.sleep(forever);
      const ms = slow[name] ?? 0;
      if (ms > 0) await context.sleep(ms);
      return functions?.tasks.get(name)?.(input, context);
    };
  };
  const handlers = new Map(Object.values(functionNames).map((name) => [name, handler(name)]));
  const called = new Map<string, TestFunction>([
    ['ingest', (event) => functions?.ingestFiles(event)],
    ['deliver', (event) => functions?.deliverWebhook(event)],
    ['keep-attention', (event) => functions?.keepAttention(event)],
    [
      'execution-ended',
      ({ detail: { stopDate, ...detail } }: { detail: ExecutionEnded & { stopDate: number } }) =>
        functions?.executionEnded(withoutNulls({ ...detail, endedAt: stopDate })),
    ],
  ]);
  const aws: PocketAws = pocketAws({
    ...options,
    handlers,
    runtime: functionsInProcess(called, () => aws),
    ...sheetServices(() => aws.world),
  });
  const { world } = aws;
  const clients = clientsOver(requestHandler(aws.dispatch));
  const parts: PipelineParts = {
    clients,
    names,
    region: world.region,
    account: world.account,
    now: () => world.clock.now(),
    dice: seededRandomness('extraction'),
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    post,
  };
  const deployed = extractionFunctions(parts, readers ?? embeddedReaders(aws));
  functions = deployed;
  await deploySandbox(aws);
  const Timeout = visibilitySeconds;
  for (const name of called.keys()) await createFunction(aws, name, { Timeout }).catch(ignoreExisting);
  const rule = { Name: 'execution-ended', EventPattern: '{"source":["aws.states"]}' };
  await createRule(aws, rule, 'execution-ended').catch(ignoreExisting);
  if (isFollowing) {
    const { documentQueue, webhookQueue } = extraction;
    await mapQueue(aws, { queue: documentQueue, name: 'ingest' }).catch(ignoreExisting);
    await mapQueue(aws, { queue: webhookQueue, name: 'deliver', BatchSize: 1 }).catch(ignoreExisting);
    if (isKept)
      await mapStream(aws, { table: extraction.table, name: 'keep-attention' }).catch(ignoreExisting);
  }
  let workflow: WorkflowItem = { ...anyWorkflow };
  return {
    aws,
    clients,
    parts,
    functions: deployed,
    async plant(changes = {}) {
      workflow = { ...workflow, ...changes };
      const { tenantId, projectId } = workflow;
      await put(parts, { ...keyOf.directory(tenantId), name: tenantId, version: 1 });
      await put(parts, { ...keyOf.project(tenantId, projectId), name: projectId, batchCount: 0, version: 1 });
      await put(parts, toStoredWorkflow(workflow));
      return workflow;
    },
    async submit(files) {
      const submission = newSubmission(
        parts,
        workflow,
        files.map((fileName) => ({ fileName })),
        { submittedBy: 'user-of-the-test' },
      );
      const outcome = await submitBatch(parts, submission);
      if (outcome !== 'done') throw new Error(`The submission was ${outcome}`);
      return submission;
    },
    async upload(documents) {
      for (const { objectKey } of documents) {
        await clients.s3.send(
          new PutObjectCommand({ Bucket: extraction.documentsBucket, Key: objectKey, Body: 'a file' }),
        );
      }
    },
  };
}

/** EventBridge writes null where there is none. */
function withoutNulls(event: ExecutionEnded): ExecutionEnded {
  return Object.fromEntries(
    Object.entries(event).filter(([, value]) => value !== null),
  ) as unknown as ExecutionEnded;
}

/** A world in a folder has them from its first opening. */
function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'ResourceConflictException') throw error;
}

const forever = 365 * 86_400_000;

const anyWorkflow: WorkflowItem = {
  tenantId: 'northwind',
  projectId: 'freight-invoices',
  workflowId: 'carrier-invoices',
  name: 'Carrier invoices',
  schema: { number: 'The number of the invoice', total: 'What is to be paid' },
  confidenceThreshold: 0.6,
  reviewThreshold: 0.85,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

async function put({ clients, names }: PipelineParts, item: PlainItem): Promise<void> {
  await clients.dynamodb.send(new PutItemCommand({ TableName: names.extraction.table, Item: toItem(item) }));
}
