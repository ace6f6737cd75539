import { useKept } from '#renderer/contract/use-kept.ts';
import type { Usage } from '#shared/contract/triage.ts';
import { documentsAtOnce, planningSecondsEach } from '#shared/domain/pipeline-limits.ts';
import { planningUsage } from '#shared/pricing/batch-estimate.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { priceNames } from '#shared/pricing/price-names.ts';
import { readFigure, type ReadFigure } from '../patterns/cost-choices.ts';

/** What was typed, as numbers; documents are at the scale that was chosen. */
export interface TypedPlan {
  readonly documents: number;
  readonly pages: number;
  readonly model: string;
  /** Of 1. */
  readonly gapFillShare: number;
  readonly workers: number;
  readonly seconds: number;
  readonly megabytes: number;
  /** Of 1; null: nobody said. */
  readonly reviewShare: number | null;
}

type Figure = Exclude<keyof PlanFields, 'model' | 'scale' | 'like'>;
export type PlanProblems = Readonly<Partial<Record<Figure, string>>>;

type ReadPlan =
  | { readonly ok: true; readonly plan: TypedPlan; readonly problems: PlanProblems }
  | { readonly ok: false; readonly problems: PlanProblems };

/** All problems at once, each to be told at its field. */
export function readPlan(fields: PlanFields): ReadPlan {
  const read = new Map<Figure, number>();
  const problems: Partial<Record<Figure, string>> = {};
  for (const figure of figures) {
    const text = fields[figure];
    if (figure === 'review' && text.trim() === '') continue;
    const result: ReadFigure = readFigure(text, bounds[figure]);
    if (result.ok) read.set(figure, result.value);
    else problems[figure] = result.problem;
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  const of = (figure: Figure): number => read.get(figure) ?? 0;
  const review = read.get('review');
  return {
    ok: true,
    problems,
    plan: {
      documents: of('documents') * (fields.scale === '10' ? 10 : 1),
      pages: of('pages'),
      model: fields.model,
      gapFillShare: of('gapFill') / 100,
      workers: of('workers'),
      seconds: of('seconds'),
      megabytes: of('megabytes'),
      reviewShare: review === undefined ? null : review / 100,
    },
  };
}

const bounds = {
  documents: { least: 1, most: 1_000_000, whole: true },
  pages: { least: 1, most: 3_000 },
  gapFill: { least: 0, most: 100 },
  workers: { least: 1, most: 1_000, whole: true },
  seconds: { least: 1, most: 900 },
  megabytes: { least: 0.001, most: 500 },
  review: { least: 0, most: 100 },
} as const satisfies Record<Figure, object>;

const figures = Object.keys(bounds) as readonly Figure[];

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

interface ModelOption {
  /** As prices and items name it: "claudeHaiku45.regional". */
  readonly value: string;
  readonly label: string;
}

/** The models of which a book prices both what goes in and what comes out. */
export function modelOptions({ prices }: PriceBook): readonly ModelOption[] {
  return priceNames.flatMap((name) => {
    const model = /^bedrock\.(.+)\.input$/.exec(name)?.[1];
    if (model === undefined || prices[name] === undefined) return [];
    const output = priceNames.find((one) => one === `bedrock.${model}.output`);
    if (output === undefined || prices[output] === undefined) return [];
    return [{ value: model, label: modelName(model) }];
  });
}

export function modelName(model: string): string {
  return names.get(model) ?? model;
}

const names: ReadonlyMap<string, string> = new Map([
  ['novaMicro', 'Nova Micro'],
  ['novaLite', 'Nova Lite'],
  ['novaPro', 'Nova Pro'],
  ['nova2Lite', 'Nova 2 Lite'],
  ['nova2LiteFlex', 'Nova 2 Lite, flex'],
  ['nova2LitePriority', 'Nova 2 Lite, priority'],
  ['claudeHaiku45.regional', 'Claude Haiku 4.5, regional'],
  ['claudeHaiku45.global', 'Claude Haiku 4.5, global'],
  ['claudeSonnet.regional', 'Claude Sonnet, regional'],
  ['claudeSonnet.global', 'Claude Sonnet, global'],
  ['claude3Haiku', 'Claude 3 Haiku'],
]);
