import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type {
  ConnectionDraft,
  ConnectionsChange,
  EntryProblem,
  FilePreview,
} from '#shared/contract/connections.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import { listPlaces, parseJson, repeatedName, type JsonPlace } from '../../home/parse-json.ts';
import { fillHidden, isShownAt, listMistakes, mayFormWrite, shownAddress } from './shown-entry.ts';

/** A missing file has this fingerprint, and no content has it. */
const noFile = 'no file';

/** Identifies the content that a person has seen. */
export function makeFingerprint(text: string | undefined): string {
  return text === undefined ? noFile : createHash('sha256').update(text).digest('hex');
}

interface ChangedFile {
  /** The whole new content; null if there are mistakes. */
  readonly text: string | null;
  readonly preview: Omit<FilePreview, 'file'>;
}

/**
 * Applies a change to the text of connections.json. Entries that the change does not name keep their text byte by byte,
 * whether they can be read or not.
 */
export function changeFile(before: string | undefined, change: ConnectionsChange): ChangedFile {
  const fingerprint = makeFingerprint(before);
  const refuse = (...problems: readonly EntryProblem[]): ChangedFile => ({
    text: null,
    preview: { lines: [], problems: [...problems], fingerprint },
  });
  const layout = readLayout(before === undefined || before.trim() === '' ? emptyFile : before);
  if ('problem' in layout) return refuse(layout);
  const changed = applyChange(layout.entries, change);
  if ('problem' in changed) return refuse(changed);
  const text = writeLayout(layout, changed.entries);
  const lines = compareLines(splitLines(maskText(before ?? '')), splitLines(before ?? ''), text);
  const { problems } = changed;
  return {
    text: problems.length > 0 ? null : text,
    preview: { lines, problems: [...problems], fingerprint },
  };
}

const emptyFile = '{\n  "connections": [\n  ]\n}\n';

/** Returns the entry as it stands in the file, whether it can be read or not; undefined if there is none of this id. */
export function entryInFile(text: string | undefined, connectionId: string): ConnectionDraft | undefined {
  const layout = readLayout(text ?? emptyFile);
  return 'problem' in layout ? undefined : findEntry(layout.entries, connectionId)?.value;
}

interface Entry {
  /** The text of the entry in the file; null for a new one. */
  readonly text: string | null;
  readonly value: ConnectionDraft;
  /** The place among the entries of the file. */
  readonly at: number | null;
}

interface Layout {
  readonly head: string;
  readonly tail: string;
  /** White space before the first entry and after the last one. */
  readonly first: string;
  readonly last: string;
  readonly entries: readonly Entry[];
  /** The text between two entries, with its comma. */
  readonly between: readonly string[];
  readonly newline: string;
}

function readLayout(text: string): Layout | EntryProblem {
  const json = parseJson(text);
  const byHand = 'Correct the file by hand, then try again; nothing was changed.';
  if ('problem' in json) return { path: json.path, problem: `${json.problem}. ${byHand}` };
  const twice = repeatedName(text);
  if (twice !== undefined) {
    return { path: twice.path, problem: `this name is there twice in one object. ${byHand}` };
  }
  const mark = text.startsWith('\uFEFF') ? 1 : 0;
  const places = listPlaces(text.slice(mark));
  const list = places.find(
    ({ path, kind }) => kind === 'list' && path.length === 1 && path[0] === 'connections',
  );
  if (list === undefined)
    return { path: 'connections', problem: `expected a list of connections. ${byHand}` };
  const values = (json.value as { readonly connections: readonly ConnectionDraft[] }).connections;
  const spans = places
    .filter(({ path, kind }) => kind !== 'name' && path.length === 2 && path[0] === 'connections')
    .toSorted((one, other) => one.from - other.from)
    .map(({ from, to }) => ({ from: from + mark, to: to + mark }));
  const [start, end] = [list.from + mark + 1, list.to + mark - 1];
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const first = spans[0] === undefined ? text.slice(start, end) : text.slice(start, spans[0].from);
  return {
    head: text.slice(0, start),
    tail: text.slice(end),
    first: spans.length === 0 ? `${newline}${readIndent(text, start)}  ` : first,
    last:
      spans.length === 0
        ? first.includes('\n')
          ? first
          : `${newline}${readIndent(text, start)}`
        : text.slice(spans.at(-1)?.to, end),
    entries: spans.map(({ from, to }, at) => ({ text: text.slice(from, to), value: values[at] ?? {}, at })),
    between: spans.slice(1).map(({ from }, at) => text.slice(spans[at]?.to, from)),
    newline,
  };
}

