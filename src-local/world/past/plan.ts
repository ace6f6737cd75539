import type { Customer, Weights } from '#shared/contract/review-rules.ts';
import type { Objective } from '#shared/domain/objective.ts';
import type { Priority } from '#shared/domain/review/review-order.ts';
import { ulidAt } from '#shared/domain/id-forms.ts';
import { findIssuer } from '../sheets/contents.ts';
import type { SheetKind, SheetRecipe, Subject, Defect } from '../sheets/sheet.ts';
import { hashText, throwDie } from '../randomness.ts';

export interface PlannedWorkflow {
  readonly tenantId: string;
  readonly projectId: string;
  readonly workflowId: string;
  readonly name: string;
  readonly kind: SheetKind;
  /** The subject of its documents, where it does not follow from the tenant. */
  readonly about?: Subject;
  /** The beginning of its files' names: `carrier` for "carrier-2026-11-0401.pdf". */
  readonly filePrefix?: string;
  readonly schema: Readonly<Record<string, string>>;
  readonly confidenceThreshold: number;
  readonly reviewThreshold: number;
  /** Two people decide, neither of whom sees what the other has. */
  readonly secondReview?: 'blind';
  readonly webhookUrl?: string;
  readonly rules?: Weights;
  readonly dueHours?: number;
  readonly priority?: Priority;
  readonly customer?: Customer;
  readonly objective?: Objective;
  /** The supplier that has changed its layout. All suppliers of such a workflow keep to a layout of their own. */
  readonly redesigned?: string;
}

export interface PlannedProject {
  readonly projectId: string;
  readonly name: string;
  readonly workflows: readonly PlannedWorkflow[];
}

export interface PlannedTenant {
  readonly tenantId: string;
  readonly name: string;
  readonly plan: 'starter' | 'business' | 'enterprise';
  readonly projects: readonly PlannedProject[];
}

export interface PlannedDocument {
  readonly documentId: string;
  readonly fileName: string;
  readonly recipe: SheetRecipe;
}

export interface PlannedBatch {
  readonly workflow: PlannedWorkflow;
  readonly batchId: string;
  /** Milliseconds: when it was submitted. Its files arrive within the minute after. */
  readonly submittedAt: number;
  readonly size: number;
  /** The end of its execution; `none`: its files never arrived in full. */
  readonly execution: 'succeeded' | 'failed in finalise' | 'failed by its history' | 'timed out' | 'none';
  document(index: number): PlannedDocument;
}

/** The sandbox's past follows from a seed and an hour, so it is always the same. */
export interface WorldPlan {
  readonly seed: string;
  /** Milliseconds, on the hour: everything told lies before it. */
  readonly anchor: number;
  readonly tenants: readonly PlannedTenant[];
  readonly batches: readonly PlannedBatch[];
}

interface BatchPlace {
  readonly seed: string;
  readonly recipient: string;
  readonly workflow: PlannedWorkflow;
  readonly hash: number;
  readonly submittedAt: number;
  /** It came after the supplier that the workflow names has changed its layout. */
  readonly isRedesigned?: boolean;
  readonly morePages?: number | undefined;
}

/** Returns a function that plans the batch's document at an index, with its name and enough to draw it. */
export function createDocumentPlanner({
  seed,
  recipient,
  workflow,
  hash,
  submittedAt,
  isRedesigned = false,
  morePages = 0,
}: BatchPlace): (index: number, documentId: string, defect: Defect | undefined) => PlannedDocument {
  const { kind, about } = workflow;
  const [sent = '', ...days] = Array.from({ length: 11 }, (_, ago) => dayBefore(submittedAt, ago));
  const prefix = `${workflow.filePrefix ?? workflow.workflowId}-${sent.slice(0, 7)}-`;
  const firstNumber = 1 + Math.floor(throwDie(hash, 2) * 9_000);
  return (index, documentId, defect) => {
    const own = hashText(documentId) ^ hash;
    const recipe: { -readonly [Name in keyof SheetRecipe]: SheetRecipe[Name] } = {
      kind,
      layout: Math.floor(throwDie(own, 0) * 3),
      recipient,
      seed: `${seed}/${documentId}`,
      pages: pickPageCount(kind, throwDie(own, 1)) + morePages,
      isScanned: defect === 'illegible' || throwDie(own, 2) < scannedShare[kind],
      // Written some days before it was sent.
      dated: days[Math.floor(throwDie(own, 3) * days.length)] ?? '',
    };
    if (about) recipe.about = about;
    if (defect) recipe.defect = defect;
    if (workflow.redesigned !== undefined) {
      const { name } = findIssuer(recipe);
      recipe.layout = isRedesigned && name === workflow.redesigned ? newLayout : hashText(name) % newLayout;
    }
    return { documentId, fileName: `${prefix}${String(firstNumber + index).padStart(4, '0')}.pdf`, recipe };
  };
}

/** Where suppliers keep to a layout, only the changed one has this. */
const newLayout = 2;

const scannedShare: Readonly<Record<SheetRecipe['kind'], number>> = {
  invoice: 0.12,
  'delivery note': 0.45,
  form: 0.6,
};

/** Most documents have one page; forms at most two. */
function pickPageCount(kind: SheetRecipe['kind'], share: number): number {
  if (kind === 'form') return share < 0.7 ? 1 : 2;
  if (share < 0.58) return 1;
  if (share < 0.84) return 2;
  return share < 0.95 ? 3 : 4;
}

function dayBefore(time: number, days: number): string {
  return new Date(time - days * 86_400_000).toISOString().slice(0, 10);
}

interface BatchIds {
  readonly batchId: string;
  documentId(index: number): string;
}

/** Ten characters of time, as a ULID begins, and a little more. */
export function batchIds(
  submittedAt: number,
  hash: number,
  {
    known,
    size = 1,
  }: {
    /** The id of the batch that examples use. */
    readonly known?: string | undefined;
    /** The number of documents: their ids are of one length, so that their order is that of the files. */
    readonly size?: number;
  } = {},
): BatchIds {
  let which = 0;
  const batchId = `batch-${known ?? ulidAt(submittedAt, () => throwDie(hash, which++)).slice(0, 12)}`;
  const stamp = batchId.slice('batch-'.length, -2);
  const places = formatBase32(firstDocument + size).length;
  return {
    batchId,
    documentId: (index) => `doc-${stamp}${formatBase32(firstDocument + index).padStart(places, '0')}`,
  };
}

/** Written "A1": the first document of the catalogue's example. */
const firstDocument = 10 * 32 + 1;

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function formatBase32(number: number): string {
  let [text, left] = ['', number];
  for (; left > 0; left = Math.floor(left / 32)) text = (alphabet[left % 32] ?? '') + text;
  return text;
}
