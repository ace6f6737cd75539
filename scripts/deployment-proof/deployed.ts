import { setTimeout as wait } from 'node:timers/promises';
import {
  GetItemCommand,
  PutItemCommand,
  type AttributeValue,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import type { KMSClient } from '@aws-sdk/client-kms';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SFNClient } from '@aws-sdk/client-sfn';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { deploymentNames, namesByConvention } from '#shared/domain/pipeline-names.ts';
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

export const stage = 'sandbox';
const names = namesByConvention(stage).extraction;
const { functions } = deploymentNames(stage);
export const workflow = { tenantId: 'acme', projectId: 'freight', workflowId: 'carrier-invoices' } as const;

export async function plantTenant({ dynamodb, reading }: Deployment, webhookUrl: string): Promise<void> {
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
export async function submit(
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

export async function readDocument(
  deployment: Deployment,
  batchId: string,
  documentId: string,
): Promise<PlainItem> {
  const item = await readItem(deployment, keyOf.document(workflow.tenantId, batchId, documentId));
  if (!item) throw new Error(`There is no document ${documentId}`);
  return item;
}

export async function readItem(
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

export function stateMachineArn({ region, account }: Deployment): string {
  return `arn:aws:states:${region}:${account}:stateMachine:${names.stateMachine}`;
}

const longestWaitMs = 180_000;

export async function waitFor<T>(
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  for (const began = Date.now(); Date.now() - began < longestWaitMs;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await wait(250);
  }
  throw new Error(`After ${longestWaitMs / 1_000} seconds there is still no sign of ${what}`);
}
