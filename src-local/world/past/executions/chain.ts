import type { HistoryWriter } from './history-writer.ts';

/** One line of states being walked, of the execution or of an iteration: each event follows from the one before. */
export class Chain {
  readonly region: string;
  readonly #writer: HistoryWriter;
  /** Milliseconds since 1970. */
  now: number;
  last: number;

  constructor(region: string, writer: HistoryWriter, now: number, last: number) {
    this.region = region;
    this.#writer = writer;
    this.now = now;
    this.last = last;
  }

  follow(type: string, details?: Readonly<Record<string, unknown>>): number {
    this.last = this.#writer.write(this.now, type, this.last, details);
    return this.last;
  }
}
