import { refuseByFault, runFunction } from './run-function.ts';
import type { AsyncInvocation, LambdaEngine } from './lambda-engine.ts';

/** In milliseconds: the waits after the first and the second failure of the function. */
const retriesAfter = [60_000, 120_000] as const;

/** In milliseconds. Lambda waits longer each time that it could not start the function, up to five minutes. */
const firstRefusalWait = 1_000;
const longestRefusalWait = 300_000;

/** In seconds: events older than this are dropped, unless the function has a shorter limit. */
const longestAge = 21_600;

/**
 * Stores an event before its caller is told that it was accepted, so that a killed process delivers it at its next
 * opening: at least once, as Lambda does.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
 */
export function acceptAsyncInvocation(
  engine: LambdaEngine,
  { id, functionName, payload }: Pick<AsyncInvocation, 'id' | 'functionName' | 'payload'>,
): void {
  const now = engine.world.clock.now();
  const event = { id, functionName, payload, acceptedAt: now, dueAt: now, failures: 0, refusals: 0 };
  engine.waiting.set(id, event);
  arm(engine, event);
}

/** Continues what waited when the world was closed. */
export function resumeAsyncInvocations(engine: LambdaEngine): void {
  for (const event of engine.waiting.values()) arm(engine, event);
}

function arm(engine: LambdaEngine, { id, dueAt }: AsyncInvocation): void {
  const { clock, ended } = engine.world;
  if (!ended.aborted) clock.at(dueAt, () => void attempt(engine, id));
}

async function attempt(engine: LambdaEngine, id: string): Promise<void> {
  const { waiting, functions, world } = engine;
  const event = waiting.get(id);
  const record = event && functions.get(event.functionName);
  if (!event || world.ended.aborted) return;
  if (!record) {
    waiting.delete(id);
    return;
  }
  const { attempts = retriesAfter.length, ageSeconds = longestAge } = record.asyncRetries ?? {};
  const retryIn = (ms: number, changes: Partial<AsyncInvocation>): void => {
    const next = { ...event, ...changes, dueAt: world.clock.now() + ms };
    if (next.dueAt - event.acceptedAt > ageSeconds * 1_000) {
      waiting.delete(id);
      return;
    }
    waiting.set(id, next);
    arm(engine, next);
  };
  try {
    refuseByFault(engine, record.name);
  } catch {
    retryIn(Math.min(longestRefusalWait, firstRefusalWait * 2 ** event.refusals), {
      refusals: event.refusals + 1,
    });
    return;
  }
  const outcome = await runFunction(engine, record, { requestId: id, payload: event.payload });
  if (world.ended.aborted) return;
  const wait = 'payload' in outcome || event.failures >= attempts ? undefined : retriesAfter[event.failures];
  if (wait === undefined) waiting.delete(id);
  else retryIn(wait, { failures: event.failures + 1, refusals: 0 });
}
