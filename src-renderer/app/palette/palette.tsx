import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useOfferedCommands, type PageCommand } from '#renderer/contract/page-commands.ts';
import { useTenants } from '#renderer/contract/tenants.ts';
import {
  CommandDialog,
  CommandList,
  type CommandRow,
  type CommandSection,
} from '#renderer/ui/command-list.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import type { Queues } from '#shared/contract/dead-letters.ts';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import type { Tenant } from '#shared/contract/pipeline-items.ts';
import { findIdsInText } from '#shared/domain/pasted-text.ts';
import { readPastedId, type IdKind } from '#shared/domain/recognise-id.ts';
import type { Command } from '../commands/command.ts';
import { findCommands, isFindCommand, lookupId } from '../commands/find-command.ts';
import styles from '../find/find.module.css';
import { shortened, whyNoId } from '../find/messages.ts';
import { useFindable, type FurtherRead } from '../find/use-find.ts';
import { saveTexts, readTexts } from '../window-memory.ts';
import { rank, type MatchedRange } from './rank.ts';
import { messages } from '../messages.ts';

interface PaletteProps {
  readonly open: boolean;
  readonly initialQuery: string;
  readonly commands: readonly Command[];
  readonly onClose: () => void;
  readonly onRun: (command: Command) => void;
  readonly finalFocus: () => boolean;
}

export function Palette({ open, initialQuery, commands, onClose, onRun, finalFocus }: PaletteProps) {
  const input = useRef<HTMLInputElement>(null);
  // The old body stays mounted while the palette fades out, so opening it again at once must create a new one.
  const [opening, setOpening] = useState({ open, count: 0 });
  if (opening.open !== open) setOpening({ open, count: opening.count + 1 });

  return (
    <CommandDialog
      open={open}
      onClose={onClose}
      title={messages.commands.palette}
      initialFocus={input}
      finalFocus={finalFocus}
    >
      <FindList
        key={open ? opening.count : opening.count - 1}
        inputRef={input}
        initialQuery={initialQuery}
        commands={commands}
        onRun={onRun}
        foot={keysOfPalette}
      />
    </CommandDialog>
  );
}

interface FindListProps extends Pick<PaletteProps, 'initialQuery' | 'commands' | 'onRun'> {
  readonly inputRef: React.RefObject<HTMLInputElement | null>;
  /** The text that was looked up and not found, on the page that says so. */
  readonly asked?: Asked | undefined;
  readonly foot?: React.ReactNode;
}

/** The one list of everything that can be found or run. It mounts with each opening, so that no query is left over. */
export function FindList({ inputRef, initialQuery, commands, onRun, asked, foot }: FindListProps) {
  const [query, setQuery] = useState(initialQuery);
  const [recent] = useState(recentCommands);
  // The catalogue is read when the list opens for the first time, and cached after that.
  const catalogue = useQuery(operationOptions('catalogue.read', {}));
  const systems = catalogue.data?.value.systems ?? noSystems;
  const offered = useOfferedCommands();
  const { tenants } = useTenants({ wanted: false });
  const { known, forQuery, further } = useFindable();
  const queues =
    useQuery({ ...operationOptions('dead-letters.queues', {}), enabled: false }).data?.value.queues ??
    noQueues;
  const all = [
    ...hereCommands(offered),
    ...known,
    ...commands,
    ...tenantCommands(tenants),
    ...queueCommands(queues),
    ...questionCommands(systems),
  ];

  return (
    <CommandList
      label={messages.commands.palette}
      placeholder={`${messages.commands.palette}…`}
      inputRef={inputRef}
      query={query}
      onQuery={setQuery}
      sections={withFurther(paletteSections(all, recent, query, forQuery(query), asked), further, query)}
      onRun={(row) => {
        const id = row.id.replace(/^recent /, '');
        const read = further.find((one) => one.command.id === id);
        if (read !== undefined) return read.run();
        const command = [...all, ...forQuery(query), ...findCommands(query)].find((one) => one.id === id);
        if (command !== undefined) onRun(command);
      }}
      empty={
        asked?.text === query.trim() ? (
          <p className={styles.nothingElse}>{messages.find.nothingElse}</p>
        ) : (
          <EmptyState
            title={
              <>
                No match for “<bdi>{shortened(query.trim())}</bdi>”
              </>
            }
          >
            {whyNoId(query)}
          </EmptyState>
        )
      }
      foot={foot}
    />
  );
}

