import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState, type MouseEvent } from 'react';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { Note } from '#renderer/ui/note.tsx';
import type { LostFile } from '#shared/contract/home.ts';
import { readTexts, saveTexts } from '../window-memory.ts';
import { messages } from '../messages.ts';

/** Says on the page that would use it what was lost with a file of the home folder, until a person dismisses it. */
export function LostNotes() {
  const page = useLocation({ select: ({ pathname }) => `/${pathname.split('/')[1] ?? ''}` });
  const { data } = useQuery({ ...operationOptions('home.lost', {}), staleTime: 60_000 });
  const [dismissed, setDismissed] = useState(() => readTexts(memoryKey));
  const lost = (data?.value.files ?? []).filter(
    (file) => file.page === page && !dismissed.includes(file.aside),
  );
  const [first] = lost;
  if (first === undefined) return null;
  // A page may have lost several files of one kind, and one line is enough for them.
  const alike = lost.filter(({ title }) => title === first.title);

  function dismiss(event: MouseEvent): void {
    // The button is about to disappear, so the focus moves to the page first.
    event.currentTarget.closest('main')?.focus();
    const all = [...dismissed, ...alike.map(({ aside }: LostFile) => aside)];
    saveTexts(memoryKey, all);
    setDismissed(all);
  }

  return (
    <Note
      tone="warn"
      flat
      action={
        <IconButton
          icon="close"
          label={messages.notices.dismiss}
          size="sm"
          tooltipSide="left"
          onClick={dismiss}
        />
      }
    >
      <b>{messages.notices.lost(first.title)}</b> {first.means}{' '}
      <Link to="/settings" search={{ tab: 'console' }}>
        {messages.notices.showLost}
      </Link>
    </Note>
  );
}

const memoryKey = 'dismissed-lost-files';
