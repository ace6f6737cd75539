import { Button } from '#renderer/ui/button/button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import styles from './sandbox-tab.module.css';

/** Its world is not shown beside an account's: nobody should mistake the one for the other. */
export function SandboxClosed({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <div className={styles.closed}>
      <Note action={<Button onClick={onOpen}>Open the sandbox</Button>}>
        An account is open. Open the sandbox to see its world, pause its traffic or reset it.
      </Note>
    </div>
  );
}
