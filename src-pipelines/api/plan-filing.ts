import type { z } from 'zod';
import {
  explainBadParts,
  judgeFiling,
  nameFiled,
  type ClosedFile,
  type FilingKind,
} from '#shared/domain/review/filing.ts';
import type { operations } from '#shared/pipeline-api/operations.ts';
import { nextDocument } from '../extraction/change-batch.ts';
import { FileUnusable, openSources, type FiledFile } from '../extraction/filed-files.ts';
import type { BatchItem, DocumentItem, Filed, SourcePart, WorkflowItem } from '../extraction/item-shapes.ts';
import { findBatches, getBatch, getDocument } from '../extraction/read-items.ts';
import { newSubmission, type Submission } from '../extraction/submit-batch.ts';
import type { PipelineParts } from '../parts.ts';
import { requireWorkflow } from './batch-submissions.ts';
import { ApiProblem, notFound, requireTenant, requireVersion, type OwnCall } from './call.ts';
import { makeRoom } from './corrections.ts';
import { requireReviewable, toDocumentAnswer, unassigned, unclaimed, undecided } from './document-changes.ts';

export type FilingBody = z.output<(typeof operations)['refileDocument']['body']>;
export type FilingCall = OwnCall<FilingBody>;

/** Holds everything that a call will write. It is made and checked before any of it is written. */
export interface Plan {
  readonly kind: FilingKind;
  readonly closed: readonly { readonly before: DocumentItem; readonly next: DocumentItem }[];
  /** The batches of the closed documents, as they were read. */
  readonly batches: readonly BatchItem[];
  readonly submissions: readonly Submission[];
  /** By the id of the new document. */
  readonly files: ReadonlyMap<string, FiledFile | undefined>;
  /** In the order of the request. */
  readonly into: Filed['into'];
}

export async function planFiling(parts: PipelineParts, call: FilingCall): Promise<Plan> {
  const { body } = call;
  const sources = await requireClosable(parts, call);
  const kind = judgeFiling({ closed: sources.length, into: body.into.length });
  const batches = await readBatches(parts, sources);
  const workflows = await readWorkflows(parts, call);
  const madeOf = body.into.map((one) => one.parts.map((part) => toSource(part, kind, { sources, batches })));
  requireOther(call, kind, batches);
  const made = await makeFiles(parts, { call, sources, madeOf });
  const { submissions, documents } = submitAll(parts, { call, madeOf, workflows });
  const into = documents.map((document, at) => {
    const { projectId, workflowId } = body.into[at]?.workflow ?? { projectId: '', workflowId: '' };
    const { batchId, documentId, fileName } = document;
    return { projectId, workflowId, batchId, documentId, fileName };
  });
  const closed = await Promise.all(
    sources.map(async (before) => ({
      before,
      next: await close(parts, call, before, { kind, into, madeOf }),
    })),
  );
  const files = new Map(documents.map((document, at) => [document.documentId, made[at]]));
  return { kind, closed, batches, submissions, files, into };
}

/** The document of the call first. Its version is in the header, those of the others are in the body. */
export async function requireClosable(
  parts: PipelineParts,
  call: FilingCall,
): Promise<readonly DocumentItem[]> {
  const { caller, params, body, ifMatch } = call;
  const { tenantId = '', batchId = '', documentId = '' } = params;
  requireTenant(caller, tenantId, 'document');
  const asked = [
    { batchId, documentId, version: ifMatch },
    ...body.also.map((one) => ({ ...one, version: String(one.version) })),
  ];
  const seen = new Set<string>();
  const documents: DocumentItem[] = [];
  for (const { version, ...at } of asked) {
    const document = await getDocument(parts, { tenantId, ...at });
    if (!document) throw notFound('document');
    requireVersion(version, document, toDocumentAnswer(document));
    requireReviewable(parts, call, document);
    const key = JSON.stringify([at.batchId, at.documentId]);
    if (seen.has(key)) throw notFileable(`The document ${at.documentId} is named twice.`);
    seen.add(key);
    documents.push(document);
  }
  const [first] = documents;
  const isHeld = first?.claimedBy === caller.sub && Date.parse(first.claimExpiresAt ?? '') > parts.now();
  if (first && !isHeld) {
    const detail = 'Only who has claimed a document may file it. Nothing was done; claim it first.';
    throw new ApiProblem('not-claimed-by-you', detail, toDocumentAnswer(first));
  }
  return documents;
}

function notFileable(detail: string): ApiProblem {
  return new ApiProblem('not-fileable', `${detail} Nothing was done.`);
}

/** Ids of batches are unique only within a tenant. */
async function readBatches(
  parts: PipelineParts,
  documents: readonly DocumentItem[],
): Promise<readonly BatchItem[]> {
  const batches: BatchItem[] = [];
  for (const { tenantId, batchId } of documents) {
    if (batches.some((one) => one.batchId === batchId)) continue;
    const found = (await findBatches(parts, batchId)).find((one) => one.tenantId === tenantId);
    // An index may be behind; the transaction is conditional on what is read here.
    const batch = found && (await getBatch(parts, found));
    if (!batch) {
      throw new ApiProblem(
        'try-again',
        `The batch ${batchId} is not to be found just now. Nothing was done.`,
      );
    }
    batches.push(batch);
  }
  return batches;
}

function nameWorkflow({ projectId, workflowId }: FilingBody['into'][number]['workflow']): string {
  return JSON.stringify([projectId, workflowId]);
}

