import { setTimeout as wait } from 'node:timers/promises';
import {
  GetItemCommand,
  PutItemCommand,
  type AttributeValue,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import type { KMSClient } from '@aws-sdk/client-kms';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import {
  DescribeExecutionCommand,
  ListExecutionsCommand,
  StopExecutionCommand,
  type SFNClient,
} from '@aws-sdk/client-sfn';
import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  StartMessageMoveTaskCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { deploymentNames, namesByConvention } from '#shared/domain/pipeline-names.ts';
import { documentReceives, webhookReceives } from '#shared/domain/pipeline-limits.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { toStoredWorkflow } from '#pipelines/extraction/stored-items.ts';
import { fromItem, toItem, type PlainItem } from '#pipelines/plain-items.ts';

import type { Reading } from './drawn-files.ts';
import type { OpenProvider } from './provider.ts';

export interface Deployment {
  readonly dynamodb: DynamoDBClient;
  readonly s3: S3Client;
  readonly sfn: SFNClient;
  readonly sqs: SQSClient;
  readonly kms: KMSClient;
  /** The KMS key of the downloads. */
  readonly providerKeyId: string;
  readonly provider: OpenProvider;
  readonly url: string;
  readonly account: string;
  readonly region: string;
  /** Calls a function and waits for its answer. */
  readonly invoke: (functionName: string, payload: object) => Promise<unknown>;
  readonly reading: Reading;
  /** Runs a command of infra/ against this deployment, and returns what it prints. */
  readonly runInInfra: (command: string, args: readonly string[]) => Promise<string>;
}

/** A customer's endpoint: which messages came, and what it answers. */
export interface Endpoint {
  readonly url: string;
  readonly received: readonly { readonly batchId: string; readonly status: string }[];
  answer: number;
}

export interface Step {
  readonly name: string;
  readonly run: (deployment: Deployment, endpoint: Endpoint) => Promise<string>;
}

const stage = 'sandbox';
const { extraction: names, downloads } = namesByConvention(stage);
const { functions } = deploymentNames(stage);
const scheduledEvent = { 'detail-type': 'Scheduled Event', source: 'aws.events' };
const workflow = { tenantId: 'acme', projectId: 'freight', workflowId: 'carrier-invoices' } as const;

/** The steps of the proof, in order. Each returns what was seen, or throws what was not. */
export const steps: readonly Step[] = [
  {
    name: 'the commands of a team make the first tenant and person, and an entry for connections.json',
    async run({ runInInfra }) {
      const first = ['--tenant', 'first', '--name', 'First', '--project', 'post', '--workflow', 'letters'];
      const person = [
        '--user',
        'maya',
        '--email',
        'maya@first.example',
        '--user-name',
        'Maya',
        '--role',
        'admin',
      ];
      const args = ['--stage', stage, ...first, '--field', 'total=money', ...person];
      const made = await runInInfra('create-tenant', args);
      const again = await runInInfra('create-tenant', args);
      if (!made.includes('Created') || again.includes('Created'))
        throw new Error(`First: ${made} Then: ${again}`);
      const entry = JSON.parse(await runInInfra('connection', ['--stage', stage])) as { id: string };
      return `created once, and the entry "${entry.id}" printed`;
    },
  },
  {
    name: 'a batch goes from the API by S3 and SQS through the map to the webhook',
    async run(deployment, endpoint) {
      await plantTenant(deployment, endpoint.url);
      const expected = {
        'one.pdf': 'SUCCEEDED',
        'long.pdf': 'SUCCEEDED',
        'unsure.pdf': 'REVIEW_REQUIRED',
        'corrupt.pdf': 'FAILED BadDocumentException',
        'guardrail.pdf': 'FAILED GuardrailIntervened',
      };
      const { batchId, documentIds } = await submit(deployment, Object.keys(expected));
      const told = await waitFor(`the webhook of ${batchId}`, () =>
        endpoint.received.find((one) => one.batchId === batchId),
      );
      const documents = await Promise.all(documentIds.map((id) => readDocument(deployment, batchId, id)));
      const seen = documents.map((document) => describeEnd(document));
      const wanted = Object.values(expected);
      if (JSON.stringify(seen) !== JSON.stringify(wanted)) {
        throw new Error(`Expected ${wanted.join(', ')}; the documents are ${seen.join(', ')}`);
      }
      const read = Object.keys((documents[0]?.['fields'] ?? {}) as object).length;
      const missing = Object.keys(deployment.reading.schema).length - read;
      if (missing > 0) throw new Error(`one.pdf lacks ${missing} of its fields`);
      return `webhook says ${told.status}; ${seen.join(', ')}; ${read} fields read by Textract and the model`;
    },
  },
  {
    name: 'a file that belongs to no document becomes a dead letter after three receives, and goes back when it is moved',
    async run(deployment) {
      const body = JSON.stringify({
        Records: [
          {
            eventName: 'ObjectCreated:Put',
            s3: {
              bucket: { name: names.documentsBucket },
              object: { key: 'documents/nowhere/none.pdf', size: 1 },
            },
          },
        ],
      });
      return dieAndMove(deployment, {
        queue: names.documentQueue,
        deadLetters: names.documentDeadLetterQueue,
        receives: documentReceives,
        body,
      });
    },
  },
  {
    name: 'a webhook that its customer refuses becomes a dead letter after five receives, and is delivered when it is moved',
    async run(deployment, endpoint) {
      endpoint.answer = 500;
      const message = {
        tenantId: 'acme',
        batchId: 'batch-of-the-proof',
        run: 1,
        status: 'SUCCEEDED',
        counts: {},
        url: endpoint.url,
      };
      const said = await dieAndMove(deployment, {
        queue: names.webhookQueue,
        deadLetters: names.webhookDeadLetterQueue,
        receives: webhookReceives,
        body: JSON.stringify(message),
        beforeMove: () => {
          endpoint.answer = 200;
        },
      });
      await waitFor('the delivery after the move', () =>
        endpoint.received.find((one) => one.batchId === 'batch-of-the-proof'),
      );
      return `${said}; delivered`;
    },
  },
  {
    name: 'a run that was stopped leaves no document in work: the rule calls the function that ends them',
    async run(deployment) {
      const { batchId, documentIds } = await submit(
        deployment,
        Array.from({ length: 12 }, (_, index) => `stop-${index}.pdf`),
      );
      const executionArn = await waitFor('the execution', async () => {
        const { executions = [] } = await deployment.sfn.send(
          new ListExecutionsCommand({ stateMachineArn: stateMachineArn(deployment) }),
        );
        return executions.find(({ name }) => name === `${batchId}-r1`)?.executionArn;
      });
      await deployment.sfn.send(new StopExecutionCommand({ executionArn }));
      const run = await waitFor('the end of the run', async () => {
        const batch = await readItem(deployment, keyOf.batch(workflow.tenantId, workflow.projectId, batchId));
        const runs = (batch?.['runs'] ?? {}) as Readonly<Record<string, unknown>>;
        const one = JSON.stringify(runs);
        return one.includes('ABORTED') ? one : undefined;
      });
      await wait(3_000);
      const left = (await Promise.all(documentIds.map((id) => readDocument(deployment, batchId, id)))).filter(
        ({ status }) => status === 'PROCESSING',
      );
      if (left.length > 0) throw new Error(`${left.length} documents are still in work`);
      const { status } = await deployment.sfn.send(new DescribeExecutionCommand({ executionArn }));
      return `execution ${status ?? ''}, run ${run.slice(0, 80)}`;
    },
  },
  {
    name: 'the files of a day are offered, queued, fetched, unwrapped by KMS, decrypted and stored',
    async run({ invoke, kms, providerKeyId, provider, s3 }) {
      await provider.useKey(kms, providerKeyId);
      await invoke(functions.pollProvider, scheduledEvent);
      const day = new Date().toISOString().slice(0, 10);
      for (const [entity, content] of Object.entries(provider.contents)) {
        const text = await waitFor(`the file ${entity}`, async () => {
          const get = new GetObjectCommand({ Bucket: downloads.filesBucket, Key: `${day}/${entity}.csv` });
          const { Body } = await s3.send(get).catch(() => ({ Body: undefined }));
          return Body?.transformToString();
        });
        if (text !== content) throw new Error(`${entity} was stored as ${text.slice(0, 80)}`);
      }
      await invoke(functions.checkDownloads, scheduledEvent);
      return `${Object.keys(provider.contents).length} files stored as the provider has them`;
    },
  },
  {
    name: 'the clocks of a day: every scheduled function answers when it is called',
    async run(deployment) {
      for (const name of [functions.sweepStatusIndex, functions.submitScheduledBatches]) {
        await deployment.invoke(name, scheduledEvent);
      }
      return 'sweep and inbox ran';
    },
  },
];

async function dieAndMove(
  { sqs, account, region, url: deploymentUrl }: Deployment,
  {
    queue,
    deadLetters,
    receives,
    body,
    beforeMove,
  }: { queue: string; deadLetters: string; receives: number; body: string; beforeMove?: () => void },
): Promise<string> {
  const url = (name: string): string => `${deploymentUrl}/queue/${region}/${account}/${name}`;
  const { Attributes: before } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url(queue), AttributeNames: ['All'] }),
  );
  const policy = JSON.parse(before?.['RedrivePolicy'] ?? '{}') as { maxReceiveCount?: number | string };
  if (Number(policy.maxReceiveCount) !== receives)
    throw new Error(`${queue} has the policy ${before?.['RedrivePolicy'] ?? 'none'}`);
  // The proof has no minutes to wait for each receive.
  await sqs.send(
    new SetQueueAttributesCommand({ QueueUrl: url(queue), Attributes: { VisibilityTimeout: '2' } }),
  );
  await sqs.send(new SendMessageCommand({ QueueUrl: url(queue), MessageBody: body }));
  const dead = await waitFor(`the dead letter in ${deadLetters}`, async () => {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: url(deadLetters),
        VisibilityTimeout: 0,
        MessageSystemAttributeNames: ['All'],
      }),
    );
    return Messages.find((one) => one.Body === body);
  });
  const count = dead.Attributes?.ApproximateReceiveCount ?? '?';
  beforeMove?.();
  const arn = (name: string): string => `arn:aws:sqs:${region}:${account}:${name}`;
  await sqs.send(
    new StartMessageMoveTaskCommand({ SourceArn: arn(deadLetters), DestinationArn: arn(queue) }),
  );
  await waitFor(`an empty ${deadLetters}`, async () => {
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: url(deadLetters),
        AttributeNames: ['ApproximateNumberOfMessages'],
      }),
    );
    return Attributes?.['ApproximateNumberOfMessages'] === '0' ? true : undefined;
  });
  await sqs.send(
    new SetQueueAttributesCommand({
      QueueUrl: url(queue),
      Attributes: { VisibilityTimeout: before?.['VisibilityTimeout'] ?? '60' },
    }),
  );
  return `dead letter seen (receive count ${count}), moved back`;
}

