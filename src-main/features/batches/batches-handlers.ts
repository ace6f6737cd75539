import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { Handlers } from '../../contract/handlers.ts';

type Names = Extract<keyof Handlers, `batches.${string}`>;

interface Parts {
  readonly doors: () => ConnectionDoors;
}

export function batchesHandlers(_parts: Parts): Pick<Handlers, Names> {
  return {} as never;
}
