import type { Writing } from '#shared/contract/sign-in.ts';

/** The time for which one connection may be written to. It is in memory only: a console that starts is locked. */
export interface WriteSessions {
  /** Null where it is locked. */
  of(connectionId: string): Writing | null;
  /** In place of the time that may be open. */
  begin(connectionId: string, minutes: number, reason: string): Writing;
  end(): void;
  /** Whenever a time begins or ends. */
  onChange(listener: (connectionId: string) => void): () => void;
}

interface Parts {
  readonly now: () => number;
  /** Runs once; what it answers calls that off. */
  readonly after: (ms: number, work: () => void) => () => void;
}

interface Open {
  readonly connectionId: string;
  readonly writing: Writing;
  readonly begun: number;
  readonly ends: number;
  readonly callOff: () => void;
}

/** Decision 020. One at a time: only the connection that is open is written to. */
export function openWriteSessions({ now, after }: Parts): WriteSessions {
  const listeners = new Set<(connectionId: string) => void>();
  let open: Open | undefined;

  function close(): void {
    if (open === undefined) return;
    const { connectionId, callOff } = open;
    open = undefined;
    callOff();
    tell(connectionId);
  }

  function tell(connectionId: string): void {
    for (const listener of listeners) listener(connectionId);
  }

  return {
    of(connectionId) {
      if (open?.connectionId !== connectionId) return null;
      if (isDuring(open, now())) return open.writing;
      // The timer of a machine that slept comes late, and its clock may have been set back meanwhile.
      close();
      return null;
    },
    begin(connectionId, minutes, reason) {
      const begun = now();
      const ends = begun + minutes * 60_000;
      const writing = { until: new Date(ends).toISOString(), reason };
      open?.callOff();
      const before = open?.connectionId;
      const callOff = after(ends - begun, close);
      open = { connectionId, writing, begun, ends, callOff };
      if (before !== undefined && before !== connectionId) tell(before);
      tell(connectionId);
      return writing;
    },
    end: close,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A clock that shows an earlier time than when it began was set back: that makes nothing last longer. */
function isDuring({ begun, ends }: Open, time: number): boolean {
  return time >= begun && time < ends;
}
