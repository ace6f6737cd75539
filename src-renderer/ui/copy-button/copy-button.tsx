import { useEffect, useState } from 'react';
import { Button } from '../button/button.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import { useCopyText } from './copy-text-context.ts';
import { notCopied } from './use-copy-and-tell.ts';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';

export interface CopyButtonProps {
  readonly text: string;
  /** "Copy the batch id". */
  readonly label: string;
  /** A button with words instead of the bare icon. */
  readonly visibleLabel?: string | undefined;
}

export function CopyButton({ text, label, visibleLabel }: CopyButtonProps) {
  const copy = useCopyText();
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);

  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);

  function onClick(): void {
    copy(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  }

  const icon = outcome === null ? 'copy' : outcome === 'copied' ? 'check' : 'warning';
  return (
    <>
      {visibleLabel === undefined ? (
        <IconButton
          icon={icon}
          label={outcome === null ? label : said[outcome]}
          size="sm"
          onClick={onClick}
        />
      ) : (
        <Button icon={icon} size="sm" onClick={onClick}>
          {visibleLabel}
        </Button>
      )}
      <VisuallyHidden>
        <output>{outcome === null ? '' : said[outcome]}</output>
      </VisuallyHidden>
    </>
  );
}

const said = { copied: 'Copied', failed: notCopied } as const;
