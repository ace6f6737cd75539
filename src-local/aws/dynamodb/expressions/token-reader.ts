import { validationException, type AwsError } from '../../protocol/aws-error.ts';

/**
 * Some faults do not prevent an expression from being read. AWS reports a syntax error before any of them, and
 * the graver kind before the one that comes first.
 */
const faultsByGravity = [
  'operators',
  'parentheses',
  'updateReserved',
  'function',
  'misuse',
  'reserved',
  'index',
  'section',
  'operands',
] as const;
type Fault = (typeof faultsByGravity)[number];

const longestExpression = 4096;
const mostOperators = 300;
/** Each group that is not redundant holds an operator, a function's operands, or all. */
const deepestGroup = mostOperators + 5;

export class TokenReader {
  readonly parameter: ExpressionParameter;
  /** Which #names and :values the expression holds, in its order. */
  readonly names: string[] = [];
  readonly values: string[] = [];
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #keywords: ReadonlySet<string>;
  readonly #faults = new Map<Fault, AwsError>();
  #at = 0;
  #operators = 0;
  #depth = 0;

  constructor(parameter: ExpressionParameter, text: string, keywords: ReadonlySet<string>) {
    if (text === '') throw refusal(parameter, 'The expression can not be empty');
    const size = Buffer.byteLength(text);
    if (size > longestExpression) {
      throw refusal(parameter, 'Expression size has exceeded the maximum allowed size', {
        'expression size': size,
      });
    }
    this.parameter = parameter;
    this.#text = text;
    this.#tokens = tokenize(text);
    this.#keywords = keywords;
  }

  get current(): Token {
    return this.#token(this.#at);
  }

  get following(): Token {
    return this.#token(this.#at + 1);
  }

  take(): Token {
    const token = this.current;
    if (token.kind === '#name') this.names.push(token.text);
    if (token.kind === ':value') this.values.push(token.text);
    this.#at += 1;
    return token;
  }

  isAt(...symbols: string[]): boolean {
    return this.current.kind === 'symbol' && symbols.includes(this.current.text);
  }

  accept(symbol: string): boolean {
    if (!this.isAt(symbol)) return false;
    this.#at += 1;
    return true;
  }

  expect(symbol: string): void {
    if (!this.accept(symbol)) throw this.syntaxError();
  }

  /** Which keyword of this kind of expression stands here, in capitals. */
  get keyword(): string | undefined {
    if (this.current.kind !== 'name') return undefined;
    const word = this.current.text.toUpperCase();
    return this.#keywords.has(word) ? word : undefined;
  }

  acceptKeyword(word: string): boolean {
    if (this.keyword !== word) return false;
    this.#at += 1;
    return true;
  }

  /** Parentheses within parentheses. */
  group<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > deepestGroup) throw refusal(this.parameter, 'The expression has redundant parentheses');
    const inner = read();
    this.#depth -= 1;
    return inner;
  }

  countOperator(): void {
    this.#operators += 1;
    if (this.#operators > mostOperators) {
      this.note('operators', 'The expression contains too many operators', {
        'operator count': mostOperators + 1,
      });
    }
  }

  note(fault: Fault, problem: string, details: Readonly<Record<string, string | number>> = {}): void {
    if (!this.#faults.has(fault)) this.#faults.set(fault, refusal(this.parameter, problem, details));
  }

  /** The message quotes the previous token, the one that is not allowed here, and the next. */
  syntaxError(): AwsError {
    const offending = this.current;
    const before = this.#at > 0 ? this.#token(this.#at - 1) : offending;
    const near = this.#text.slice(before.start, this.following.end).trimEnd();
    return refusal(this.parameter, 'Syntax error', { token: `"${offending.text}"`, near: `"${near}"` });
  }

  /** Refuses tokens that are left over and faults that were noted. */
  finish(): void {
    if (this.current.kind !== 'end') throw this.syntaxError();
    for (const fault of faultsByGravity) {
      const found = this.#faults.get(fault);
      if (found) throw found;
    }
  }

  #token(at: number): Token {
    const token = this.#tokens[Math.min(at, this.#tokens.length - 1)];
    if (!token) throw new Error('An expression ends with a token of its own.');
    return token;
  }
}

/**
 * All expressions share these kinds of tokens. Any character that begins no known token is a symbol of its own.
 */
interface Token {
  readonly kind: 'name' | '#name' | ':value' | 'number' | 'symbol' | 'end';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.html; always ends with an `end`. */
function tokenize(expression: string): Token[] {
  const tokens: Token[] = [];
  for (const match of expression.matchAll(anyToken)) {
    const text = match[0];
    tokens.push({ kind: classifyToken(text), text, start: match.index, end: match.index + text.length });
  }
  tokens.push({ kind: 'end', text: '<EOF>', start: expression.length, end: expression.length });
  return tokens;
}

/** Attributes whose names begin with `_` or a digit are reached through a #name only. */
const anyToken = /[A-Za-z][A-Za-z0-9_]*|[#:][A-Za-z0-9_]+|[0-9]+|<>|<=|>=|[^ \t\r\n]/gu;

function classifyToken(text: string): Token['kind'] {
  const first = text.charCodeAt(0);
  if ((first >= 0x61 && first <= 0x7a) || (first >= 0x41 && first <= 0x5a)) return 'name';
  if (first >= 0x30 && first <= 0x39) return 'number';
  if (text.length > 1 && first === 0x23) return '#name';
  if (text.length > 1 && first === 0x3a) return ':value';
  return 'symbol';
}

export type ExpressionParameter =
  | 'ConditionExpression'
  | 'FilterExpression'
  | 'KeyConditionExpression'
  | 'ProjectionExpression'
  | 'UpdateExpression';

/** In AWS's form: `Invalid UpdateExpression: Syntax error; token: "=", near: "set ="`. */
export function refusal(
  parameter: ExpressionParameter,
  problem: string,
  details: Readonly<Record<string, string | number>> = {},
): AwsError {
  const told = Object.entries(details).map(([name, value]) => `${name}: ${value}`);
  return validationException(`Invalid ${parameter}: ${[`${problem};`, told.join(', ')].join(' ').trim()}`);
}