async function plantTenant({ dynamodb, reading }: Deployment, webhookUrl: string): Promise<void> {
  const { tenantId, projectId } = workflow;
  const at = new Date().toISOString();
  const items: readonly PlainItem[] = [
    { ...keyOf.directory(tenantId), name: 'Acme', version: 1 },
    { ...keyOf.project(tenantId, projectId), name: 'Freight', batchCount: 0, version: 1 },
    toStoredWorkflow({
      ...workflow,
      name: 'Carrier invoices',
      schema: reading.schema,
      confidenceThreshold: 0.6,
      reviewThreshold: 0.85,
      webhookUrl,
      version: 1,
      createdAt: at,
      updatedAt: at,
    }),
  ];
  for (const item of items) {
    await dynamodb.send(new PutItemCommand({ TableName: names.table, Item: toItem(item) }));
  }
}

interface Submitted {
  readonly batch: { readonly batchId: string };
  readonly documents: readonly {
    readonly documentId: string;
    readonly fileName: string;
    readonly uploadUrl: string;
  }[];
}

/** Submits a batch as a signed-in person does, and uploads its files to the addresses that the API gave. */
async function submit(
  deployment: Deployment,
  fileNames: readonly string[],
): Promise<{ readonly batchId: string; readonly documentIds: readonly string[] }> {
  const answer = (await deployment.invoke(functions.serveApi, {
    version: '2.0',
    rawPath: '/batches',
    rawQueryString: '',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `proof-${fileNames[0] ?? ''}-${Date.now()}`,
    },
    requestContext: {
      stage: '$default',
      http: { method: 'POST' },
      authorizer: {
        jwt: { claims: { sub: 'user-of-the-proof', name: 'Proof', role: 'support', tenants: '[acme]' } },
      },
    },
    body: JSON.stringify({ ...workflow, documents: fileNames.map((fileName) => ({ fileName })) }),
    isBase64Encoded: false,
  })) as { statusCode: number; body: string };
  if (answer.statusCode !== 202) throw new Error(`The API answered ${answer.statusCode}: ${answer.body}`);
  const {
    batch: { batchId },
    documents,
  } = JSON.parse(answer.body) as Submitted;
  for (const { documentId, fileName, uploadUrl } of documents) {
    const file = await deployment.reading.draw(fileName);
    const key = decodeURIComponent(new URL(uploadUrl).pathname).replace(`/${names.documentsBucket}/`, '');
    await deployment.reading.show(key, file, [
      await readStored(
        deployment,
        keyOf.workflow(workflow.tenantId, workflow.projectId, workflow.workflowId),
      ),
      await readStored(deployment, keyOf.batch(workflow.tenantId, workflow.projectId, batchId)),
      await readStored(deployment, keyOf.document(workflow.tenantId, batchId, documentId)),
    ]);
    const { body, headers } = file;
    const { ok, status } = await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(body), headers });
    if (!ok) throw new Error(`The upload of ${fileName} was answered ${status}`);
  }
  return { batchId, documentIds: documents.map(({ documentId }) => documentId) };
}

