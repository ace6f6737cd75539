import { downloadText } from '#renderer/contract/download-text.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import { PaneHead } from '#renderer/ui/pane/pane.tsx';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import styles from './check-part.module.css';

interface CheckPolicyProps {
  readonly connectionId: string;
  readonly policy: string;
}

/** For whoever grants permissions in the account: what was denied here, and no more. */
export function CheckPolicy({ connectionId, policy }: CheckPolicyProps) {
  const toast = useToast();
  const fileName = `missing-permissions-${connectionId}.json`;

  function save(): void {
    downloadText({ fileName, mediaType: 'application/json', text: policy });
    toast.show({ message: `${fileName} was written`, tone: 'succeeded' });
  }

  return (
    <section className={styles.policy} aria-label="The policy that would allow it">
      <PaneHead
        title="What would allow it"
        level={3}
        hint="an IAM policy for whoever grants permissions"
        actions={
          <>
            <CopyButton text={policy} label="Copy the policy" visibleLabel="Copy" />
            <Button size="sm" icon="downloads" onClick={save}>
              Save
            </Button>
          </>
        }
      />
      <div className={styles.well} ref={makeScrollReachable}>
        <pre>{policy}</pre>
      </div>
    </section>
  );
}
