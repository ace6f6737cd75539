import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MouseEvent } from 'react';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { useSession } from '../session/use-session.ts';
import { keepTexts, keptTexts } from '../window-memory.ts';

/** What was wrong with the connections when the console started, until it has been read. */
export function StartNotices() {
  const { notices } = useSession();
  const [dismissed, setDismissed] = useState(() => keptTexts(memoryKey));

  function dismiss(notice: string, event: MouseEvent): void {
    // The button is about to go; without this the focus would go with it.
    event.currentTarget.closest('main')?.focus();
    const all = [...dismissed, notice];
    keepTexts(memoryKey, all);
    setDismissed(all);
  }

  return notices
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
            onClick={(event) => dismiss(notice, event)}
          />
        }
      >
        {notice}{' '}
        <Link to="/settings" search={{ tab: 'connections' }}>
          Show the connections
        </Link>
      </Note>
    ));
}

const memoryKey = 'dismissed-notices';
