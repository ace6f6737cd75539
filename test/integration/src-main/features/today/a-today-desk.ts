import { withoutAttention } from '#test/builders/without-attention.ts';
import { openIdOrders } from '#main/reads/batches-by-time.ts';
import type { z } from 'zod';
import type { ConnectionDoors } from '#main/aws/doors.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { todayHandlers } from '#main/features/today/today-handlers.ts';
import { contract, type Contract } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import { aGate, trusted, type GateUnderTest } from '#test/builders/a-gate.ts';
import { aSandbox, type SandboxUnderTest } from '#test/builders/a-sandbox.ts';
import { aSession } from '#test/builders/a-session.ts';
import { doorsOver, type SentRequest } from '#test/builders/doors-over.ts';

type Names = keyof ReturnType<typeof todayHandlers>;
type Output<N extends Names> = z.output<Contract[N]['output']>;

export interface TodayDesk extends Pick<GateUnderTest, 'receipts'> {
  readonly world: SandboxUnderTest;
  /** These doors are not restricted to any person's tenants. */
  readonly open: ConnectionDoors;
  readonly call: <N extends Names>(name: N, tenantId?: string | null) => Promise<Result<Output<N>>>;
  /** Returns the requests to DynamoDB since the last call. */
  readonly sent: () => readonly SentRequest[];
  readonly be: (change: Partial<Session>) => void;
  readonly fail: (rules: readonly object[]) => Promise<void>;
}

/** Opens Today over the sandbox's world, through the console's own reader and gate. */
export async function aTodayDesk({ dueHours = 24 } = {}): Promise<TodayDesk> {
  const world = await aSandbox();
  const now = (): number => world.clock.now();
  const open = doorsOver(world.sandbox.dispatch, now);
  let session = aSession();
  const { gate, receipts } = aGate({
    handlers: todayHandlers({
      doors: () => scopedDoors(open, session.who),
      session: () => session,
      dueHours: () => dueHours,
      orders: openIdOrders(now),
      attention: withoutAttention,
      now,
    }),
  });
  return {
    world,
    open,
    receipts,
    async call(operation, tenantId = null) {
      const answer = (await gate.call(trusted, { operation, input: { tenantId } })) as Result<
        Output<typeof operation>
      >;
      if (answer.ok) contract[operation].output.parse(answer.value);
      return answer;
    },
    sent: () => open.sent.splice(0),
    be: (change) => void (session = { ...session, ...change }),
    async fail(rules) {
      await world.ask('PUT', '/_local/faults', { body: { rules } });
    },
  };
}

export function buildPersona(tenants: Persona['tenants'], id = 'support-test'): Persona {
  return { id, name: 'Ada Brandt', role: 'support', tenants };
}
