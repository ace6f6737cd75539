import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * These marks show the odd English that code and docs once had. Each room and mark may only become rarer than recorded
 * in english-marks.json; `--record` writes the present counts, and `--list ROOM` shows every place. When all are zero
 * the record goes, and the check is strict.
 */
const marks: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: 'a function called …Of', pattern: /\bfunction\*? \w+Of\(/g },
  { name: 'a function called …Words', pattern: /\bfunction\*? \w+Words\(/g },
  {
    name: 'a name that begins with told, kept or laid',
    pattern: /\b(?:function|class|interface|type) (?:told|kept|laid)[A-Z]\w*/gi,
  },
  { name: 'somebody, nobody or anew', pattern: /\b(?:somebody|nobody|anew)\b/gi },
  {
    name: 'a comment without a subject',
    pattern: /(?:\/\*\*|\/\/|^\s+\*) (?:What|Of|Those|That|Who|Whoever) /g,
  },
];

const rooms = ['shared', 'src-main', 'src-renderer', 'src-local', 'scripts', 'test', 'docs'] as const;
const record = 'scripts/english-marks.json';
/** This file is left out, because it has to name the marks. */
const itself = 'scripts/check-english.ts';

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

const [flag, listed] = process.argv.slice(2);
const found = rooms.map((room) => ({ room, places: listPlaces(room) }));
const counts: Counts = Object.fromEntries(found.map(({ room, places }) => [room, countByMark(places)]));

if (flag === '--record') writeFileSync(record, `${JSON.stringify(counts, null, 2)}\n`);
else if (flag === '--list') {
  for (const { mark, at } of found.find(({ room }) => room === listed)?.places ?? []) {
    process.stdout.write(`${at} (${mark})\n`);
  }
} else process.exitCode = compareWithRecord();

interface Place {
  readonly mark: string;
  readonly at: string;
}

function listPlaces(room: string): readonly Place[] {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '--', room], {
    encoding: 'utf8',
  });
  const files = stdout.split('\n').filter((file) => /\.(?:tsx?|md)$/.test(file) && file !== itself);
  return files.flatMap((file) => {
    const lines = readIfThere(file).split('\n');
    return lines.flatMap((line, index) =>
      marks.flatMap(({ name, pattern }) =>
        (line.match(pattern) ?? []).map(() => ({ mark: name, at: `${file}:${index + 1} ${line.trim()}` })),
      ),
    );
  });
}

/** Returns nothing for a deleted file, which is listed until its deletion is committed. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function countByMark(places: readonly Place[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    marks.map(({ name }) => [name, places.filter(({ mark }) => mark === name).length]),
  );
}

function compareWithRecord(): number {
  const recorded = JSON.parse(readFileSync(record, 'utf8')) as Counts;
  let worse = 0;
  for (const room of rooms) {
    for (const { name } of marks) {
      const now = counts[room]?.[name] ?? 0;
      const before = recorded[room]?.[name] ?? 0;
      if (now <= before) continue;
      worse += 1;
      process.stdout.write(`${room}: ${name} stands in ${now} places, ${before} were recorded. `);
      process.stdout.write(`See npx tsx ${itself} --list ${room}, and write it as language asks.\n`);
    }
  }
  return worse > 0 ? 1 : 0;
}
