import { throwDie } from '../randomness.ts';
import { findIssuer } from '../sheets/contents.ts';
import type { Defect } from '../sheets/sheet.ts';
import { once } from './lazy-telling.ts';
import { batchIds, createDocumentPlanner, type PlannedBatch, type PlannedWorkflow } from './plan.ts';

/** A batch's story in numbers. Everything else follows from the seed. */
export interface Story {
  readonly tenantId: string;
  readonly workflowId: string;
  /** The hours before the anchor at which it was submitted. */
  readonly hoursAgo: number;
  readonly size: number;
  /** The number of its documents with each defect. */
  readonly defects: Readonly<Partial<Record<Defect, number>>>;
  /** How many uncertain documents were decided, and how many hours later the first of them. */
  readonly reviewed?: readonly [count: number, hoursLater: number];
  /** The number of further documents that a reviewer took, and left. */
  readonly leftClaimed?: number;
  /** The number of further documents that were handed to a colleague. */
  readonly handedOver?: number;
  /** Under four eyes: how many more one person has decided, and over how many two differ. */
  readonly opinions?: readonly [first: number, differing: number];
  /** The percentage of automatically accepted documents that were checked, and how many hours after the batch's end. */
  readonly checked?: readonly [percent: number, hoursLater: number];
  /** Hours after its submission: everything that had failed until then was reprocessed. */
  readonly reprocessed?: readonly number[];
  readonly execution?: PlannedBatch['execution'];
  /** A supplier of the workflow has a new layout since this batch, and its due dates are misread. */
  readonly redesigned?: true;
  /** Files that never came. */
  readonly missing?: number;
  /** The pages by which its documents are longer than usual. */
  readonly morePages?: number;
  /** Gives the defects of its first documents and, for the batch of the catalogue's examples, how its ids begin. */
  readonly known?: { readonly id?: string; readonly first: readonly Defect[] };
}

/** A batch with what became of it. */
export interface StoriedBatch extends PlannedBatch {
  readonly story: Story;
  /** Its approved documents are kept under their supplier and number. */
  readonly keepsInvoices?: true;
}

interface BatchFacts {
  readonly seed: string;
  /** The recipient on its documents. */
  readonly recipient: string;
  readonly story: Story;
  readonly workflow: PlannedWorkflow;
  readonly hash: number;
  readonly submittedAt: number;
}

export function buildBatch({
  seed,
  recipient,
  story,
  workflow,
  hash,
  submittedAt,
}: BatchFacts): StoriedBatch {
  const { size, execution = 'succeeded', known, morePages } = story;
  const ids = batchIds(submittedAt, hash, { known: known?.id, size });
  const isRedesigned = story.redesigned === true;
  const planned = once(() =>
    createDocumentPlanner({ seed, recipient, workflow, hash, submittedAt, isRedesigned, morePages }),
  );
  const isOfRedesigned = (index: number): boolean =>
    workflow.redesigned === findIssuer(planned()(index, ids.documentId(index), undefined).recipe).name;
  const defects = once(() =>
    listDefects(story, hash, workflow.redesigned === undefined ? undefined : isOfRedesigned),
  );
  return {
    workflow,
    story,
    batchId: ids.batchId,
    submittedAt,
    size,
    execution,
    document: (index) => planned()(index, ids.documentId(index), defects().get(index)),
  };
}

/** Reviewers see at least so many documents of a supplier in each batch before it changes its layout. */
const seenBefore = 4;

/** Which documents of a batch have what: scattered over it, but for those whose ids everybody knows. */
function listDefects(
  { size, defects, known, redesigned }: Story,
  hash: number,
  isOfRedesigned: ((index: number) => boolean) | undefined,
): ReadonlyMap<number, Defect> {
  const found = new Map<number, Defect>(known?.first.entries());
  const left = { ...defects };
  if (isOfRedesigned) {
    const defect = redesigned ? 'misread due date' : 'unsure';
    const most = redesigned ? left[defect] : Math.min(seenBefore, left[defect] ?? 0);
    const own = Array.from({ length: size }, (_, index) => index).filter(isOfRedesigned);
    for (const index of own.slice(0, most)) found.set(index, defect);
  }
  for (const defect of found.values()) left[defect] = (left[defect] ?? 0) - 1;
  let which = 0;
  for (const [defect, count] of Object.entries(left)) {
    for (let placed = 0; placed < count; which += 1) {
      const index = Math.floor(throwDie(hash, 1_000 + which) * size);
      if (found.has(index)) continue;
      found.set(index, defect as Defect);
      placed += 1;
    }
  }
  return found;
}
