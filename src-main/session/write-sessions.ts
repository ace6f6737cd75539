import type { Writing } from '#shared/contract/sign-in.ts';

/** Keeps the time for which one connection may be written to. It is in memory only, so a console starts locked. */
export interface WriteSessions {
  /** Returns null when the connection is locked. */
  of(connectionId: string): Writing | null;
  /** Replaces any unlock time that is still open. */
  begin(connectionId: string, minutes: number, reason: string): Writing;
  end(): void;
  /** It is called whenever an unlock time begins or ends. */
  onChange(listener: (connectionId: string) => void): () => void;
}

interface Parts {
  readonly now: () => number;
  /** Runs the work once; the returned function cancels it. */
  readonly after: (ms: number, work: () => void) => () => void;
}

interface Open {
  readonly connectionId: string;
  readonly writing: Writing;
  readonly begun: number;
  readonly ends: number;
  readonly callOff: () => void;
}

/** Only one unlock time exists (decision 020), because only the open connection is written to. */
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
      // The timer of a machine that slept fires late, and its clock may have been set back meanwhile.
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

/** A clock that shows a time before the start was set back, and that must not prolong the unlock time. */
function isDuring({ begun, ends }: Open, time: number): boolean {
  return time >= begun && time < ends;
}
