import { listVaryingSpans, type Span } from './fingerprint.ts';

/** A stretch of a message, which differs between the documents of a failure group or does not. */
export interface MessagePart {
  readonly text: string;
  readonly differs: boolean;
}

/**
 * Splits a message into the parts that are the same in its failure group and those that differ between documents. With
 * the other messages of the group, only what really differs is marked. Without them, ids, figures, times, values, paths
 * and files are marked, since these are what a fingerprint leaves out.
 */
export function findMessageParts(message: string, others: readonly string[] = []): readonly MessagePart[] {
  const compared = [...new Set(others)].filter((one) => one !== message).slice(0, mostCompared);
  const spans = listVaryingSpans(message).map((span) => withoutEnd(message, span));
  const marked =
    others.length === 0
      ? withoutStack(message, spans)
      : compared.length === 0
        ? []
        : findDifferent(message, spans, compared);
  return splitAt(message, joinNear(message, marked));
}

/** The parts that differ, for people who do not see how they are marked. */
export function listDifferences(parts: readonly MessagePart[]): readonly string[] {
  return [...new Set(parts.flatMap(({ text, differs }) => (differs ? [text] : [])))];
}

/** So many different messages show as well as all of them which parts differ. */
const mostCompared = 50;

/** Messages of one group have their varying parts in the same order, so these are compared one by one. */
function findDifferent(message: string, spans: readonly Span[], others: readonly string[]): readonly Span[] {
  const different = new Set<Span>();
  for (const other of others) {
    const found = listVaryingSpans(other).map((span) => textAt(other, withoutEnd(other, span)));
    const isSameLength = found.length === spans.length;
    // A list in one message may be longer than in another. Then a part is the same if the other has it anywhere.
    const known = isSameLength ? null : new Set(found);
    for (const [at, span] of spans.entries()) {
      const text = textAt(message, span);
      if (known === null ? found[at] !== text : !known.has(text)) different.add(span);
    }
  }
  return spans.filter((span) => different.has(span));
}

/** The point after an id ends a sentence. */
function withoutEnd(message: string, { from, end }: Span): Span {
  let last = end;
  while (last > from && '.,;!?'.includes(message.charAt(last - 1))) last -= 1;
  return { from, end: last };
}

/** The lines of a stack trace hold paths and places, which are the same for every document. */
function withoutStack(message: string, spans: readonly Span[]): readonly Span[] {
  const begins = /\n\s{0,40}at /.exec(message)?.index ?? message.length;
  return spans.filter(({ end }) => end <= begins);
}

/** A date or a range is several varying parts with little between them, and reads as one. */
function joinNear(message: string, spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last !== undefined && isNear(message.slice(last.end, span.from))) {
      joined[joined.length - 1] = { from: last.from, end: span.end };
    } else if (span.end > span.from) {
      joined.push(span);
    }
  }
  return joined;
}

function isNear(between: string): boolean {
  return between.length <= longestBetween && near.test(between);
}

const longestBetween = 12;
const near =
  /^(?:,|[\s:./+–—-]{0,3})(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}\.?[\s-])?$/;

function splitAt(message: string, spans: readonly Span[]): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let at = 0;
  for (const span of spans) {
    if (span.from > at) parts.push({ text: message.slice(at, span.from), differs: false });
    parts.push({ text: textAt(message, span), differs: true });
    at = span.end;
  }
  if (at < message.length) parts.push({ text: message.slice(at), differs: false });
  return parts;
}

function textAt(message: string, { from, end }: Span): string {
  return message.slice(from, end);
}

/** Cuts parts after so many characters, at the end of a word if one ends near. */
export function cutParts(parts: readonly MessagePart[], most: number): readonly MessagePart[] {
  const cut: MessagePart[] = [];
  let left = most;
  for (const part of parts) {
    if (part.text.length <= left) {
      cut.push(part);
      left -= part.text.length;
      continue;
    }
    const text = part.text.slice(0, left);
    const space = text.lastIndexOf(' ');
    const kept = space > left - longestWord && space > 0 ? text.slice(0, space) : withoutHalf(text);
    if (kept !== '') cut.push({ ...part, text: kept });
    break;
  }
  return cut;
}

const longestWord = 40;

/** Half of a pair of surrogates is no character. */
function withoutHalf(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
