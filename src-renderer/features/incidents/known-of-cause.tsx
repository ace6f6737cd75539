import { useCauseMemories, useNoteOnCause } from '#renderer/contract/use-cause-memory.ts';
import { CauseMemoryPanel } from '#renderer/ui/cause-memory.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import styles from './incidents.module.css';
import { messages } from './messages.ts';

/** Shows how the last attempts on the cause went, and what a colleague wrote about what to do. */
export function KnownOfCause({ fingerprint }: { readonly fingerprint: string }) {
  const memories = useCauseMemories([fingerprint]);
  useShowReceipt('cause memory', memories.receipt);
  const memory = memories.of(fingerprint);
  const noting = useNoteOnCause(memory, memories.whyNotKept);
  const now = useNow(30_000);
  usePageKeys(pageKeys.incidents, {
    note:
      memory !== undefined && noting.whyNot === undefined && noting.draft === null
        ? () => noting.onDraft(memory.note?.text ?? '')
        : undefined,
  });
  return (
    <section className={styles.part} aria-label={messages.known.title}>
      <PaneHead title={messages.known.title} level={2} />
      <div className={styles.work}>
        <CauseMemoryPanel
          memory={memory}
          whyNotKept={memories.whyNotKept}
          notRead={memories.failure}
          noting={noting}
          shortcut={pageKeys.incidents.note}
          now={now}
          most={5}
        />
      </div>
    </section>
  );
}
