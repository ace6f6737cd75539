/** A page of the guide as data. Its text is never HTML, so a page of the console can draw it without trusting it. */
export interface GuideText {
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly id: string; readonly text: Inlines }
  | { readonly kind: 'paragraph'; readonly text: Inlines }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly Inlines[] }
  | {
      readonly kind: 'table';
      readonly head: readonly Inlines[];
      readonly rows: readonly (readonly Inlines[])[];
    }
  | { readonly kind: 'code'; readonly text: string }
  /** `dark` and `light` are paths as the Markdown writes them. */
  | { readonly kind: 'picture'; readonly dark: string; readonly light: string; readonly alt: string };

export type Inlines = readonly Inline[];

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong'; readonly text: Inlines }
  | { readonly kind: 'link'; readonly to: string; readonly text: Inlines };

/**
 * Reads the Markdown that the docs use: headings, paragraphs, lists, tables, fenced code, links, bold, code and pictures
 * in both themes. Anything else stays text, and a test looks for markup that was left over.
 */
export function readGuideText(markdown: string): GuideText {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  const usedIds = new Map<string, number>();
  for (let at = 0; at < lines.length;) {
    const { block, next } = readBlock(lines, at, usedIds);
    if (block !== undefined) blocks.push(block);
    at = next;
  }
  return { blocks };
}

/** Returns the text without its markup, for search and for headings. */
export function plainText(text: Inlines): string {
  return text.map((one) => (typeof one.text === 'string' ? one.text : plainText(one.text))).join('');
}

interface ReadBlock {
  readonly block: Block | undefined;
  readonly next: number;
}

function readBlock(lines: readonly string[], at: number, usedIds: Map<string, number>): ReadBlock {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { block: undefined, next: at + 1 };

  if (line.startsWith('```')) {
    const end = findEnd(lines, at + 1, (one) => one.startsWith('```'));
    return { block: { kind: 'code', text: lines.slice(at + 1, end).join('\n') }, next: end + 1 };
  }
  const [, marks, title] = /^(#{1,3}) (.+)$/.exec(line) ?? [];
  if (marks !== undefined && title !== undefined) {
    const text = readInlines(title);
    const id = nameHeading(plainText(text), usedIds);
    return { block: { kind: 'heading', level: toLevel(marks.length), id, text }, next: at + 1 };
  }
  const picture = readPicture(line);
  if (picture !== undefined) return { block: picture, next: at + 1 };
  if (line.startsWith('|')) {
    const end = findEnd(lines, at, (one) => !one.startsWith('|'));
    const [head = [], , ...rows] = lines.slice(at, end).map(readCells);
    return { block: { kind: 'table', head, rows }, next: end };
  }
  const marker = listMarker.exec(line)?.[1];
  if (marker !== undefined) return readList(lines, at, marker !== '-');

  const end = findEnd(lines, at + 1, (one) => one.trim() === '' || startsBlock(one));
  return { block: { kind: 'paragraph', text: readInlines(lines.slice(at, end).join(' ')) }, next: end };
}

function readList(lines: readonly string[], at: number, ordered: boolean): ReadBlock {
  const items: string[] = [];
  let next = at;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    const item = listMarker.exec(line);
    const last = items.at(-1);
    if (item !== null) items.push(line.slice(item[0].length));
    else if (/^ +\S/.test(line) && last !== undefined) items[items.length - 1] = `${last} ${line.trim()}`;
    else break;
  }
  return { block: { kind: 'list', ordered, items: items.map(readInlines) }, next };
}

const listMarker = /^(-|\d+\.) /;

function startsBlock(line: string): boolean {
  return /^(?:#{1,3} |```|\||<picture>|- |\d+\. )/.test(line);
}

function findEnd(lines: readonly string[], from: number, isEnd: (line: string) => boolean): number {
  const found = lines.findIndex((line, index) => index >= from && isEnd(line));
  return found === -1 ? lines.length : found;
}

function toLevel(marks: number): 1 | 2 | 3 {
  return marks === 1 ? 1 : marks === 2 ? 2 : 3;
}

function readPicture(line: string): Block | undefined {
  const { light, alt, dark } = pictureForm.exec(line)?.groups ?? {};
  return light === undefined || alt === undefined || dark === undefined
    ? undefined
    : { kind: 'picture', dark, light, alt };
}

/** The docs write a picture in one way, which GitHub shows in the reader's theme. */
const pictureForm =
  /^<picture><source media="\(prefers-color-scheme: light\)" srcset="(?<light>[^"]+)"><img alt="(?<alt>[^"]*)" src="(?<dark>[^"]+)"><\/picture>$/;

function readCells(row: string): readonly Inlines[] {
  // A bar inside of code or behind a backslash belongs to the cell.
  const cells = row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|(?=(?:[^`]*`[^`]*`)*[^`]*$)/);
  return cells.map((cell) => readInlines(cell.trim().replaceAll('\\|', '|')));
}

function readInlines(text: string): Inlines {
  const inlines: Inline[] = [];
  let rest = 0;
  for (const found of text.matchAll(inlineForm)) {
    if (found.index > rest) inlines.push({ kind: 'text', text: text.slice(rest, found.index) });
    rest = found.index + found[0].length;
    const { code, strong, label, to } = found.groups ?? {};
    if (code !== undefined) inlines.push({ kind: 'code', text: code });
    else if (strong !== undefined) inlines.push({ kind: 'strong', text: readInlines(strong) });
    else inlines.push({ kind: 'link', to: to ?? '', text: readInlines(label ?? '') });
  }
  if (rest < text.length) inlines.push({ kind: 'text', text: text.slice(rest) });
  return inlines;
}

const inlineForm =
  /`(?<code>[^`]+)`|\*\*(?<strong>.+?)\*\*|\[(?<label>(?:[^\]`]|`[^`]*`)+)\]\((?<to>[^)\s]+)\)/g;

/** Names a heading as GitHub does, so that links to sections work in both places. */
function nameHeading(text: string, used: Map<string, number>): string {
  const name = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
  const before = used.get(name) ?? 0;
  used.set(name, before + 1);
  return before === 0 ? name : `${name}-${String(before)}`;
}
