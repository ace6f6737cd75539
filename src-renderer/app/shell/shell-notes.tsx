import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { linkOf } from '#renderer/contract/link-state.ts';
import { bridgeOf } from '#renderer/contract/query-client.ts';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { useSession } from '../session/use-session.ts';

/** What concerns every page: the link to the process, and what went wrong at the start. */
export function ShellNotes() {
  const link = linkOf(bridgeOf(useQueryClient()));
  const linkUp = useSyncExternalStore(link.subscribe, link.isUp);
  const { notices } = useSession();
  const [dismissed, setDismissed] = useState<readonly string[]>([]);

  return (
    <>
      {linkUp ? null : (
        <Note tone="bad" flat live>
          <b>{"The console's process is not answering."}</b> What you see is from before; nothing can be read
          or changed. It is tried again by itself. If it has stopped, start it with npm start and open the
          address it prints.
        </Note>
      )}
      {notices
        .filter((notice) => !dismissed.includes(notice))
        .map((notice) => (
          <Note
            key={notice}
            tone="warn"
            flat
            action={
              <IconButton
                icon="close"
                label="Dismiss this notice"
                size="sm"
                tooltipSide="left"
                onClick={() => setDismissed([...dismissed, notice])}
              />
            }
          >
            {notice}
          </Note>
        ))}
    </>
  );
}
