import type { Plan } from '#shared/contract/plans.ts';

/** Returns a frozen plan of one execution. `version` is how often the execution had been redriven. */
export function anExecutionPlan(
  kind: 'redrive-execution' | 'stop-execution',
  { batchId, run = 1, version = null }: { batchId: string; run?: number; version?: number | null },
): Plan {
  return {
    planId: `plan-${kind}-${batchId}`,
    kind,
    target: { kind, batchId, run },
    tenantId: 'northwind',
    connection: { id: 'sandbox', name: 'Sandbox', environment: 'sandbox' },
    by: 'mira',
    madeAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-01-01T00:10:00.000Z',
    hash: 'a'.repeat(64),
    items: [
      {
        id: `${batchId}-r${run}`,
        name: `Run ${run}`,
        version,
        verdict: 'go',
        why: '',
        usd: null,
        needsReason: false,
      },
    ],
    counts: { go: 1, skip: 0, blocked: 0 },
    ramp: [1],
    estimate: {
      usd: null,
      priceBook: { id: 'b', name: 'A book' },
      lines: [],
      seconds: null,
      basis: 'nothing',
    },
    checks: [],
    typing: null,
    cannotStart: null,
    reads: { calls: 1, rru: 0 },
  };
}
