import { byteLength } from '#shared/catalogue/keys/hole-value.ts';
import { shapeChanges, type ShapeChange } from '#shared/domain/dead-letters/body-shape.ts';
import { jsonDiff, readJson, type JsonChange } from '#shared/domain/dead-letters/exact-json.ts';
import { mostBytes } from '#shared/domain/dead-letters/queue-messages.ts';
import { messages } from '../messages.ts';

export interface EditedBody {
  /** The body to send, formatted as the original is. */
  readonly sent: string;
  readonly changes: readonly JsonChange[];
  /** Changes of shape that a reader of the original may not expect. They require a reason. */
  readonly otherShape: readonly ShapeChange[];
  /** The reason why there is nothing to plan; null if there is something. */
  readonly whyNot: string | null;
}

/** Compares an edited body with the original before anything is planned. */
export function compareBodies(original: string, edited: string): EditedBody {
  const sent = isCompact(original) ? compactJson(edited) : edited;
  const isSame = compactJson(original) === compactJson(edited);
  const differences = isSame ? [] : jsonDiff(original, edited);
  return {
    sent,
    changes: isSame || differences.length > 0 ? differences : [toTextChange(original, edited)],
    otherShape: isSame ? [] : shapeChanges(original, edited),
    whyNot: whyNotSend(sent, isSame),
  };
}

function whyNotSend(sent: string, isSame: boolean): string | null {
  if (isSame) return messages.edit.nothingChanged;
  if (sent.trim() === '') return messages.edit.empty;
  return byteLength(sent) > mostBytes ? messages.edit.tooLarge : null;
}

function isCompact(text: string): boolean {
  return readJson(text) !== undefined && compactJson(text) === text;
}

/**
 * The bodies parse to the same value although their texts differ, for example by digits beyond the precision
 * of a number or by a duplicate key.
 */
function toTextChange(original: string, edited: string): JsonChange {
  return { path: '', before: compactJson(original), after: compactJson(edited) };
}

/**
 * Formats JSON with one value a line. Only blanks are moved, because parsing and printing would lose long
 * digits and duplicate keys. Text that is not JSON is returned as it is.
 */
export function formatJson(text: string): string {
  if (readJson(text) === undefined) return text;
  let out = '';
  let depth = 0;
  let before = '';
  for (const token of splitTokens(text)) {
    const closes = token === '}' || token === ']';
    if (closes) depth -= 1;
    const isEmpty = closes && (before === '{' || before === '[');
    if (startsLine(before, closes) && !isEmpty) out += `\n${'  '.repeat(depth)}`;
    out += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth += 1;
    before = token;
  }
  return out;
}

/** Removes the blanks between values. Text that is not JSON is returned as it is. */
export function compactJson(text: string): string {
  return readJson(text) === undefined ? text : splitTokens(text).join('');
}

function startsLine(before: string, closes: boolean): boolean {
  return before === '{' || before === '[' || before === ',' || (closes && before !== '');
}

function splitTokens(text: string): readonly string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
}
