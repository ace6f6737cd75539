import type { ExecutionEnded } from '#pipelines/parts.ts';
import type { World } from '../world.ts';

/**
 * Passes on ended executions as EventBridge does, at least once. The event is stored in the turn in which the execution
 * ends, and deleted after it was used.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-delivery-level.html
 */
export function passOnExecutions(
  world: World,
  use: (event: ExecutionEnded) => Promise<void>,
): { readonly stop: () => void } {
  const { clock } = world;
  const waiting = world.store.collection<ExecutionEnded>('living/execution-events');
  let hasStopped = false;

  const deliver = (id: string, attempt: number): void => {
    const event = waiting.get(id);
    if (hasStopped || !event) return;
    const release = clock.hold();
    void use(event)
      .then(
        () => void waiting.delete(id),
        () => tryLater(id, attempt),
      )
      .finally(release);
  };
  const tryLater = (id: string, attempt: number): void => {
    const delay = retriesAfterMs[attempt];
    if (hasStopped) return;
    if (delay === undefined) waiting.delete(id);
    else clock.after(delay, () => deliver(id, attempt + 1));
  };

  for (const id of waiting.keys()) deliver(id, 0);
  world.events.listen(({ kind, ...event }) => {
    if (hasStopped || kind !== 'execution ended') return;
    // A redriven execution ends again.
    const id = `${event.executionArn} ${clock.now()}`;
    waiting.set(id, event);
    // The delivery must not happen in the middle of the engine's own turn.
    clock.after(0, () => deliver(id, 0));
  });
  return {
    stop() {
      hasStopped = true;
    },
  };
}

const retriesAfterMs: readonly number[] = [1_000, 10_000, 60_000, 600_000, 3_600_000];
