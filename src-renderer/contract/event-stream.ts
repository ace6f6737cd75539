import type { Unsubscribe } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Link } from './link-state.ts';

/** Declares only the part of EventSource that is used, so that tests can pass in their own. */
export interface Events {
  readonly readyState: number;
  addEventListener(type: 'hello' | 'message' | 'error', listener: (event: { data?: unknown }) => void): void;
  close(): void;
}
export type OpenEvents = (url: string) => Events;

/** Reports whether the page is visible. */
export interface Sight {
  readonly isHidden: () => boolean;
  readonly onChange: (listener: () => void) => void;
}

type Listener = (result: Result<unknown>) => void;

interface Parts {
  readonly open: OpenEvents;
  readonly ready: Promise<void>;
  readonly post: (path: string, body: unknown) => Promise<Result<unknown>>;
  readonly link: Link;
  readonly sight: Sight;
  readonly reopenAfterMs?: number;
}

interface Watch {
  readonly operation: string;
  readonly input: unknown;
  readonly listener: Listener;
}

const closed = 2;

/**
 * Carries all watches of a page over one event stream and subscribes them again after each reconnection. A
 * hidden page closes its stream, because a browser allows six connections to one host and a seventh tab would
 * wait forever. Once visible again, each watch starts with the current value.
 */
export class EventStream {
  readonly #parts: Parts;
  readonly #watches = new Map<string, Watch>();
  #began = false;
  #events: Events | undefined;
  #stream: string | undefined;
  readonly #asking = new Set<Promise<unknown>>();
  /** These ids are subscribed on the current stream, and the host has confirmed them. */
  readonly #subscribed = new Set<string>();
  #nextId = 1;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  watch(operation: string, input: unknown, listener: Listener): Unsubscribe {
    const id = `w${this.#nextId++}`;
    this.#watches.set(id, { operation, input, listener });
    if (!this.#began) {
      this.#began = true;
      const open = () => void this.#parts.ready.then(() => this.#open());
      this.#parts.sight.onChange(() => (this.#parts.sight.isHidden() ? void this.#rest() : open()));
      open();
    } else if (this.#stream !== undefined) {
      void this.#subscribe(this.#stream, id);
    }
    return () => this.#stop(id);
  }

  #open(): void {
    if (this.#events !== undefined || this.#parts.sight.isHidden()) return;
    const events = this.#parts.open('/events');
    this.#events = events;
    events.addEventListener('hello', ({ data }) => {
      const stream = textAt(parse(data), 'stream');
      if (stream === undefined) return;
      this.#stream = stream;
      this.#subscribed.clear();
      this.#parts.link.set(true);
      for (const id of this.#watches.keys()) void this.#subscribe(stream, id);
    });
    events.addEventListener('message', ({ data }) => {
      const message = parse(data);
      const id = textAt(message, 'id');
      if (id !== undefined) this.#watches.get(id)?.listener(message?.['result'] as Result<unknown>);
    });
    events.addEventListener('error', () => {
      this.#stream = undefined;
      this.#parts.link.set(false);
      // A browser reconnects after a lost connection, but gives up after a refused one.
      if (events.readyState !== closed) return;
      this.#giveBack();
      setTimeout(() => this.#open(), this.#parts.reopenAfterMs ?? 3_000);
    });
  }

  /** Waits for the requests under way before closing the stream, since a closed stream would refuse them. */
  async #rest(): Promise<void> {
    while (this.#asking.size > 0) await Promise.allSettled(this.#asking);
    if (this.#parts.sight.isHidden()) this.#giveBack();
  }

  #giveBack(): void {
    this.#events?.close();
    this.#events = undefined;
    this.#stream = undefined;
  }

  async #subscribe(stream: string, id: string): Promise<void> {
    const watch = this.#watches.get(id);
    if (watch === undefined) return;
    const { operation, input } = watch;
    const result = await this.#ask('/watch', { stream, id, operation, input });
    // This answer belongs to an old stream; the next stream subscribes again.
    if (this.#stream !== stream) return;
    if (!this.#watches.has(id)) return result.ok ? this.#unwatch(stream, id) : undefined;
    if (result.ok) this.#subscribed.add(id);
    // An unreachable host is reported once for the page by the link, not once for each watch.
    if (!result.ok && result.failure.code !== 'host-unreachable') watch.listener(result);
  }

  #stop(id: string): void {
    this.#watches.delete(id);
    // A watch that is not confirmed yet is stopped when its answer arrives, because requests may overtake each other.
    if (this.#subscribed.delete(id) && this.#stream !== undefined) void this.#unwatch(this.#stream, id);
  }

  async #unwatch(stream: string, id: string): Promise<void> {
    await this.#ask('/unwatch', { stream, id });
  }

  #ask(path: string, body: unknown): Promise<Result<unknown>> {
    const asked = this.#parts.post(path, body).finally(() => this.#asking.delete(asked));
    this.#asking.add(asked);
    return asked;
  }
}

function parse(data: unknown): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(String(data));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    // The text did not come from our host; the next event may be well-formed.
    return undefined;
  }
}

function textAt(record: Record<string, unknown> | undefined, key: string): string | undefined {
  const value = record?.[key];
  return typeof value === 'string' ? value : undefined;
}
