import type { CommandName, InputOf, OutputOf, QueryName, WatchName } from './contract.ts';
import type { Result } from './result.ts';

/**
 * All that a page can do: one method and one subscription. In Electron it is one IPC channel, in
 * the browser host HTTP and one event stream; nothing above it knows which.
 */
export interface Bridge {
  readonly host: 'electron' | 'browser';
  call<N extends QueryName | CommandName>(
    operation: N,
    input: InputOf<N>,
    idempotencyKey?: string,
  ): Promise<Result<OutputOf<N>>>;
  watch<N extends WatchName>(
    operation: N,
    input: InputOf<N>,
    listener: (result: Result<OutputOf<N>>) => void,
  ): Unsubscribe;
  /** Menu entries and sluice:// links lead somewhere; they never act. Absent in the browser host. */
  onNavigate?(listener: (path: string) => void): Unsubscribe;
}

export type Unsubscribe = () => void;

declare global {
  // Declared on globalThis so that `shared` needs no DOM to name it.
  var bridge: Bridge | undefined;
}
