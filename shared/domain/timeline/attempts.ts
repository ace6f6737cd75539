export type AttemptState = 'running' | 'succeeded' | 'failed' | 'timed-out' | 'aborted';

/** From a start or a redrive to the end that followed. Between two of them nothing ran. */
export interface Attempt {
  readonly from: number;
  readonly to: number | null;
  readonly state: AttemptState;
  readonly error: string | null;
  readonly isRedrive: boolean;
}

export class Attempts {
  readonly #attempts: { -readonly [Name in keyof Attempt]: Attempt[Name] }[] = [];

  begin(from: number, isRedrive: boolean): void {
    this.#attempts.push({ from, to: null, state: 'running', error: null, isRedrive });
  }

  end(to: number, type: string, error: string | null): void {
    const attempt = this.#attempts.at(-1);
    if (attempt === undefined) return;
    Object.assign(attempt, { to, state: states.get(type) ?? 'failed', error });
  }

  read(): readonly Attempt[] {
    return this.#attempts.map((attempt) => ({ ...attempt }));
  }
}

const states: ReadonlyMap<string, AttemptState> = new Map([
  ['ExecutionSucceeded', 'succeeded'],
  ['ExecutionFailed', 'failed'],
  ['ExecutionTimedOut', 'timed-out'],
  ['ExecutionAborted', 'aborted'],
]);
