import { meteredDoors, type ConnectionDoors } from '#main/aws/doors.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { composeCosts } from '#main/compose/compose-reading.ts';
import { contract, type InputOf, type OutputOf } from '#shared/contract/contract.ts';
import type { Costs } from '#shared/contract/costs.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aSandbox, type SandboxUnderTest } from '#test/builders/a-sandbox.ts';
import { aSession } from '#test/builders/a-session.ts';
import { doorsOver, type SentRequest } from '#test/builders/doors-over.ts';
import { sandboxControl } from '#main/start/embedded-aws.ts';
import { serveSandbox } from '#local/host/served-sandbox.ts';

export interface CostsDesk {
  readonly world: SandboxUnderTest;
  readonly home: string;
  readonly doors: ConnectionDoors;
  /** Returns the read units that went through the doors. */
  readonly units: () => number;
  readonly watch: (input: InputOf<'costs.watch'>) => Watching;
  /** Returns the costs once the watch has ended. */
  readonly costs: (input: InputOf<'costs.watch'>) => Promise<Costs>;
  readonly batches: (input: InputOf<'costs.batches'>) => Promise<Result<OutputOf<'costs.batches'>>>;
  /** Returns the requests to DynamoDB since the last call. */
  readonly sent: () => readonly SentRequest[];
  readonly be: (change: Partial<Session>) => void;
  readonly reset: () => Promise<void>;
  readonly fail: (rules: readonly object[]) => Promise<void>;
  readonly warned: () => readonly string[];
  /** Starts the console again in the same home folder. */
  readonly restart: () => void;
}

interface Watching {
  readonly told: Costs[];
  readonly stop: () => void;
  readonly until: (is: (costs: Costs) => boolean) => Promise<Costs>;
}

const ended: ReadonlySet<Costs['state']> = new Set(['done', 'budget', 'failed']);

/** Opens the costs of the sandbox's world through the console's own reader, composition and gate. */
export async function aCostsDesk(): Promise<CostsDesk> {
  const world = await aSandbox();
  const home = aHome();
  const now = (): number => world.clock.now();
  let units = 0;
  const open = doorsOver(world.sandbox.dispatch, now);
  const metered = meteredDoors(open, ({ rru }) => void (units += rru));
  let session = aSession();
  const listeners = new Set<(session: Session) => void>();
  const control = sandboxControl(serveSandbox(world.sandbox).answer);
  const warned: string[] = [];
  const write = (_fields: object, message: string): void => void warned.push(message);
  const start = () =>
    aGate({
      ...listHandlers(
        composeCosts({
          home,
          doors: () => scopedDoors(metered, session.who),
          session: () => session,
          onSession(listener) {
            listeners.add(listener);
            return () => void listeners.delete(listener);
          },
          controlSandbox: async (use) => ok(await use(control)),
          log: { info: write, warn: write, error: write, fatal: write },
          now,
          sleep: () => Promise.resolve(),
        }),
      ),
    }).gate;
  let gate = start();

  function be(change: Partial<Session>): void {
    session = { ...session, ...change };
    for (const listener of listeners) listener(session);
  }
  function watch(input: InputOf<'costs.watch'>): Watching {
    const told: Costs[] = [];
    const waiting = new Set<() => void>();
    const watching = gate.watch(trusted, { operation: 'costs.watch', input }, (result) => {
      if (!result.ok) throw new Error(JSON.stringify(result.failure));
      told.push(contract['costs.watch'].output.parse(result.value));
      for (const look of waiting) look();
    });
    if (!watching.ok) throw new Error(JSON.stringify(watching.failure));
    return {
      told,
      stop: () => watching.value.stop(),
      until: (is) =>
        new Promise((resolve) => {
          const look = (): void => {
            const last = told.at(-1);
            if (last === undefined || !is(last)) return;
            waiting.delete(look);
            resolve(last);
          };
          waiting.add(look);
          look();
        }),
    };
  }

  return {
    world,
    home,
    doors: open,
    units: () => units,
    watch,
    async costs(input) {
      const watching = watch(input);
      const costs = await watching.until(({ state }) => ended.has(state));
      watching.stop();
      return costs;
    },
    batches: (input) =>
      gate.call(trusted, { operation: 'costs.batches', input }) as Promise<Result<OutputOf<'costs.batches'>>>,
    sent: () => open.sent.splice(0),
    be,
    async reset() {
      await control.reset(undefined);
      be({ sandboxResets: session.sandboxResets + 1 });
    },
    async fail(rules) {
      await world.ask('PUT', '/_local/faults', { body: { rules } });
    },
    warned: () => warned,
    restart() {
      listeners.clear();
      gate = start();
    },
  };
}

export function buildPersona(tenants: Persona['tenants'], id = 'support-test'): Persona {
  return { id, name: 'Ada Brandt', role: 'support', tenants };
}

/** Counts the requests for documents, which are recognised by the prefix of their keys. */
export function readsOfDocuments(sent: readonly SentRequest[]): number {
  return sent.filter(({ input }) => JSON.stringify(input).includes('DOCUMENT#')).length;
}

function listHandlers(composed: ReturnType<typeof composeCosts>) {
  const { 'costs.watch': watch, ...handlers } = composed;
  return { handlers, watchers: { 'costs.watch': watch } };
}
