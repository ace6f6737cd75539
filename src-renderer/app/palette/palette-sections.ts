import type { CommandSection } from '#renderer/ui/command-list/command-list.tsx';
import type { CommandRow } from '#renderer/ui/command-list/command-option.tsx';
import type { Command } from '../commands/command.ts';
import { readPastedId } from '#shared/domain/recognise-id.ts';
import { findCommands } from '../commands/find-command.ts';
import { rank } from './rank.ts';
import type { MatchedRange } from './rank.ts';

/** What the palette lists for a query; without one, all but the questions, the recent first. */
export function paletteSections(
  commands: readonly Command[],
  recent: readonly string[],
  query: string,
): readonly CommandSection[] {
  const listed = commands.filter((command) => command.id !== 'palette');
  if (query.trim() === '') {
    // Questions are many: they are found, and not looked through.
    const plain = listed.filter(({ section }) => section !== 'Questions');
    return [...recentSection(listed, recent), ...bySection(plain.map(unranked))];
  }
  // Sections stand in the order of their best row, so that the best row of all is the first.
  const matching = bySection(rank(listed, query));
  const ids = idSection(query);
  if (matching.length === 0 || readPastedId(query).shape !== 'unknown') return [...ids, ...matching];
  // A word that finds a command may be an id, too; a sentence is none.
  return /\s/.test(query.trim()) ? matching : [...matching, ...firstRow(ids)];
}

interface Listed {
  readonly item: Command;
  readonly ranges: readonly MatchedRange[];
}

function bySection(listed: readonly Listed[]): readonly CommandSection[] {
  const sections = new Map<string, CommandRow[]>();
  for (const entry of listed) {
    const rows = sections.get(entry.item.section) ?? [];
    rows.push(rowOf(entry));
    sections.set(entry.item.section, rows);
  }
  return [...sections].map(([title, rows]) => ({ title, rows }));
}

function recentSection(commands: readonly Command[], recent: readonly string[]): readonly CommandSection[] {
  const rows = recent.flatMap((id) => {
    const command = commands.find((candidate) => candidate.id === id);
    return command === undefined ? [] : [{ ...rowOf(unranked(command)), id: `recent ${id}` }];
  });
  return rows.length === 0 ? [] : [{ title: 'Recent', rows }];
}

function idSection(query: string): readonly CommandSection[] {
  return bySection(findCommands(query).map(unranked));
}

function firstRow(sections: readonly CommandSection[]): readonly CommandSection[] {
  return sections.map(({ title, rows }) => ({ title, rows: rows.slice(0, 1) }));
}

function rowOf({ item, ranges }: Listed): CommandRow {
  const { id, title, icon, hint, shortcut } = item;
  return { id, title, icon, ranges, hint, shortcut };
}

function unranked(item: Command): Listed {
  return { item, ranges: [] };
}
