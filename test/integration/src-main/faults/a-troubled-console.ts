import { AsyncLocalStorage } from 'node:async_hooks';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import { seededRandomness } from '#local/world/randomness.ts';
import { contract, type InputOf, type OperationName, type OutputOf } from '#shared/contract/contract.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { aSandbox } from '#test/builders/a-sandbox.ts';
import { doorsOver } from '#test/builders/doors-over.ts';
import { handlersOfScreens } from './handlers-of-screens.ts';
import { withTrouble } from './trouble.ts';
import type { Result } from '#shared/contract/result.ts';

/** Records the cost of one read of a page. */
export interface Needed {
  calls: number;
  troubled: number;
  /** This is the sum of all pauses, in milliseconds. */
  waited: number;
}

/** Makes every screen's reads through the real gate, reader and SDK clients while AWS is in trouble. */
export async function aTroubledConsole(seed = 'storm') {
  const world = await aSandbox();
  const unit = (): number => random.unit();
  const random = seededRandomness(seed);
  const trouble = { throttled: 0, broken: 0 };
  const served = serveSandbox(world.sandbox);
  const aws = withTrouble((request, signal) => served.answer(request, signal), trouble, unit);
  const reading = new AsyncLocalStorage<Needed>();
  aws.onRequest((_request, isTroubled) => {
    const needed = reading.getStore();
    if (needed === undefined) return;
    needed.calls += 1;
    if (isTroubled) needed.troubled += 1;
  });
  const now = (): number => world.clock.now();
  const doors = doorsOver(aws.dispatch, now, {
    random: unit,
    sleep(ms) {
      const needed = reading.getStore();
      if (needed !== undefined) needed.waited += ms;
      return Promise.resolve();
    },
  });
  const { handlers, close } = handlersOfScreens(doors, now);
  const { gate } = aGate({ handlers });

  const ask = async <N extends OperationName>(operation: N, input: InputOf<N>): Promise<Asked<N>> => {
    const needed: Needed = { calls: 0, troubled: 0, waited: 0 };
    const asked = reading.run(needed, () => gate.call(trusted, { operation, input }));
    const answer = (await asked) as Result<OutputOf<N>>;
    if (answer.ok) contract[operation].output.parse(answer.value);
    return { answer, needed };
  };
  return { world, trouble, mostInFlight: aws.mostInFlight, ask, close };
}

interface Asked<N extends OperationName> {
  readonly answer: Result<OutputOf<N>>;
  readonly needed: Needed;
}

export type TroubledConsole = Awaited<ReturnType<typeof aTroubledConsole>>;
