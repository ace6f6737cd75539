import type { Usage } from '#shared/contract/triage/documents.ts';
import { documentsAtOnce } from '#shared/domain/pipeline-limits.ts';
import { planningSecondsEach } from '#shared/domain/batch-eta.ts';
import { planningUsage } from '#shared/pricing/expected-usage.ts';
import { useKept } from '#renderer/contract/use-kept.ts';

/** A planned batch as it is typed: texts, kept while the window is open and sent nowhere. */
export interface PlanFields {
  readonly documents: string;
  readonly pages: string;
  readonly model: string;
  /** Of a hundred documents those of which a model fills gaps. */
  readonly gapFill: string;
  readonly workers: string;
  readonly seconds: string;
  readonly megabytes: string;
  /** Of a hundred documents those that somebody has to look at; empty: nobody said. */
  readonly review: string;
  readonly scale: '1' | '10';
  /** What a metered document consumed on average, once somebody took it; null: planning figures. */
  readonly like: { readonly usage: Usage; readonly n: number } | null;
}

export interface PlanHandle {
  readonly fields: PlanFields;
  readonly type: (change: Partial<PlanFields>) => void;
  readonly reset: () => void;
}

export function usePlan(): PlanHandle {
  const [fields, keep] = useKept(planKey, planAtFirst);
  return {
    fields,
    type: (change) => keep((before) => ({ ...before, ...change })),
    reset: () => keep(() => planAtFirst),
  };
}

/** The planning figures of the pipeline: 500 documents, ten workers, 15 seconds each. */
export const planAtFirst: PlanFields = {
  documents: '500',
  pages: String(planningUsage.textract.pages),
  model: planningUsage.gapFill.model,
  gapFill: '100',
  workers: String(documentsAtOnce),
  seconds: String(planningSecondsEach),
  megabytes: '0.5',
  review: '',
  scale: '1',
  like: null,
};

const planKey = ['costs.plan'];
