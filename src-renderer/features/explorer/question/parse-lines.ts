import type { Values } from './values.ts';

export const mostLines = 100;

/** One item a line, its values in the order of the fields, apart by a tab, a comma, a semicolon or spaces. */
export function parseLines(text: string, names: readonly string[]): readonly Values[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, mostLines)
    .map((line) => {
      const parts = names.length === 1 ? [line] : line.split(/\s*[\t,;]\s*|\s+/);
      return Object.fromEntries(names.map((name, place) => [name, parts[place] ?? '']));
    });
}