async function readDocument(deployment: Deployment, batchId: string, documentId: string): Promise<PlainItem> {
  const item = await readItem(deployment, keyOf.document(workflow.tenantId, batchId, documentId));
  if (!item) throw new Error(`There is no document ${documentId}`);
  return item;
}

async function readItem(
  deployment: Deployment,
  key: Readonly<Record<'PK' | 'SK', string>>,
): Promise<PlainItem | undefined> {
  const stored = await readStored(deployment, key).catch(() => undefined);
  return stored && fromItem(stored);
}

/** Returns an item as DynamoDB has it, with the types of its values. */
async function readStored(
  { dynamodb }: Deployment,
  key: Readonly<Record<'PK' | 'SK', string>>,
): Promise<Record<string, AttributeValue>> {
  const { Item } = await dynamodb.send(
    new GetItemCommand({ TableName: names.table, Key: toItem(key), ConsistentRead: true }),
  );
  if (!Item) throw new Error(`There is no item ${key.PK} ${key.SK}`);
  return Item;
}

function stateMachineArn({ region, account }: Deployment): string {
  return `arn:aws:states:${region}:${account}:stateMachine:${names.stateMachine}`;
}

const longestWaitMs = 180_000;

async function waitFor<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (const began = Date.now(); Date.now() - began < longestWaitMs;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await wait(250);
  }
  throw new Error(`After ${longestWaitMs / 1_000} seconds there is still no sign of ${what}`);
}

function describeEnd({ status, error }: PlainItem): string {
  const { code, message } = (error ?? {}) as { readonly code?: string; readonly message?: string };
  const shown = code === 'Error' ? `${code}: ${message ?? ''}` : code;
  return [status, shown].filter((part) => part !== undefined).join(' ');
}
