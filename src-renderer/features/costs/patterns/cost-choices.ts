import { useKept } from '#renderer/contract/use-kept.ts';

export type CostOrder = 'declared' | 'dearest';

/** What somebody tries out on the page; kept as text, as typed, while the window is open and sent nowhere. */
export interface CostChoices {
  readonly scale: '1' | '10';
  /** Where a question was asked in this session, what its receipts say. */
  readonly units: 'declared' | 'measured';
  /** Of the rows; null is what the page that shows them begins with. */
  readonly order: CostOrder | null;
  /** By system, by row. */
  readonly calls: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly peakToMean: string;
  readonly utilisation: string;
}

export interface CostChoicesHandle {
  readonly choices: CostChoices;
  readonly choose: (change: Partial<Omit<CostChoices, 'calls'>>) => void;
  /** Undefined takes the declared number back. */
  readonly setCalls: (system: string, row: string, text: string | undefined) => void;
  readonly resetCalls: (system: string) => void;
}

/** In the query cache, which is emptied when another connection or person takes over. */
export function useCostChoices(): CostChoicesHandle {
  const [choices, keep] = useKept(choicesKey, atFirst);
  const change = (next: (before: CostChoices) => Partial<CostChoices>) =>
    keep((before) => ({ ...before, ...next(before) }));
  return {
    choices,
    choose: (changed) => change(() => changed),
    setCalls: (system, row, text) => change(({ calls }) => ({ calls: withCalls(calls, system, row, text) })),
    resetCalls: (system) =>
      change(({ calls }) => ({ calls: new Map([...calls].filter(([name]) => name !== system)) })),
  };
}

export function withCalls(
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
