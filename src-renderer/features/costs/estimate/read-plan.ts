import { readFigure } from '../patterns/read-figure.ts';
import type { ReadFigure } from '../patterns/read-figure.ts';
import type { PlanFields } from './plan-fields.ts';

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

export type ReadPlan =
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
