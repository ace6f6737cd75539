import type { Defect, SheetRecipe } from '../sheets/sheet.ts';
import { hashOf, throwOf } from '../sheets/throws.ts';
import type { PlannedDocument, PlannedWorkflow } from './plan.ts';

export interface BatchPlace {
  readonly seed: string;
  readonly recipient: string;
  readonly workflow: PlannedWorkflow;
  readonly hash: number;
  readonly submittedAt: number;
}

/** What was sent in: what each is called, and enough to draw it. */
export function documentsOf({
  seed,
  recipient,
  workflow,
  hash,
  submittedAt,
}: BatchPlace): (index: number, documentId: string, defect: Defect | undefined) => PlannedDocument {
  const { kind, about } = workflow;
  const [sent = '', ...days] = Array.from({ length: 11 }, (_, ago) => dayBefore(submittedAt, ago));
  const prefix = `${workflow.filePrefix ?? workflow.workflowId}-${sent.slice(0, 7)}-`;
  const firstNumber = 1 + Math.floor(throwOf(hash, 2) * 9_000);
  return (index, documentId, defect) => {
    const own = hashOf(documentId) ^ hash;
    const recipe: { -readonly [Name in keyof SheetRecipe]: SheetRecipe[Name] } = {
      kind,
      layout: Math.floor(throwOf(own, 0) * 3),
      recipient,
      seed: `${seed}/${documentId}`,
      pages: pagesOf(kind, throwOf(own, 1)),
      isScanned: defect === 'illegible' || throwOf(own, 2) < scannedShare[kind],
      // Written some days before it was sent.
      dated: days[Math.floor(throwOf(own, 3) * days.length)] ?? '',
    };
    if (about) recipe.about = about;
    if (defect) recipe.defect = defect;
    return { documentId, fileName: `${prefix}${String(firstNumber + index).padStart(4, '0')}.pdf`, recipe };
  };
}

const scannedShare: Readonly<Record<SheetRecipe['kind'], number>> = {
  invoice: 0.12,
  'delivery note': 0.45,
  form: 0.6,
};

/** Most have one page; forms at most two. */
function pagesOf(kind: SheetRecipe['kind'], share: number): number {
  if (kind === 'form') return share < 0.7 ? 1 : 2;
  if (share < 0.58) return 1;
  if (share < 0.84) return 2;
  return share < 0.95 ? 3 : 4;
}

function dayBefore(time: number, days: number): string {
  return new Date(time - days * 86_400_000).toISOString().slice(0, 10);
}
