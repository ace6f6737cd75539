import { compareFigures } from './compare.ts';
import { compareExplorer, compareLookup } from './compare-ids.ts';
import { compareReview, compareToday, compareTriage, type Desk } from './compare-lists.ts';
import { compareCosts, compareDeadLetters, compareDownloads, compareWorkflows } from './compare-sums.ts';
import type { StrangersConsole } from './open-console.ts';
import { recount } from './recount.ts';
import type { StrangersWorld } from './world.ts';

const desks: Readonly<Record<string, (desk: Desk) => Promise<void>>> = {
  today: compareToday,
  triage: compareTriage,
  review: compareReview,
  costs: compareCosts,
  workflows: compareWorkflows,
  'dead letters': compareDeadLetters,
  downloads: compareDownloads,
  lookup: compareLookup,
  explorer: compareExplorer,
};

export interface Compared {
  readonly figures: number;
  /** Holds one line each: the seed, the figure, what was shown and what was planted. */
  readonly wrong: readonly string[];
  /** Describes the outcome where figures alone say too little. */
  readonly summary?: string;
}

/** Compares every desk of the console over this world with a recount of what was planted. */
export async function compareWorld(world: StrangersWorld, console: StrangersConsole): Promise<Compared> {
  const figures = compareFigures();
  const counted = recount(world);
  for (const [name, compare] of Object.entries(desks)) {
    try {
      await compare({ world, counted, console, figures });
    } catch (error) {
      figures.wrong(name, `broke off: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return {
    figures: figures.figures(),
    wrong: figures.problems().map((problem) => `seed ${world.seed}: ${problem}`),
  };
}
