import { readImports } from './layers/read-imports.ts';
import { readdirSync } from 'node:fs';

interface Room {
  readonly name: string;
  readonly says: string;
  readonly column: number;
}

const rooms: readonly Room[] = [
  { name: 'src-renderer', says: 'the pages: DOM only', column: 0 },
  { name: 'src-main', says: 'the main process: credentials, gate, jobs', column: 1 },
  { name: 'src-local', says: 'an AWS in one process, and its world', column: 2 },
  { name: 'src-pipelines', says: 'what the console operates', column: 3 },
  { name: 'shared', says: 'pure rules, the contract, the catalogue', column: 1 },
];

const width = 280;
const gap = 60;
const rowHeight = 22;
const head = 62;

/** Draws the rooms, their folders and which room imports which, as they are in the code now. */
export function drawRooms(): string {
  const { imports } = readImports(rooms.map(({ name }) => name));
  const upper = rooms.filter(({ name }) => name !== 'shared');
  const tallest = Math.max(...upper.map(({ name }) => measureRoom(name)));
  const bottom = tallest + 110;
  const size = { width: upper.length * (width + gap) - gap + 40, height: bottom + measureShared() + 20 };
  const uses = (from: string, to: string): boolean =>
    imports.some((one) => one.from.startsWith(`${from}/`) && one.to?.startsWith(`${to}/`) === true);

  const parts = upper.map((room) => {
    const x = 20 + room.column * (width + gap);
    const arrow = uses(room.name, 'shared')
      ? drawArrow(x + width / 2, tallest + 28, x + width / 2, bottom - 8)
      : '';
    return drawBox(room, { x, y: 20, width, height: tallest }, listFolders(room.name)) + arrow;
  });
  for (const [from, to] of pairs(upper)) {
    if (!uses(from.name, to.name)) continue;
    const [left, right] = from.column < to.column ? [from, to] : [to, from];
    const y = 60 + 24 * (from.column < to.column ? 0 : 1);
    const ends = [
      20 + left.column * (width + gap) + width + 6,
      20 + right.column * (width + gap) - 8,
    ] as const;
    parts.push(from === left ? drawArrow(ends[0], y, ends[1], y) : drawArrow(ends[1], y, ends[0], y));
  }
  // The page and the main process share no code; they talk through the bridge, as the contract defines.
  parts.push(
    `<path d="M${26 + width} 130L${12 + width + gap} 130" stroke-dasharray="4 4"/>`,
    `<text class="says" x="${20 + width + gap / 2}" y="120" text-anchor="middle">bridge</text>`,
  );
  const shared = rooms.find(({ name }) => name === 'shared');
  if (shared) {
    const place = { x: 20, y: bottom, width: size.width - 40, height: measureShared() };
    parts.push(drawBox(shared, place, [listFolders('shared').join('   ')]));
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="The rooms of the code and what they import">
<style>
  text { font: 13px ui-sans-serif, system-ui, sans-serif; fill: #1c2330; }
  .name { font-weight: 600; font-size: 15px; }
  .says { fill: #5a6578; font-size: 12px; }
  .folder { font-family: ui-monospace, monospace; font-size: 12px; }
  rect { fill: #f7f8fa; stroke: #c9d0db; }
  path { stroke: #5a6578; fill: none; stroke-width: 1.5; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6eaf2; }
    .says { fill: #9aa6ba; }
    rect { fill: #151a23; stroke: #343d4d; }
    path { stroke: #9aa6ba; }
  }
</style>
${parts.join('\n')}
</svg>
`;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function drawBox(room: Room, { x, y, width: wide, height }: Box, folders: readonly string[]): string {
  const lines = folders.map(
    (folder, index) =>
      `<text class="folder" x="${x + 16}" y="${y + head + 16 + index * rowHeight}" xml:space="preserve">${folder}</text>`,
  );
  return `<rect x="${x}" y="${y}" width="${wide}" height="${height}" rx="8"/>
<text class="name" x="${x + 16}" y="${y + 28}">${room.name}</text>
<text class="says" x="${x + 16}" y="${y + 48}">${room.says}</text>
${lines.join('\n')}`;
}

function drawArrow(x1: number, y1: number, x2: number, y2: number): string {
  const [dx, dy] = [Math.sign(x2 - x1), Math.sign(y2 - y1)];
  const point = `M${x2 - 6 * dx - 4 * dy} ${y2 - 6 * dy - 4 * dx}L${x2} ${y2}L${x2 - 6 * dx + 4 * dy} ${y2 - 6 * dy + 4 * dx}`;
  return `<path d="M${x1} ${y1}L${x2} ${y2}${point}"/>`;
}

function listFolders(room: string): readonly string[] {
  return readdirSync(room, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}

function measureRoom(room: string): number {
  return head + listFolders(room).length * rowHeight + 20;
}

function measureShared(): number {
  return head + rowHeight + 20;
}

function pairs(upper: readonly Room[]): readonly (readonly [Room, Room])[] {
  return upper.flatMap((from) => upper.filter((to) => to !== from).map((to) => [from, to] as const));
}