/** Returns the indentation of the line that an offset is in. */
function readIndent(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^\s*/.exec(line)?.[0] ?? '';
}

function writeLayout(
  { head, tail, first, last, between, newline, entries: before }: Layout,
  entries: readonly Entry[],
): string {
  if (entries.length === 0) return before.length === 0 ? `${head}${tail}` : `${head}${last}${tail}`;
  // A list in one line goes on in one line; each entry then starts at the indentation of that line.
  const indent = first.includes('\n')
    ? first.slice(first.lastIndexOf('\n') + 1)
    : readIndent(head, head.length);
  const body = entries.map((entry, at) => {
    const text = entry.text ?? formatEntry(entry.value, indent).replaceAll('\n', newline);
    const previous = entries[at - 1];
    if (previous === undefined) return text;
    const stayed = previous.at !== null && entry.at === previous.at + 1 ? between[previous.at] : undefined;
    return `${stayed ?? `,${first === '' ? ' ' : first}`}${text}`;
  });
  return `${head}${first}${body.join('')}${last}${tail}`;
}

/** Writes each setting on a line, and a group of settings on one line if it fits. */
export function formatEntry(entry: ConnectionDraft, indent: string): string {
  const lines = Object.entries(entry).map(([name, value]) => {
    const line = `${indent}  ${JSON.stringify(name)}: ${inOneLine(value)}`;
    if (line.length <= longestLine) return line;
    return `${indent}  ${JSON.stringify(name)}: ${JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}  `)}`;
  });
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

const longestLine = 100;

function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => inOneLine(one)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${inOneLine(one)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

interface Applied {
  readonly entries: readonly Entry[];
  readonly problems: readonly EntryProblem[];
}

function applyChange(entries: readonly Entry[], change: ConnectionsChange): Applied | EntryProblem {
  switch (change.kind) {
    case 'add':
      return addEntries(entries, [change.entry], change.like, () => '');
    case 'import':
      return addEntries(entries, change.entries, undefined, (index) => `entries[${index}].`);
    case 'replace':
      return replaceEntry(entries, change.connectionId, change.entry);
    case 'remove': {
      const gone = findEntry(entries, change.connectionId);
      if (gone === undefined) return notThere(change.connectionId);
      return { entries: entries.filter((entry) => entry !== gone), problems: [] };
    }
    default: {
      const moved = findEntry(entries, change.connectionId);
      if (moved === undefined) return notThere(change.connectionId);
      const rest = entries.filter((entry) => entry !== moved);
      return { entries: rest.toSpliced(Math.min(change.to, rest.length), 0, moved), problems: [] };
    }
  }
}

function notThere(connectionId: string): EntryProblem {
  return {
    path: 'id',
    problem: `there is no connection "${connectionId}" in the file any more. Nothing was changed.`,
  };
}

function findEntry(entries: readonly Entry[], connectionId: string): Entry | undefined {
  return entries.find(({ value }) => readId(value) === connectionId);
}

/** An entry that cannot be read may be anything. */
function readId(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
}

function addEntries(
  entries: readonly Entry[],
  added: readonly ConnectionDraft[],
  like: string | undefined,
  place: (index: number) => string,
): Applied {
  const original = like === undefined ? undefined : findEntry(entries, like)?.value;
  const taken = new Set<unknown>([sandboxConnectionId, ...entries.map(({ value }) => readId(value))]);
  const problems: EntryProblem[] = [];
  const made = added.map((draft, index): Entry => {
    const value = fillHidden(draft, original);
    const mistakes = [...listMistakes(value), ...mayFormWrite(value, original)];
    if (typeof value['id'] === 'string' && taken.has(value['id'])) mistakes.push(takenId(value['id']));
    taken.add(value['id']);
    problems.push(...mistakes.map(({ path, problem }) => ({ path: `${place(index)}${path}`, problem })));
    return { text: null, value, at: null };
  });
  return { entries: [...entries, ...made], problems };
}

function takenId(id: string): EntryProblem {
  return { path: 'id', problem: `"${id}" is taken; expected an id of its own` };
}

function replaceEntry(
  entries: readonly Entry[],
  connectionId: string,
  draft: ConnectionDraft,
): Applied | EntryProblem {
  const before = findEntry(entries, connectionId);
  if (before === undefined) return notThere(connectionId);
  const filled = fillHidden(draft, before.value);
  if (isDeepStrictEqual(filled, before.value)) return { entries, problems: [] };
  const value = inOrderOf(before.value, filled);
  const problems = [...listMistakes(value), ...mayFormWrite(value, before.value)];
  const isTaken =
    value['id'] === sandboxConnectionId ||
    entries.some((entry) => entry !== before && readId(entry.value) === value['id']);
  if (isTaken) problems.push(takenId(typeof value['id'] === 'string' ? value['id'] : ''));
  return {
    entries: entries.map((entry) => (entry === before ? { ...entry, text: null, value } : entry)),
    problems,
  };
}

/** Keeps the order of the settings that a person has written. */
function inOrderOf<T>(before: unknown, after: T): T {
  if (!isGroup(before) || !isGroup(after)) return after;
  const names = [...Object.keys(before).filter((name) => Object.hasOwn(after, name)), ...Object.keys(after)];
  return Object.fromEntries(
    [...new Set(names)].map((name) => [name, inOrderOf(before[name], after[name])]),
  ) as T;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Replaces by "…" each value that must not be shown, in a text of the same lines: arguments of commands, queries of
 * addresses, and what was pasted into places that have no meaning here.
 */
export function maskText(text: string): string {
  const json = parseJson(text);
  if ('problem' in json) return text.replaceAll(/[^\s]+/g, '…');
  const mark = text.startsWith('\uFEFF') ? 1 : 0;
  const entries = isGroup(json.value) ? json.value['connections'] : undefined;
  const mistakes = new Map<number, readonly string[]>();
  const pieces: string[] = [];
  let done = 0;
  const places = listPlaces(text.slice(mark)).toSorted((one, other) => one.from - other.from);
  for (const place of places) {
    const [from, to] = [place.from + mark, place.to + mark];
    const by = maskedValue(place, text.slice(from, to));
    if (by === null) continue;
    pieces.push(text.slice(done, from), JSON.stringify(by));
    done = to;
  }
  return [...pieces, text.slice(done)].join('');

  /** Returns what stands for the value; null where it is shown as it is. */
  function maskedValue({ path, kind }: JsonPlace, written: string): string | null {
    if (kind === 'name') return /^"[\w.-]{1,40}"$/.test(written) ? null : '…';
    if (kind !== 'scalar') return null;
    const [list, at, ...rest] = path;
    if (list !== 'connections' || typeof at !== 'number' || !Array.isArray(entries)) return '…';
    const wrong = mistakes.get(at) ?? listMistakes(entries[at]).map((mistake) => mistake.path);
    mistakes.set(at, wrong);
    if (!isShownAt(rest, wrong)) return '…';
    const value: unknown = JSON.parse(written);
    if (typeof value !== 'string') return null;
    const address = shownAddress(rest, value);
    return address === value ? null : address;
  }
}

type Line = FilePreview['lines'][number];

function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Compares what is really there, and shows each line with its secrets masked. */
function compareLines(maskedBefore: readonly string[], before: readonly string[], text: string): Line[] {
  const after = splitLines(text);
  const maskedAfter = splitLines(maskText(text));
  return diffLines(before, after).map(({ kind, at }) => ({
    kind,
    text: (kind === 'removed' ? maskedBefore[at] : maskedAfter[at]) ?? '',
  }));
}

interface DiffLine {
  readonly kind: Line['kind'];
  /** The line in the old text if it was removed, and otherwise in the new one. */
  readonly at: number;
}

/** Finds a longest common sequence of lines. Two long texts without much in common are shown as replaced. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end += 1;
  }
  const old = before.slice(start, before.length - end);
  const fresh = after.slice(start, after.length - end);
  return [
    ...listSame(0, start),
    ...diffMiddle(old, fresh).map(({ kind, at }) => ({ kind, at: at + start })),
    ...listSame(after.length - end, end),
  ];
}

function listSame(from: number, count: number): readonly DiffLine[] {
  return Array.from({ length: count }, (_, index) => ({ kind: 'same', at: from + index }));
}

function removedLine(at: number): DiffLine {
  return { kind: 'removed', at };
}

function addedLine(at: number): DiffLine {
  return { kind: 'added', at };
}

const mostCompared = 4_000_000;

function diffMiddle(old: readonly string[], fresh: readonly string[]): readonly DiffLine[] {
  if (old.length * fresh.length > mostCompared) {
    return [...old.map((_, at) => removedLine(at)), ...fresh.map((_, at) => addedLine(at))];
  }
  // The table holds the length of the common sequence of what is left of both texts.
  const width = fresh.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  const length = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      common[i * width + j] =
        old[i] === fresh[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      lines.push({ kind: 'same', at: j });
      i += 1;
      j += 1;
    } else if (i < old.length && (j === fresh.length || length(i + 1, j) >= length(i, j + 1))) {
      lines.push(removedLine(i));
      i += 1;
    } else {
      lines.push(addedLine(j));
      j += 1;
    }
  }
  return lines;
}
