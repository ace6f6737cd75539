import { randomUUID } from 'node:crypto';
import type { Clients, Tools } from './assertion.ts';
import { sendRaw } from './send-raw.ts';

/** Exposes the part of a world's clock that an assertion may use. */
export interface DrivenClock {
  now(): number;
  advance(ms: number): Promise<void>;
}

/** Builds the tools of one assertion, and its clean-up. */
export function toolsFor(
  clients: Clients,
  clock: DrivenClock | undefined,
): { tools: Tools; cleanUp: () => Promise<void> } {
  const left: (() => Promise<unknown>)[] = [];
  const pass = async (ms: number): Promise<void> => {
    if (!clock) return realSleep(ms);
    await callsArrive();
    return clock.advance(ms);
  };
  const tools: Tools = {
    name: (stem = 'sluice') => `${stem}-${randomUUID().slice(0, 18)}`,
    afterwards: (run) => left.push(run),
    pass,
    now: () => clock?.now() ?? Date.now(),
    async eventually(ask, good) {
      let answer = await ask();
      for (let waited = 0; !good(answer) && waited < patience; waited += pace) {
        await pass(pace);
        answer = await ask();
      }
      return answer;
    },
    raw: (service, operation, body) => sendRaw(clients, service, operation, body),
  };
  return {
    tools,
    async cleanUp() {
      for (const run of left.toReversed()) {
        // The assertion may have deleted it already, so a failure is ignored.
        await run().catch(() => {});
      }
    },
  };
}

const patience = 5_000;
const pace = 50;

/** Waits until calls that were not awaited have reached the endpoint, before its time moves on. */
async function callsArrive(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

function realSleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
