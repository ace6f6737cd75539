import { useLinkUp } from '#renderer/contract/use-link-up.ts';
import { Note } from '#renderer/ui/note/note.tsx';
import { SignInNote } from '../session/sign-in-note.tsx';
import { StartNotices } from './start-notices.tsx';

/** What concerns every page: the link to the process, and what went wrong at the start. */
export function ShellNotes() {
  const linkUp = useLinkUp();

  return (
    <>
      {linkUp ? null : (
        <Note tone="bad" flat live>
          <b>{"The console's process is not answering."}</b> What you see is from before; nothing can be read
          or changed. It is tried again by itself. If it has stopped, start it with npm start and open the
          address it prints.
        </Note>
      )}
      <SignInNote />
      <StartNotices />
    </>
  );
}
