import { useKept } from '#renderer/contract/use-kept.ts';
import { dropGrouping, grouped } from '#shared/domain/formatting.ts';

export type CostOrder = 'declared' | 'dearest';

/**
 * The values that the user tries out on the page. They are stored as typed while the window is open, and sent
 * nowhere.
 */
interface CostChoices {
  readonly scale: '1' | '10';
  /** "measured" uses this session's receipts where a question was asked. */
  readonly units: 'declared' | 'measured';
  /** The order of the rows; null leaves it to the page that shows them. */
  readonly order: CostOrder | null;
  /** Typed calls by system, then by row. */
  readonly calls: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly peakToMean: string;
  readonly utilisation: string;
}

export interface CostChoicesHandle {
  readonly choices: CostChoices;
  readonly choose: (change: Partial<Omit<CostChoices, 'calls'>>) => void;
  /** Undefined restores the declared number. */
  readonly setCalls: (system: string, row: string, text: string | undefined) => void;
  readonly resetCalls: (system: string) => void;
}

/** Stored in the query cache, which is emptied when another connection or user takes over. */
export function useCostChoices(): CostChoicesHandle {
  const [choices, keep] = useKept(choicesKey, atFirst);
  const change = (next: (before: CostChoices) => Partial<CostChoices>) =>
    keep((before) => ({ ...before, ...next(before) }));
  return {
    choices,
    choose: (changed) => change(() => changed),
    setCalls: (system, row, text) =>
      change(({ calls }) => ({ calls: setRowCalls(calls, system, row, text) })),
    resetCalls: (system) =>
      change(({ calls }) => ({ calls: new Map([...calls].filter(([name]) => name !== system)) })),
  };
}

export function setRowCalls(
  calls: CostChoices['calls'],
  system: string,
  row: string,
  text: string | undefined,
): CostChoices['calls'] {
  const rows = new Map(calls.get(system));
  if (text === undefined) rows.delete(row);
  else rows.set(row, text);
  return new Map(calls).set(system, rows);
}

const choicesKey = ['costs.patterns'];

const atFirst: CostChoices = {
  scale: '1',
  units: 'declared',
  order: null,
  calls: new Map(),
  peakToMean: '4',
  utilisation: '70',
};

export type Assumptions =
  | { readonly ok: true; readonly value: { readonly peakToMean: number; readonly utilisation: number } }
  | {
      readonly ok: false;
      readonly peakProblem: string | undefined;
      readonly utilisationProblem: string | undefined;
    };

/** Parses the values that provisioned capacity is sized by; utilisation is typed in percent. */
export function readAssumptions(choices: Pick<CostChoices, 'peakToMean' | 'utilisation'>): Assumptions {
  const peak = readFigure(choices.peakToMean, peakBounds);
  const utilisation = readFigure(choices.utilisation, utilisationBounds);
  if (peak.ok && utilisation.ok) {
    return { ok: true, value: { peakToMean: peak.value, utilisation: utilisation.value / 100 } };
  }
  return {
    ok: false,
    peakProblem: peak.ok ? undefined : peak.problem,
    utilisationProblem: utilisation.ok ? undefined : utilisation.problem,
  };
}

export type ReadFigure =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly problem: string };

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly whole?: boolean;
}

/** Parses a number with or without thousands separators. */
export function readFigure(text: string, { least, most, whole = false }: Bounds): ReadFigure {
  const plain = dropGrouping(text);
  const fits = whole ? /^\d{1,15}$/ : /^\d{1,12}(\.\d{1,6})?$/;
  const value = Number(plain);
  if (!fits.test(plain) || value < least || value > most) {
    const problem = whole
      ? `Expected a whole number up to ${grouped(most)}.`
      : `Expected a number from ${grouped(least)} to ${grouped(most)}.`;
    return { ok: false, problem };
  }
  return { ok: true, value };
}

/** About 11,000 calls a second, which is more than anyone would plan by hand. */
export const callsBounds = { least: 0, most: 1_000_000_000, whole: true } as const;
export const peakBounds = { least: 1, most: 1_000 } as const;
const utilisationBounds = { least: 10, most: 100 } as const;

/** Returns the typed values that are numbers; any other value leaves its row as declared. */
export function readCalls(typed: ReadonlyMap<string, string> | undefined): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...(typed ?? [])].flatMap(([row, text]) => {
      const read = readFigure(text, callsBounds);
      return read.ok ? [[row, read.value]] : [];
    }),
  );
}
