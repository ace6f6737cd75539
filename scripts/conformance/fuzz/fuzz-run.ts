import { isDeepStrictEqual } from 'node:util';
import { createDice, type Dice } from './dice.ts';
import { shrunk } from './shrink.ts';

/** Starts both sides from the same empty state, and runs one step after another. */
export interface Session<Step> {
  /** Returns a step that makes sense now. */
  next(dice: Dice): Promise<Step>;
  run(step: Step): Promise<Outcomes>;
  close(): Promise<void>;
}

export interface Outcomes {
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** Describes a difference that AWS's documentation settles or leaves open. */
export interface KnownDifference<Step> {
  readonly because: string;
  readonly doc: string;
  /** This is true when the two sides hold different data from here on, even if neither has refused. */
  readonly diverges?: boolean;
  readonly explains: (step: Step, outcomes: Outcomes) => boolean;
}

export interface FuzzedPair<Step> {
  /** The variant chooses the initial state, where there are several kinds. */
  open(variant: number): Promise<Session<Step>>;
  readonly known: readonly KnownDifference<Step>[];
  /** Returns how many operations a step stands for. */
  weight(step: Step): number;
  print(step: Step): string;
}

export interface FuzzReport {
  readonly operations: number;
  readonly sessions: number;
  /** Counts how often each known difference occurred. */
  readonly known: ReadonlyMap<string, number>;
  /** Lists the fewest steps that still end in an unexplained difference. */
  readonly unexplained: string | undefined;
}

const stepsInSession = 80;

/** Runs random steps on two implementations until enough operations agree, or a difference is unexplained. */
export async function fuzz<Step>(
  pair: FuzzedPair<Step>,
  seed: string,
  operations: number,
): Promise<FuzzReport> {
  const known = new Map<string, number>();
  let done = 0;
  let sessions = 0;
  while (done < operations) {
    sessions += 1;
    const dice = createDice(`${seed}/${sessions}`);
    const session = await pair.open(sessions);
    const steps: Step[] = [];
    try {
      while (steps.length < stepsInSession && done < operations) {
        const step = await session.next(dice);
        steps.push(step);
        done += pair.weight(step);
        const outcomes = await session.run(step);
        if (isDeepStrictEqual(outcomes.ours, outcomes.theirs)) continue;
        const rule = pair.known.find(({ explains }) => explains(step, outcomes));
        if (!rule) {
          const fewest = await shrunk(steps, (tried) => endsInDifference(pair, sessions, tried));
          const unexplained = await told(pair, sessions, fewest, seed);
          return { operations: done, sessions, known, unexplained };
        }
        known.set(rule.because, (known.get(rule.because) ?? 0) + 1);
        if (rule.diverges || isRefusal(outcomes.ours) !== isRefusal(outcomes.theirs)) break;
      }
    } finally {
      await session.close();
    }
  }
  return { operations: done, sessions, known, unexplained: undefined };
}

/** Records in an outcome that the call was refused. */
export function describeRefusal(error: unknown, more: object = {}): { refused: string } {
  return { refused: error instanceof Error ? error.name : String(error), ...more };
}

function isRefusal(outcome: unknown): boolean {
  return typeof outcome === 'object' && outcome !== null && Object.hasOwn(outcome, 'refused');
}

async function endsInDifference<Step>(
  pair: FuzzedPair<Step>,
  variant: number,
  steps: readonly Step[],
): Promise<boolean> {
  const last = (await outcomesOf(pair, variant, steps)).at(-1);
  const step = steps.at(-1);
  if (!last || !step || isDeepStrictEqual(last.ours, last.theirs)) return false;
  return !pair.known.some(({ explains }) => explains(step, last));
}

async function outcomesOf<Step>(
  pair: FuzzedPair<Step>,
  variant: number,
  steps: readonly Step[],
): Promise<Outcomes[]> {
  const session = await pair.open(variant);
  const outcomes: Outcomes[] = [];
  try {
    for (const step of steps) outcomes.push(await session.run(step));
  } finally {
    await session.close();
  }
  return outcomes;
}

async function told<Step>(
  pair: FuzzedPair<Step>,
  variant: number,
  steps: readonly Step[],
  seed: string,
): Promise<string> {
  const last = (await outcomesOf(pair, variant, steps)).at(-1);
  return [
    `seed ${seed}, session ${variant}, shrunk to ${steps.length} steps:`,
    ...steps.map((step) => pair.print(step)),
    `ours:   ${printed(last?.ours)}`,
    `theirs: ${printed(last?.theirs)}`,
  ].join('\n');
}

/** Formats as JSON, with bytes as base64. */
export function printed(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => {
    // This sees only other byte arrays, because a Buffer has turned itself into JSON by then.
    if (each instanceof Uint8Array) return `base64:${Buffer.from(each).toString('base64')}`;
    return each;
  });
}
