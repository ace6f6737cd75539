import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { Handlers } from '../../contract/handlers.ts';

type Names = Extract<keyof Handlers, `documents.${string}`>;

interface Parts {
  readonly doors: () => ConnectionDoors;
}

export function documentsHandlers(_parts: Parts): Pick<Handlers, Names> {
  return {} as never;
}