/** The tenant is always that of the document, so nothing can be filed into another one. */
async function readWorkflows(
  parts: PipelineParts,
  { caller, params, body }: FilingCall,
): Promise<ReadonlyMap<string, WorkflowItem>> {
  const workflows = new Map<string, WorkflowItem>();
  for (const { workflow } of body.into) {
    const name = nameWorkflow(workflow);
    if (workflows.has(name)) continue;
    const at = { tenantId: params['tenantId'] ?? '', ...workflow };
    workflows.set(name, await requireWorkflow(parts, caller, at));
  }
  return workflows;
}

interface Known {
  readonly sources: readonly DocumentItem[];
  readonly batches: readonly BatchItem[];
}

type Part = FilingBody['into'][number]['parts'][number];

function toSource({ batchId, documentId, pages }: Part, kind: FilingKind, known: Known): SourcePart {
  const document = known.sources.find((one) => one.batchId === batchId && one.documentId === documentId);
  const batch = known.batches.find((one) => one.batchId === batchId);
  if (!document || !batch) {
    throw notFileable(`The document ${documentId} is a part, and is not closed by this request.`);
  }
  const { projectId, workflowId } = batch;
  const place = { projectId, workflowId, batchId, documentId };
  const { objectKey: key, fileName = documentId } = document as Partial<DocumentItem>;
  if (typeof key !== 'string' || key === '') throw notFileable(`${fileName} has no file.`);
  return { kind, ...place, key, fileName, ...(pages && { pages }) };
}

/** A document under the same workflow would be read the same way again. */
function requireOther({ body: { into } }: FilingCall, kind: FilingKind, [batch]: readonly BatchItem[]): void {
  const [one] = into;
  if (kind !== 'elsewhere' || !one || !batch) return;
  const { projectId, workflowId } = batch;
  if (nameWorkflow(one.workflow) !== nameWorkflow({ projectId, workflowId })) return;
  throw notFileable('The document is in this workflow already.');
}

/** Makes all files before anything is written, so that a file that cannot be divided is refused and not lost. */
async function makeFiles(
  parts: PipelineParts,
  {
    call,
    sources,
    madeOf,
  }: {
    readonly call: FilingCall;
    readonly sources: readonly DocumentItem[];
    readonly madeOf: readonly (readonly SourcePart[])[];
  },
): Promise<readonly FiledFile[]> {
  const reader = openSources(parts);
  const all = call.body.into.flatMap((one) => one.parts);
  try {
    const files: ClosedFile[] = [];
    for (const { batchId, documentId, fileName } of sources) {
      const isSame = (one: Part): boolean => one.batchId === batchId && one.documentId === documentId;
      const source = madeOf.flat().find(isSame);
      const hasRanges = all.some((one) => isSame(one) && one.pages !== undefined);
      const pages = source && hasRanges ? await reader.countPages(source) : undefined;
      files.push({ batchId, documentId, fileName: fileName ?? documentId, pages });
    }
    const problem = explainBadParts(files, all);
    if (problem !== undefined) throw notFileable(problem);
    const made: FiledFile[] = [];
    for (const one of madeOf) made.push(await reader.make(one));
    return made;
  } catch (error) {
    if (error instanceof FileUnusable) throw notFileable(error.message);
    throw error;
  }
}

/** A batch for each workflow, as a submission makes it. */
function submitAll(
  parts: PipelineParts,
  {
    call,
    madeOf,
    workflows,
  }: {
    readonly call: FilingCall;
    readonly madeOf: readonly (readonly SourcePart[])[];
    readonly workflows: ReadonlyMap<string, WorkflowItem>;
  },
): { readonly submissions: readonly Submission[]; readonly documents: readonly DocumentItem[] } {
  const { body, caller } = call;
  const documents: DocumentItem[] = [];
  const submissions: Submission[] = [];
  for (const [name, workflow] of workflows) {
    const places = body.into.flatMap((one, at) => (nameWorkflow(one.workflow) === name ? [at] : []));
    const files = places.map((at) => ({ fileName: nameDocument(body.into[at]?.fileName, madeOf[at]) }));
    const { batch, documents: fresh } = newSubmission(parts, workflow, files, { submittedBy: caller.sub });
    const filed = fresh.map((document, index) => ({
      ...document,
      madeOf: madeOf[places[index] ?? 0] ?? [],
    }));
    places.forEach((at, index) => {
      const document = filed[index];
      if (document) documents[at] = document;
    });
    submissions.push({ batch, documents: filed });
  }
  return { submissions, documents };
}

function nameDocument(given: string | undefined, [first]: readonly SourcePart[] = []): string {
  return given ?? nameFiled(first?.fileName ?? 'document.pdf', first?.pages);
}

/** It is rejected, and says where its pages are. There is no undo, because the new documents are in work by then. */
async function close(
  parts: PipelineParts,
  { caller }: FilingCall,
  before: DocumentItem,
  { kind, into, madeOf }: Pick<Plan, 'kind' | 'into'> & { madeOf: readonly (readonly SourcePart[])[] },
): Promise<DocumentItem> {
  const own = into.flatMap((one, at) => {
    const [first, more] = (madeOf[at] ?? []).filter(
      ({ batchId, documentId }) => batchId === before.batchId && documentId === before.documentId,
    );
    return first ? [{ ...one, ...(first.pages && !more && { pages: first.pages }) }] : [];
  });
  return makeRoom(
    parts,
    nextDocument(parts, before, {
      ...unclaimed,
      ...unassigned,
      ...undecided,
      status: 'REJECTED',
      decision: 'reject',
      reviewedBy: caller.sub,
      reviewedAt: new Date(parts.now()).toISOString(),
      filed: { kind, into: own },
    }),
  );
}
