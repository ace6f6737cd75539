import type { fleetOperations } from '#shared/contract/fleet.ts';
import { ok } from '#shared/contract/result.ts';
import type { Handlers } from '../../gate/gate.ts';

interface Parts {
  readonly now: () => number;
}

const notKept = { state: 'not kept', why: 'The pipeline of this deployment keeps no attention.' } as const;

/** Answers questions about all tenants. */
export function fleetHandlers({ now }: Parts): Pick<Handlers, keyof typeof fleetOperations> {
  const readAt = (): string => new Date(now()).toISOString();
  return {
    'fleet.batches': ({ order = 'newest' }) =>
      ok({
        rows: [],
        cursor: null,
        order,
        kept: notKept,
        read: { batches: 0, matched: 0, budget: 0, calls: 0, isCut: false },
        throttled: 0,
        readAt: readAt(),
      }),
    'fleet.counts': () => ok({ kept: notKept, lists: null, calls: 0, problems: [], readAt: readAt() }),
  };
}
