import { AsyncLocalStorage } from 'node:async_hooks';

/** Which operation the work at hand is for, wherever it has come to: doors meter what is read, and know no screen. */
export interface WhoAsks {
  /** Whatever the work begins belongs to the operation too, and what a watch does later. */
  readonly during: <T>(operation: string, work: () => T) => T;
  /** Null for what nobody asked for. */
  readonly operation: () => string | null;
}

export function whoAsks(): WhoAsks {
  const asked = new AsyncLocalStorage<string>();
  return {
    during: (operation, work) => asked.run(operation, work),
    operation: () => asked.getStore() ?? null,
  };
}