/** A text that was looked up, and the kind that it was looked up as if that was chosen. */
export interface Asked {
  readonly text: string;
  readonly as: IdKind | undefined;
}

const keysOfPalette = (
  <>
    <span>
      <Kbd keys="ArrowUp" decorative />
      <Kbd keys="ArrowDown" decorative /> move
    </span>
    <span>
      <Kbd keys="Enter" decorative /> run
    </span>
    <span>
      <Kbd keys="Escape" decorative /> close
    </span>
  </>
);

const noQueues: Queues['queues'] = [];
const noSystems: readonly OpenSystem[] = [];

/** Returns the sections for a query. Without a query it lists all commands except the questions, recent ones first. */
export function paletteSections(
  commands: readonly Command[],
  recent: readonly string[],
  query: string,
  named: readonly Command[] = [],
  asked?: Asked,
): readonly CommandSection[] {
  const listed = commands.filter((command) => command.id !== 'palette');
  if (query.trim() === '') {
    // Questions are too many to browse, so they appear only when they match a query.
    const plain = listed.filter(({ section, id }) => !onlyOnQuery.has(section) && !id.startsWith('place/'));
    return [...recentSection(listed, recent), ...bySection(plain.map(unranked))];
  }
  // Sections are ordered by their best row, so that the best match of all comes first.
  const matching = bySection(mostOfEach(rank(withoutRepeats(listed), query)));
  const { shape, asks } = readPastedId(query);
  // An id that looks like a document's is one of the batch at hand first, any other is looked up as what it looks like.
  const isDocument = asks[0]?.kind === 'document';
  const here = named.filter((command) => isDocument || !isFindCommand(command.id));
  const after = named.filter((command) => !here.includes(command));
  const lookups = findCommands(query);
  if (asked?.text === query.trim()) {
    // A name that matches is more likely now than the kinds that are left.
    const left = lookups.filter(({ id }) => id !== lookupId(asked.as));
    return [...matching, ...bySection([...named, ...left].map(unranked))];
  }
  const ids = bySection([...here, ...lookups, ...after].map(unranked));
  const isId = shape !== 'unknown' || findIdsInText(query).length > 0;
  if (matching.length === 0 || isId || named.some(isShortName)) return [...ids, ...matching];
  // A single word that finds a command may also be an id; text with spaces cannot be one.
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
    rows.push(toCommandRow(entry));
    sections.set(entry.item.section, rows);
  }
  return [...sections].map(([title, rows]) => ({ title, rows }));
}

function recentSection(commands: readonly Command[], recent: readonly string[]): readonly CommandSection[] {
  const rows = recent.flatMap((id) => {
    const command = commands.find((candidate) => candidate.id === id);
    return command === undefined ? [] : [{ ...toCommandRow(unranked(command)), id: `recent ${id}` }];
  });
  return rows.length === 0 ? [] : [{ title: 'Recent', rows }];
}

/** Rows that say how to read further come last, and only for a query that may be a name. */
function withFurther(
  sections: readonly CommandSection[],
  further: readonly FurtherRead[],
  query: string,
): readonly CommandSection[] {
  const { shape, problem } = readPastedId(query);
  const mayBeName = shape === 'unknown' && problem === null && findIdsInText(query).length === 0;
  if (further.length === 0 || !mayBeName || query.trim().length < shortestQuery) return sections;
  return [...sections, ...bySection(further.map(({ command }) => unranked(command)))];
}

const shortestQuery = 2;
const onlyOnQuery: ReadonlySet<string> = new Set(['Questions', 'This batch', 'Names']);

/** A failure's short name leads to its group or cause; nothing else that is typed looks like it. */
function isShortName({ id }: Command): boolean {
  return id.includes('"kind":"cause"');
}

/** More rows of a section would push the others out of sight. */
const mostOfSection = 12;

function mostOfEach(listed: readonly Listed[]): readonly Listed[] {
  const counts = new Map<string, number>();
  return listed.filter(({ item: { section } }) => {
    const count = (counts.get(section) ?? 0) + 1;
    counts.set(section, count);
    return section === 'Questions' || count <= mostOfSection;
  });
}

