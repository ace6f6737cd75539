import { byteLength } from '#shared/catalogue/keys/hole-value.ts';
import { shapeChanges, type ShapeChange } from '#shared/domain/dead-letters/body-shape.ts';
import { jsonDiff, readJson, type JsonChange } from '#shared/domain/dead-letters/exact-json.ts';
import { mostBytes } from '#shared/domain/dead-letters/queue-messages.ts';

export interface EditedBody {
  /** As it would be sent: laid out as the original is. */
  readonly sent: string;
  readonly changes: readonly JsonChange[];
  /** What the original's reader may not expect: it goes only with a reason. */
  readonly otherShape: readonly ShapeChange[];
  /** Why there is nothing to plan; null where there is. */
  readonly whyNot: string | null;
}

/** What an edit comes to, before anything is planned. */
export function editedBody(original: string, edited: string): EditedBody {
  const sent = isCompact(original) ? compactJson(edited) : edited;
  const isSame = compactJson(original) === compactJson(edited);
  const differences = isSame ? [] : jsonDiff(original, edited);
  return {
    sent,
    changes: isSame || differences.length > 0 ? differences : [writtenOtherwise(original, edited)],
    otherShape: isSame ? [] : shapeChanges(original, edited),
    whyNot: whyNotSend(sent, isSame),
  };
}

function whyNotSend(sent: string, isSame: boolean): string | null {
  if (isSame) return 'Nothing is changed yet. To send it as it is, redrive it.';
  if (sent.trim() === '') return 'SQS takes no empty body.';
  return byteLength(sent) > mostBytes ? 'SQS takes 1 MiB at most, attributes included.' : null;
}

function isCompact(text: string): boolean {
  return readJson(text) !== undefined && compactJson(text) === text;
}

/** More digits than a number is read with, or a key twice: read, both say the same. */
function writtenOtherwise(original: string, edited: string): JsonChange {
  return { path: '', before: compactJson(original), after: compactJson(edited) };
}

/**
 * JSON with a value a line. Only blanks are moved: what is no JSON stays as it is, and so does what reading and writing
 * it anew would change, such as long digits and doubled keys.
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

/** Without any blank between its values; what is no JSON stays as it is. */
export function compactJson(text: string): string {
  return readJson(text) === undefined ? text : splitTokens(text).join('');
}

function startsLine(before: string, closes: boolean): boolean {
  return before === '{' || before === '[' || before === ',' || (closes && before !== '');
}

function splitTokens(text: string): readonly string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
}
