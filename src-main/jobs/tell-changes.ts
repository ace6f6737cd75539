import type { Log } from '../log/open-log.ts';

type Listener = (connectionId: string, jobId: string) => void;

export interface ChangeTeller {
  readonly changed: Listener;
  listen(listener: Listener): () => void;
  /** What has not been told is told now. */
  close(): void;
}

/** Four times a second for each job; the last state always comes. */
const gapMs = 250;

export function openChangeTeller({
  sleep,
  log,
}: {
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: Log;
}): ChangeTeller {
  const listeners = new Set<Listener>();
  /** Told a moment ago; with what has changed since. */
  const resting = new Map<string, { connectionId: string; hasChanged: boolean }>();
  const closing = new AbortController();

  const tell: Listener = (connectionId, jobId) => {
    for (const listener of listeners) {
      try {
        listener(connectionId, jobId);
      } catch (error) {
        // A page that cannot be told is no reason for a job to end, or for the console.
        log.error({ err: error, jobId }, 'somebody could not be told of a job');
      }
    }
  };

  async function rest(connectionId: string, jobId: string): Promise<void> {
    const state = { connectionId, hasChanged: false };
    resting.set(jobId, state);
    do {
      state.hasChanged = false;
      tell(connectionId, jobId);
      try {
        await sleep(gapMs, closing.signal);
      } catch (error) {
        if (!closing.signal.aborted) throw error;
      }
    } while (state.hasChanged && !closing.signal.aborted);
    resting.delete(jobId);
  }

  return {
    changed(connectionId, jobId) {
      const state = resting.get(jobId);
      if (state) state.hasChanged = true;
      else if (closing.signal.aborted) tell(connectionId, jobId);
      else void rest(connectionId, jobId);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closing.abort();
      for (const [jobId, { connectionId, hasChanged }] of resting) if (hasChanged) tell(connectionId, jobId);
      listeners.clear();
    },
  };
}
