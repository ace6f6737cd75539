import type { SheetKind, SheetRecipe, Subject } from '../sheets/sheet.ts';

export interface PlannedWorkflow {
  readonly tenantId: string;
  readonly projectId: string;
  readonly workflowId: string;
  readonly name: string;
  readonly kind: SheetKind;
  /** What its documents are about, where that does not follow from the tenant. */
  readonly about?: Subject;
  /** How the names of its files begin: `carrier` for "carrier-2026-11-0401.pdf". */
  readonly filePrefix?: string;
  readonly schema: Readonly<Record<string, string>>;
  readonly confidenceThreshold: number;
  readonly reviewThreshold: number;
  /** Two people decide, neither of whom sees what the other has. */
  readonly secondReview?: 'blind';
  readonly webhookUrl?: string;
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
  /** How its execution went; `none`: its files never arrived in full. */
  readonly execution: 'succeeded' | 'failed in finalise' | 'failed by its history' | 'timed out' | 'none';
  document(index: number): PlannedDocument;
}

/** What has been in the sandbox before somebody looks: from a seed and an hour, always the same. */
export interface WorldPlan {
  readonly seed: string;
  /** Milliseconds, on the hour: everything told lies before it. */
  readonly anchor: number;
  readonly tenants: readonly PlannedTenant[];
  readonly batches: readonly PlannedBatch[];
}
