import type { CancellationReason, TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { FilingKind } from '#shared/domain/review/filing.ts';
import { nextBatch } from '../extraction/change-batch.ts';
import { putFiledFile, putMissingFiles, sendFilesLater } from '../extraction/filed-files.ts';
import type { BatchItem } from '../extraction/item-shapes.ts';
import { getBatch, parseBatch } from '../extraction/read-items.ts';
import {
  createHistoryEvent,
  putNew,
  putOver,
  toStoredBatch,
  toStoredDocument,
  toStoredDocumentEvent,
} from '../extraction/stored-items.ts';
import { countInProject } from '../extraction/submit-batch.ts';
import type { PipelineParts } from '../parts.ts';
import { isRefused, OthersWereQuicker, transact } from '../transact.ts';
import { KeyTaken, type ApiAnswer, type OwnHandler } from './call.ts';
import { toAnswerWithoutValues } from './document-changes.ts';
import { planFiling, requireClosable, type FilingBody, type FilingCall, type Plan } from './plan-filing.ts';

/**
 * Closes documents and submits their pages as new ones (decision 042): the closed documents, their batches' counts, the
 * new batches and the answer are one transaction. It decides nothing about fields.
 */
export function refileDocument(parts: PipelineParts): OwnHandler<FilingBody> {
  return {
    async run(call) {
      const plan = await planFiling(parts, call);
      // Before the transaction, because nothing after it can be relied on.
      await sendFilesLater(
        parts,
        plan.submissions.map(({ batch }) => batch),
      );
      const answer = await commitFiling(parts, call, plan);
      await putFiles(parts, plan);
      return answer;
    },
    async tellAgain(_, kept) {
      const { document, into } = kept.body as unknown as Told;
      for (const batchId of new Set(into.map((one) => one.batchId))) {
        await attemptNow(() => putMissingFiles(parts, { tenantId: document.tenantId, batchId }));
      }
      return kept;
    },
  };
}

interface Told {
  readonly document: { readonly tenantId: string };
  readonly into: readonly { readonly batchId: string }[];
}

/** Only the batches of the closed documents may have changed meanwhile; then their counts are added up again. */
async function commitFiling(parts: PipelineParts, call: FilingCall, plan: Plan): Promise<ApiAnswer> {
  const [first, ...also] = plan.closed.map(({ next }) => toAnswerWithoutValues(next));
  const answer = {
    status: 200,
    body: { kind: plan.kind, document: first, also, into: plan.into },
  };
  const fixed = [
    call.remembered(answer),
    ...plan.closed.map(({ before, next }) => putOver(parts, toStoredDocument(next), before)),
    ...describeClosed(parts, call, plan),
    ...describeNew(parts, call, plan),
  ];
  let batches = plan.batches;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const counted = batches.map((batch) => {
      const changes = plan.closed.filter(({ before }) => before.batchId === batch.batchId);
      return putOver(parts, toStoredBatch(nextBatch(parts, batch, changes)), batch);
    });
    const reasons = await transact(parts, [...fixed, ...counted]);
    if (reasons === 'done') return answer;
    await requireStillSame(parts, call, { plan, reasons });
    batches = await Promise.all(
      batches.map((batch, at) => readAgain(parts, batch, reasons[fixed.length + at])),
    );
    await parts.pause(attempt);
  }
  throw new OthersWereQuicker(`Others changed the batches ${mostAttempts} times in a row`);
}

const mostAttempts = 120;

async function requireStillSame(
  parts: PipelineParts,
  call: FilingCall,
  { plan, reasons }: { readonly plan: Plan; readonly reasons: readonly CancellationReason[] },
): Promise<void> {
  if (isRefused(reasons[0])) throw new KeyTaken();
  // It says which document was changed, and by whom.
  if (reasons.slice(1, 1 + plan.closed.length).some(isRefused)) await requireClosable(parts, call);
}

async function readAgain(
  parts: PipelineParts,
  batch: BatchItem,
  reason: CancellationReason | undefined,
): Promise<BatchItem> {
  if (!isRefused(reason)) return batch;
  const now = reason?.Item ? parseBatch(reason.Item) : await getBatch(parts, batch);
  if (now) return now;
  throw new Error(`There is no batch ${batch.batchId} any more`);
}

const closedAs = {
  elsewhere: 'filed elsewhere',
  divided: 'divided',
  joined: 'joined',
} as const satisfies Record<FilingKind, string>;
const madeBy = {
  elsewhere: 'filed from elsewhere',
  divided: 'divided from',
  joined: 'joined from',
} as const satisfies Record<FilingKind, string>;

function describeClosed(
  parts: PipelineParts,
  { caller, body, requestId }: FilingCall,
  { kind, closed }: Plan,
): TransactWriteItem[] {
  return closed.map(({ before, next }) => {
    const event = createHistoryEvent(parts, {
      what: closedAs[kind],
      actor: caller.sub,
      batchId: before.batchId,
      run: before.run,
      requestId,
      reason: body.reason,
      before: { status: before.status },
      after: { status: next.status, documents: listIds(next.filed?.into ?? []) },
    });
    return putNew(parts, toStoredDocumentEvent(next.tenantId, next.documentId, event));
  });
}

function describeNew(
  parts: PipelineParts,
  { caller, body, requestId }: FilingCall,
  { kind, submissions }: Plan,
): TransactWriteItem[] {
  const projects = new Map<string, { readonly batch: BatchItem; count: number }>();
  const actions: TransactWriteItem[] = [];
  for (const { batch, documents } of submissions) {
    actions.push(putNew(parts, toStoredBatch(batch)));
    const project = projects.get(batch.projectId) ?? { batch, count: 0 };
    projects.set(batch.projectId, { batch, count: project.count + 1 });
    for (const document of documents) {
      const event = createHistoryEvent(parts, {
        what: madeBy[kind],
        actor: caller.sub,
        batchId: batch.batchId,
        run: 1,
        requestId,
        reason: body.reason,
        before: { documents: listIds(document.madeOf ?? []) },
      });
      actions.push(
        putNew(parts, toStoredDocument(document)),
        putNew(parts, toStoredDocumentEvent(document.tenantId, document.documentId, event)),
      );
    }
  }
  // A transaction has one action for an item.
  for (const { batch, count } of projects.values()) actions.push(countInProject(parts, batch, count));
  return actions;
}

/** The id of one, or of how many and the first. */
function listIds(some: readonly { readonly documentId: string }[]): string {
  return [...new Set(some.map(({ documentId }) => documentId))].join(', ').slice(0, longestList);
}

const longestList = 600;

/** Ingestion does it in a minute where this does not succeed. */
async function putFiles(parts: PipelineParts, { submissions, files }: Plan): Promise<void> {
  for (const document of submissions.flatMap((one) => one.documents)) {
    const file = files.get(document.documentId);
    if (file) await attemptNow(() => putFiledFile(parts, document, file));
  }
}

/** The documents are filed whether or not this succeeds, and the answer has to say so. */
async function attemptNow(work: () => Promise<void>): Promise<void> {
  await work().catch(() => undefined);
}
