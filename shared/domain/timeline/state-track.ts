export interface Retry {
  readonly at: number;
  /** What the try before it had failed with. */
  readonly after: string | null;
}

/** Times are milliseconds since 1970. */
export interface StateSpan {
  readonly state: string;
  readonly from: number;
  /** Null while it is in work, or where its end is not read yet. */
  readonly to: number | null;
  readonly retries: readonly Retry[];
  /** What its last try failed with; null where it went well. */
  readonly error: string | null;
  /** The execution ended while it was in work. */
  readonly isInterrupted: boolean;
}

/** The states that an execution, or one iteration of its Map, goes through one after the other. */
export class StateTrack {
  readonly #spans: OpenSpan[] = [];

  enter(state: string, at: number): void {
    this.exit(at);
    this.#begin(state, at, 0);
  }

  /** A task is tried; after a redrive without the state being entered again. */
  try(at: number): void {
    const span = this.#spans.at(-1);
    if (span === undefined) return;
    if (span.isInterrupted) this.#begin(span.state, at, 1);
    else if (span.to === null) {
      if (span.tries > 0) span.retries.push({ at, after: span.error });
      span.tries += 1;
      span.error = null;
    }
  }

  fail(error: string | null): void {
    const span = this.#spans.at(-1);
    if (span?.to === null) span.error = error ?? 'An error without a name';
  }

  succeed(): void {
    const span = this.#spans.at(-1);
    if (span?.to === null) span.error = null;
  }

  exit(at: number): void {
    const span = this.#spans.at(-1);
    if (span?.to === null) span.to = at;
  }

  interrupt(at: number): void {
    const span = this.#spans.at(-1);
    if (span === undefined) return;
    if (span.to === null) [span.to, span.isInterrupted] = [at, true];
  }

  has(state: string): boolean {
    return this.#spans.some((span) => span.state === state);
  }

  /** As it stands now: what is told later does not change it. */
  read(): readonly StateSpan[] {
    return this.#spans.map(({ tries: _tries, retries, ...span }) => ({ ...span, retries: [...retries] }));
  }

  #begin(state: string, from: number, tries: number): void {
    this.#spans.push({ state, from, to: null, retries: [], error: null, isInterrupted: false, tries });
  }
}

interface OpenSpan extends Omit<StateSpan, 'to' | 'error' | 'isInterrupted' | 'retries'> {
  to: number | null;
  error: string | null;
  isInterrupted: boolean;
  readonly retries: Retry[];
  tries: number;
}
