import { newestOf, type TimeLine } from './time-lines.ts';

/** What the drawing shows, line by line: "northwind-dlq: newest 3, highest 12, no data in 4 of 180 periods." */
export function inWords(lines: readonly TimeLine[], format: (value: number) => string): string {
  if (lines.length === 0) return 'No data.';
  return lines.map((line) => lineInWords(line, format)).join(' ');
}

function lineInWords(line: TimeLine, format: (value: number) => string): string {
  const known = line.values.filter((value) => value !== null);
  const newest = newestOf(line);
  if (newest === null) return `${line.title}: no data.`;
  const silent = line.values.length - known.length;
  const gaps =
    silent === 0
      ? ''
      : `, no data in ${String(silent)} of ${line.values.length === 1 ? '1 period' : `${String(line.values.length)} periods`}`;
  return `${line.title}: newest ${format(newest)}, highest ${format(Math.max(...known))}${gaps}.`;
}