/** The same thing may be known as opened lately, loaded and by its name; the first row for it stays. */
function withoutRepeats(commands: readonly Command[]): readonly Command[] {
  const seen = new Set<string>();
  return commands.filter(({ id }) => {
    const place = id
      .replace(/^(?:opened|place)\//, '')
      .replace(/^tenant\/(.*)$/, (_, tenantId: string) => JSON.stringify({ kind: 'tenant', tenantId }));
    if (seen.has(place)) return false;
    seen.add(place);
    return true;
  });
}

function firstRow(sections: readonly CommandSection[]): readonly CommandSection[] {
  return sections.map(({ title, rows }) => ({ title, rows: rows.slice(0, 1) }));
}

function toCommandRow({ item, ranges }: Listed): CommandRow {
  const { id, title, icon, hint, shortcut, whyNot } = item;
  return { id, title, icon, ranges, hint: whyNot ?? hint, shortcut, disabled: whyNot !== undefined };
}

function unranked(item: Command): Listed {
  return { item, ranges: [] };
}

/** Returns a command for every question of every system, including systems from a file. */
export function questionCommands(systems: readonly OpenSystem[]): readonly Command[] {
  return systems.flatMap(({ declaration }) =>
    Object.entries(declaration.patterns).map(([pattern, { asks, title, number }]) => ({
      id: `question/${declaration.id}/${pattern}`,
      title: `Explorer: ${asks}`,
      section: 'Questions' as const,
      keywords: [number, declaration.id, declaration.name, ...title.split(' ')],
      fillers: ['go', 'to', 'ask'],
      icon: 'explorer' as const,
      hint: `${declaration.name} ${number}`,
      opensPage: true as const,
      isAvailable: () => true,
      run: (context) => context.goToQuestion(declaration.id, pattern),
    })),
  );
}

/** Returns the commands that the current page offers. */
export function hereCommands(offered: readonly PageCommand[]): readonly Command[] {
  return offered.map(({ id, title, keywords, icon, shortcut, run }) => ({
    id: `here/${id}`,
    title,
    section: 'Here',
    keywords,
    icon,
    ...(shortcut === undefined ? {} : { shortcut }),
    isAvailable: () => true,
    run,
  }));
}

/** Returns commands for tenants that were read before; opening the palette reads none. */
export function tenantCommands(tenants: readonly Tenant[]): readonly Command[] {
  return tenants.map(({ tenantId, name }) => ({
    id: `tenant/${tenantId}`,
    title: `Go to tenant ${name ?? tenantId}`,
    section: 'Tenants',
    names: name === null ? [tenantId] : [name, tenantId],
    keywords: [tenantId, 'batches', 'triage', 'switch'],
    fillers: ['go', 'to', 'open', 'tenant'],
    icon: 'tenant',
    hint: tenantId,
    opensPage: true,
    isAvailable: () => true,
    run: (context) => context.goToTenant(tenantId),
  }));
}

/** Returns commands for queues that were read before; opening the palette does not call SQS. */
export function queueCommands(queues: Queues['queues']): readonly Command[] {
  return queues.map(({ name }) => ({
    id: `queue/${name}`,
    title: `Go to queue ${name}`,
    section: 'Queues',
    keywords: ['dead letters', 'dlq', 'messages', 'redrive', 'sqs'],
    fillers: ['go', 'to', 'open', 'queue'],
    icon: 'deadLetters',
    opensPage: true,
    isAvailable: () => true,
    run: (context) => context.goToQueue(name),
  }));
}

/** Returns the ids of the last commands run in this window, newest first. */
function recentCommands(): readonly string[] {
  return readTexts(memoryKey);
}

/** Skips the palette command, which is useless inside the palette, and lookups, whose id differs each time. */
export function rememberCommand(id: string): void {
  if (id !== 'palette' && !isFindCommand(id) && !/^(?:opened|place|further)\//.test(id))
    saveTexts(memoryKey, withNewest(recentCommands(), id));
}

export function withNewest(recent: readonly string[], id: string): readonly string[] {
  return [id, ...recent.filter((other) => other !== id)].slice(0, 5);
}

const memoryKey = 'recent-commands';
