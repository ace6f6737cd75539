import { randomUUID } from 'node:crypto';
import type { Clients, Tools } from './assertion.ts';
import { sendRaw } from './send-raw.ts';

/** As much of a world's clock as an assertion may touch. */
export interface DrivenClock {
  now(): number;
  advance(ms: number): Promise<void>;
}

/** Tools of one assertion, and the way to clean up after it. */
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
        // What the assertion has already deleted need not be there any more.
        await run().catch(() => {});
      }
    },
  };
}

const patience = 5_000;
const pace = 50;

/** What was asked without waiting must have reached the endpoint before its time moves on. */
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
