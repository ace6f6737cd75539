import type { ToldRun } from '../../../aws/cloudwatch/told-metrics.ts';
import {
  runsOfLevels,
  runsOfMoments,
  runsOfSpells,
  type LevelChange,
  type Moment,
  type Spell,
} from './point-runs.ts';

/** A metric in one unit, and what it was over the weeks. */
export interface ToldSeries {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly unit: string;
  /** Those of [from, until) in steps of so many milliseconds. */
  runs(step: number, from: number, until: number): readonly ToldRun[];
}

type Named = Pick<ToldSeries, 'namespace' | 'name' | 'dimensions' | 'unit'>;

/** Something that is counted or measured whenever it happens. */
export function happening(named: Named, moments: () => Iterable<Moment>): ToldSeries {
  return { ...named, runs: (step, from, until) => runsOfMoments(moments(), step, from, until) };
}

/** Something of which there is much for a time. */
export function going(named: Named, spells: () => Iterable<Spell>): ToldSeries {
  return { ...named, runs: (step, from, until) => runsOfSpells(spells(), step, from, until) };
}

/** Something that is read once a minute. */
export function level(named: Named, changes: () => readonly LevelChange[]): ToldSeries {
  return { ...named, runs: (step, from, until) => runsOfLevels(changes(), step, from, until) };
}
