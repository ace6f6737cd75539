import { runtimeError, StateError } from './errors.ts';

/** A place in a text that a parser moves along. */
export class TextCursor {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get ended(): boolean {
    return this.at >= this.text.length;
  }

  /** The next character; empty at the end. */
  peek(ahead = 0): string {
    return this.text.charAt(this.at + ahead);
  }

  next(): string {
    const character = this.peek();
    this.at += 1;
    return character;
  }

  take(expected: string): boolean {
    if (!this.text.startsWith(expected, this.at)) return false;
    this.at += expected.length;
    return true;
  }

  expect(expected: string): void {
    if (!this.take(expected)) throw this.refuse(`'${expected}' expected`);
  }

  skipSpaces(): void {
    while (this.peek() === ' ') this.at += 1;
  }

  /** Returns the text that the sticky pattern matches here, or undefined. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  refuse(reason: string): StateError {
    return new StateError(runtimeError, `Invalid path '${this.text}' : ${reason} at position ${this.at}`);
  }
}
