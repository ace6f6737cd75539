import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Queues } from '#shared/contract/dead-letters.ts';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import { useOfferedCommands } from '#renderer/contract/page-commands.ts';
import { useTenants } from '#renderer/contract/use-tenants.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { CommandDialog } from '#renderer/ui/command-list/command-dialog.tsx';
import { CommandList } from '#renderer/ui/command-list/command-list.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import type { Command } from '../commands/command.ts';
import { findCommands } from '../commands/find-command.ts';
import { hereCommands, queueCommands, tenantCommands } from '../commands/here-commands.ts';
import { questionCommands } from '../commands/question-commands.ts';
import { shortened, whyNoId } from '../find/messages.ts';
import { paletteSections } from './palette-sections.ts';
import { recentCommands } from './recent-commands.ts';

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
  // While it fades out the old body is still there; who opens it again at once must get a new one.
  const [opening, setOpening] = useState({ open, count: 0 });
  if (opening.open !== open) setOpening({ open, count: opening.count + 1 });

  return (
    <CommandDialog
      open={open}
      onClose={onClose}
      title="Jump to or do anything"
      initialFocus={input}
      finalFocus={finalFocus}
    >
      <PaletteBody
        key={open ? opening.count : opening.count - 1}
        inputRef={input}
        initialQuery={initialQuery}
        commands={commands}
        onRun={onRun}
      />
    </CommandDialog>
  );
}

interface PaletteBodyProps extends Pick<PaletteProps, 'initialQuery' | 'commands' | 'onRun'> {
  readonly inputRef: React.RefObject<HTMLInputElement | null>;
}

/** Mounted anew each time the palette opens, so that no query is left over from the last time. */
function PaletteBody({ inputRef, initialQuery, commands, onRun }: PaletteBodyProps) {
  const [query, setQuery] = useState(initialQuery);
  const [recent] = useState(recentCommands);
  // Read with the first palette that is opened, and kept.
  const catalogue = useQuery(operationOptions('catalogue.read', {}));
  const systems = catalogue.data?.value.systems ?? noSystems;
  const offered = useOfferedCommands();
  const { tenants } = useTenants({ wanted: false });
  const queues =
    useQuery({ ...operationOptions('dead-letters.queues', {}), enabled: false }).data?.value.queues ??
    noQueues;
  const all = [
    ...hereCommands(offered),
    ...commands,
    ...tenantCommands(tenants),
    ...queueCommands(queues),
    ...questionCommands(systems),
  ];

  return (
    <CommandList
      label="Jump to or do anything"
      placeholder="Page, command, question or any id…"
      inputRef={inputRef}
      query={query}
      onQuery={setQuery}
      sections={paletteSections(all, recent, query)}
      onRun={(row) => {
        const id = row.id.replace(/^recent /, '');
        const command = [...all, ...findCommands(query)].find((one) => one.id === id);
        if (command !== undefined) onRun(command);
      }}
      empty={
        <EmptyState
          title={
            <>
              No match for “<bdi>{shortened(query.trim())}</bdi>”
            </>
          }
        >
          {whyNoId(query)}
        </EmptyState>
      }
      foot={
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
      }
    />
  );
}

const noQueues: Queues['queues'] = [];
const noSystems: readonly OpenSystem[] = [];
