/** Kinds of tokens that all expressions share. Any character that begins nothing known is a symbol of its own. */
export interface Token {
  readonly kind: 'name' | '#name' | ':value' | 'number' | 'symbol' | 'end';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.html; always ends with an `end`. */
export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  for (const match of expression.matchAll(anyToken)) {
    const text = match[0];
    tokens.push({ kind: kindOf(text), text, start: match.index, end: match.index + text.length });
  }
  tokens.push({ kind: 'end', text: '<EOF>', start: expression.length, end: expression.length });
  return tokens;
}

/** Attributes whose names begin with `_` or a digit are reached through a #name only. */
const anyToken = /[A-Za-z][A-Za-z0-9_]*|[#:][A-Za-z0-9_]+|[0-9]+|<>|<=|>=|[^ \t\r\n]/gu;

function kindOf(text: string): Token['kind'] {
  const first = text.charCodeAt(0);
  if ((first >= 0x61 && first <= 0x7a) || (first >= 0x41 && first <= 0x5a)) return 'name';
  if (first >= 0x30 && first <= 0x39) return 'number';
  if (text.length > 1 && first === 0x23) return '#name';
  if (text.length > 1 && first === 0x3a) return ':value';
  return 'symbol';
}
