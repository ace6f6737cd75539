import type { Batch } from '#shared/contract/triage/batches.ts';
import type { OpenDocument } from '#shared/contract/triage/documents.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import { useWhyNotAct } from '../parts/use-why-not-act.ts';
import type { DocumentName } from './use-document.ts';
import { whyNotReprocess } from './why-not-reprocess.ts';

export interface Reprocess {
  /** Undefined where it is offered. */
  readonly whyNot: string | undefined;
  /** Makes a plan to be seen; does nothing where it is not offered. */
  readonly plan: () => void;
}

/** A plan of this one document. */
export function useReprocess(
  name: DocumentName,
  document: OpenDocument | undefined,
  batch: Batch | undefined,
): Reprocess {
  const planning = usePlanning();
  const whyNotAct = useWhyNotAct();
  const whyNot = whyNotAct ?? whyNotReprocess(document, batch);
  return {
    whyNot,
    plan: () => {
      if (whyNot !== undefined || batch === undefined) return;
      const { tenantId, batchId, documentId } = name;
      const { projectId } = batch;
      planning.plan({ kind: 'reprocess', tenantId, projectId, batchId, documentIds: [documentId] });
    },
  };
}
