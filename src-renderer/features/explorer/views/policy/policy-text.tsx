import type { CSSProperties } from 'react';
import { managedPolicyLimit } from '#shared/catalogue/iam/policy-document.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import { JsonView } from '#renderer/ui/json-view/json-view.tsx';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import { downloadText } from '#renderer/contract/download-text.ts';
import { ViewPart } from '#renderer/ui/view-frame/view-frame.tsx';
import styles from './policy-view.module.css';
import { readPolicy } from './read-policy.ts';

export function PolicyText({ policy }: { readonly policy: OutputOf<'explorer.policy'> }) {
  const { fileName, text, notes } = policy;
  const toast = useToast();
  const { value, size, fits, sizeWords } = readPolicy(text);
  const share = `${String(Math.min(100, (size / managedPolicyLimit) * 100))}%`;

  function save(): void {
    downloadText({ fileName, mediaType: 'application/json', text });
    toast.show({ message: `${fileName} was written`, tone: 'succeeded' });
  }

  return (
    <>
      <ViewPart title="What to know about it" padded>
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </ViewPart>
      <ViewPart
        title="Policy"
        hint={fileName}
        padded
        actions={
          <>
            <span className={classNames(styles.size, !fits && styles.tooLarge)}>
              <span className={styles.track} style={{ '--share': share } as CSSProperties} />
              {sizeWords}
            </span>
            <CopyButton text={text} label="Copy the policy" visibleLabel="Copy" />
            <Button size="sm" icon="downloads" onClick={save}>
              Download
            </Button>
          </>
        }
      >
        <div className={styles.well}>
          <JsonView label="Policy" value={value} openDepth={6} />
        </div>
      </ViewPart>
    </>
  );
}
