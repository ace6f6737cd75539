import type { OutputOf } from '#shared/contract/contract.ts';

export type MeasuredUnits = Readonly<Record<string, { readonly rru: number; readonly calls: number }>>;

/** What this session's receipts say of a system's patterns, by pattern. */
export function measuredUnits(
  byPattern: OutputOf<'spend.watch'>['byPattern'],
  system: string,
): MeasuredUnits {
  const found = new Map<string, { rru: number; calls: number }>();
  for (const { pattern, rru, calls } of byPattern) {
    if (!pattern.startsWith(`${system}.`)) continue;
    const name = pattern.slice(system.length + 1);
    const before = found.get(name) ?? { rru: 0, calls: 0 };
    found.set(name, { rru: before.rru + rru, calls: before.calls + calls });
  }
  return Object.fromEntries(found);
}
