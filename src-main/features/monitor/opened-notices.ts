import type { Place } from '#shared/contract/monitor/alarms.ts';
import type { Notice } from '#shared/contract/monitor/poller.ts';

export interface Opened {
  readonly number: number;
  /** When it was clicked. */
  readonly at: string;
  readonly place: Place;
}

/** Where clicked notifications lead. One that no page has followed yet waits for the first that comes. */
interface OpenedNotices {
  open(notice: Notice): void;
  watch(emit: (opened: Opened | null) => void): () => void;
  clear(): void;
}

export function openedNotices(now: () => number): OpenedNotices {
  const pages = new Set<(opened: Opened | null) => void>();
  let waiting: { readonly opened: Opened; readonly until: number } | undefined;

  return {
    open({ number, place }) {
      const at = now();
      const opened = { number, at: new Date(at).toISOString(), place };
      waiting = pages.size > 0 ? undefined : { opened, until: at + patienceMs };
      for (const emit of pages) emit(opened);
    },
    watch(emit) {
      pages.add(emit);
      const first = waiting !== undefined && waiting.until > now() ? waiting.opened : null;
      waiting = undefined;
      emit(first);
      return () => void pages.delete(emit);
    },
    clear() {
      waiting = undefined;
    },
  };
}

/** A window takes a moment to open; who comes later has opened it for something else. */
const patienceMs = 60_000;
