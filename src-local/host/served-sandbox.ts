import { mostBatchesADay } from '../world/living/live-traffic.ts';
import { planPast } from '../world/past/past-plan.ts';
import { answerControl, type Controlled } from './control.ts';
import { describeWorld } from './describe-world.ts';
import { factsOf } from './facts.ts';
import type { Sandbox } from './open-sandbox.ts';
import type { Held } from './serve-thread.ts';

/** One address for everything, over HTTP or from thread to thread: control paths, the API, and AWS for all else. */
export function servedSandbox(sandbox: Sandbox): Held {
  const controlled: Controlled = {
    aws: sandbox.aws,
    describe: () => sandbox.settled(() => describeWorld(sandbox.aws.world)),
    state: () => stateOf(sandbox),
    advance: (ms) => sandbox.advance(ms),
    setTraffic: (paused) => sandbox.setTraffic(paused),
    reset: (seed) => sandbox.reset(seed),
  };
  return {
    notices: sandbox.notices,
    advance: sandbox.advance,
    reset: sandbox.reset,
    close: sandbox.close,
    setFaults: (rules) => sandbox.aws.world.faults.set(rules),
    async answer(request, signal) {
      const own = answerControl(controlled, request) ?? sandbox.answerApi(request);
      return own ?? sandbox.dispatch(request, signal);
    },
  };
}

/** As the console's contract has it: `sandbox.read`. */
async function stateOf(sandbox: Sandbox): Promise<object> {
  const traffic = await sandbox.traffic();
  const facts = factsOf(sandbox.aws.world);
  const { tenants, batches } = planPast(facts);
  return {
    seed: facts.seed,
    since: new Date(facts.anchor).toISOString(),
    traffic: { ...traffic, mostADay: mostBatchesADay },
    told: {
      tenants: tenants.length,
      batches: batches.length,
      documents: batches.reduce((sum, { size }) => sum + size, 0),
    },
  };
}
