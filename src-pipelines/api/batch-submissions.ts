import { GetItemCommand, paginateQuery } from '@aws-sdk/client-dynamodb';
import type { z } from 'zod';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { operations } from '#shared/pipeline-api/operations.ts';
import { ulidAt } from '#shared/domain/id-forms.ts';
import type { BatchItem, DocumentItem, WorkflowItem } from '../extraction/item-shapes.ts';
import { keyOf, documentsPartition } from '../extraction/keys.ts';
import { getWorkflow, parseDocument } from '../extraction/read-items.ts';
import { makeOrderedId, newSubmission, submitBatch as submit } from '../extraction/submit-batch.ts';
import type { PipelineParts } from '../parts.ts';
import { toItem } from '../plain-items.ts';
import { KeyTaken, notFound, requireTenant, type Caller, type OwnHandler } from './call.ts';

type Body = z.output<(typeof operations)['submitBatch']['body']>;

export function submitBatch(parts: PipelineParts): OwnHandler<Body> {
  return {
    async run(call) {
      const workflow = await requireWorkflow(parts, call.caller, call.body);
      const files = addIdsInOrder(parts, call.body.documents);
      const { batch, documents } = newSubmission(parts, workflow, files, { submittedBy: call.caller.sub });
      // The addresses are left out: they run out before the answer does.
      const answer = { status: 202, body: { batch } };
      const outcome = await submit(parts, { batch, documents }, [call.remembered(answer)]);
      if (outcome === 'refused') throw new KeyTaken();
      return { ...answer, body: { batch, documents: await withAddresses(parts, documents, parts.now()) } };
    },
    async tellAgain(_, kept) {
      const batch = kept.body['batch'] as BatchItem;
      const documents = await submittedDocuments(parts, batch);
      const at = signedAt(parts, batch);
      return { ...kept, body: { batch, documents: await withAddresses(parts, documents, at) } };
    },
  };
}

/** Gives ids that sort in the order of the request. */
function addIdsInOrder<File>(
  parts: PipelineParts,
  files: readonly File[],
): (File & { documentId: string })[] {
  const ulid = ulidAt(parts.now(), () => parts.dice.unit());
  return files.map((file, index) => ({ ...file, documentId: makeOrderedId(ulid, index) }));
}

export async function requireWorkflow(
  parts: PipelineParts,
  caller: Caller,
  at: Pick<WorkflowItem, 'tenantId' | 'projectId' | 'workflowId'>,
): Promise<WorkflowItem> {
  requireTenant(caller, at.tenantId, 'workflow');
  const workflow = await getWorkflow(parts, at);
  if (!workflow || !(await hasProject(parts, workflow))) throw notFound('workflow');
  return workflow;
}

/** Its count is a part of the submission. */
async function hasProject(parts: PipelineParts, { tenantId, projectId }: WorkflowItem): Promise<boolean> {
  const { Item } = await parts.clients.dynamodb.send(
    new GetItemCommand({
      TableName: parts.names.extraction.table,
      Key: toItem(keyOf.project(tenantId, projectId)),
      ConsistentRead: true,
    }),
  );
  return Item !== undefined;
}

type Submitted = Pick<DocumentItem, 'documentId' | 'fileName' | 'objectKey'>;

function withAddresses(parts: PipelineParts, documents: readonly Submitted[], at: number) {
  return Promise.all(
    documents.map(async ({ documentId, fileName, objectKey }) => ({
      documentId,
      fileName,
      uploadUrl: await createUploadUrl(parts, objectKey, at),
    })),
  );
}

/** The same addresses again while they last, and then fresh ones. */
function signedAt(parts: PipelineParts, { createdAt }: BatchItem): number {
  const submitted = Date.parse(createdAt);
  return parts.now() < submitted + uploadMinutes * 60_000 ? submitted : parts.now();
}

/** Returns the documents in the order of their submission, which is that of their ids. */
async function submittedDocuments(
  { clients, names }: PipelineParts,
  { tenantId, batchId }: BatchItem,
): Promise<readonly Pick<DocumentItem, 'documentId' | 'fileName' | 'objectKey'>[]> {
  const pages = paginateQuery(
    { client: clients.dynamodb },
    {
      TableName: names.extraction.table,
      KeyConditionExpression: 'PK = :partition AND begins_with(SK, :document)',
      ExpressionAttributeValues: toItem({
        ':partition': documentsPartition(tenantId, batchId),
        ':document': 'DOCUMENT#',
      }),
      ProjectionExpression: 'PK, SK, fileName, objectKey',
      ConsistentRead: true,
    },
  );
  const documents: DocumentItem[] = [];
  for await (const { Items = [] } of pages) documents.push(...Items.map(parseDocument));
  return documents;
}

const uploadMinutes = 15;

/** Anyone who knows the address can upload the file until it expires. */
function createUploadUrl(parts: PipelineParts, key: string, at: number): Promise<string> {
  const command = new PutObjectCommand({ Bucket: parts.names.extraction.documentsBucket, Key: key });
  // The client would sign the checksum of the body that it has, an empty one, and S3 refuse any other.
  command.middlewareStack.add(
    (next) => (step) => {
      const { headers } = step.request as { readonly headers: Record<string, string> };
      for (const name of Object.keys(headers))
        if (/^x-amz-(?:sdk-)?checksum-/i.test(name)) delete headers[name];
      return next(step);
    },
    { step: 'finalizeRequest', priority: 'high', name: 'withoutChecksum' },
  );
  return getSignedUrl(parts.clients.s3, command, {
    expiresIn: uploadMinutes * 60,
    signingDate: new Date(at),
  });
}
