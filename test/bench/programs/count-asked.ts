import type { Dispatch } from '#local/aws/dispatch.ts';
import type { World } from '#local/world/world.ts';

/** The requests since the last look, by the embedded AWS's own figures. */
export interface Asked {
  /** Requests of clients, by service and operation. */
  readonly calls: Readonly<Record<string, number>>;
  /** The read units that its DynamoDB reported to its CloudWatch. */
  readonly rru: number;
}

export const askedPath = '/_bench/asked';

/** Counts the requests that reach it, and answers the path above with what there was since it was last asked for. */
export function countAsked(answer: Dispatch, world: World): Dispatch {
  let calls: Record<string, number> = {};
  let rru = 0;
  world.metrics.listen(({ name, value }) => {
    if (name === 'ConsumedReadCapacityUnits') rru += value;
  });
  return async (request, signal) => {
    if (request.path === askedPath) {
      const asked: Asked = { calls, rru };
      calls = {};
      rru = 0;
      return { status: 200, headers: {}, body: JSON.stringify(asked) };
    }
    const name = request.headers['x-amz-target'] ?? `${request.method} ${request.path}`;
    calls[name] = (calls[name] ?? 0) + 1;
    return answer(request, signal);
  };
}
