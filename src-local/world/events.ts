/** What AWS would tell EventBridge. */
export interface WorldEvent {
  readonly kind: 'execution ended';
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly status: 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  readonly error?: string;
  readonly cause?: string;
}

/** Where the engines say what has happened; whoever composes a world listens. */
export interface Events {
  emit(event: WorldEvent): void;
  /**
   * Told in the turn in which it happens: what a listener keeps at once is on record together with it, or not at all.
   * What fails in a listener is its own affair.
   */
  listen(listener: (event: WorldEvent) => void | Promise<void>): void;
}

export function eventsBus(): Events {
  const listeners: ((event: WorldEvent) => void | Promise<void>)[] = [];
  return {
    emit(event) {
      for (const listener of listeners) {
        // Runs at once, up to its first pause.
        void (async () => listener(event))().catch(warn);
      }
    },
    listen(listener) {
      listeners.push(listener);
    },
  };
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
