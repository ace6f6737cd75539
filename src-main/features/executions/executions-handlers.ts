import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { Handlers } from '../../contract/handlers.ts';

type Names = Extract<keyof Handlers, `executions.${string}`>;

interface Parts {
  readonly doors: () => ConnectionDoors;
  readonly now: () => number;
}

export function executionsHandlers(_parts: Parts): Pick<Handlers, Names> {
  return {} as never;
}
