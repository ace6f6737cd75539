import type { ReactNode } from 'react';
import type { ReviewKey } from '#shared/contract/review/document.ts';
import type { WorkflowKey } from '#shared/contract/workflows/workflows.ts';
import type { GoTriage, TriageAddress } from './triage-address.ts';

export interface TriagePageProps {
  readonly address: TriageAddress;
  readonly go: GoTriage;
  /** The raw item of a batch or document with its keys explained: the Explorer's, brought in by app/. */
  readonly renderItem: (question: RawItemQuestion) => ReactNode;
  /** Opens a document that waits for review on the desk; for who may. */
  readonly review?: ((key: ReviewKey) => void) | undefined;
  /** Leads to a workflow's thresholds. */
  readonly onOpenWorkflow?: ((key: WorkflowKey) => void) | undefined;
  /** Looks an id of any kind up by its own index. */
  readonly find?: ((id: string) => void) | undefined;
}

export interface RawItemQuestion {
  readonly pattern: 'batchByKey' | 'documentById';
  readonly params: Readonly<Record<string, string>>;
}
