import { useId, useMemo, useState } from 'react';
import {
  cutParts,
  findMessageParts,
  listDifferences,
  type MessagePart,
} from '#shared/domain/message-difference.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './failure-message.module.css';
import { makeScrollReachable } from './make-scroll-reachable.ts';
import { messages } from './messages.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

interface FailureMessageProps {
  /** The message as it was written. */
  readonly message: string;
  /** The messages of other documents in its failure group. Without them, ids, figures and names are marked. */
  readonly others?: readonly string[] | undefined;
  /** So many characters are shown at first. */
  readonly most?: number | undefined;
  /** Names the message where a page has several. */
  readonly of?: string | undefined;
  readonly className?: string | undefined;
}

/**
 * Shows a whole failure message. The parts that differ between the documents of its group are marked, a long message is
 * folded, and the copy is exactly what was written.
 */
export function FailureMessage(props: FailureMessageProps) {
  const { message, others, most = usuallyShown, of, className } = props;
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const parts = useMemo(() => findMessageParts(message, others), [message, others]);
  // A few characters more are not worth a press.
  const isLong = message.length > most * 1.25;
  const shown = isLong && !isWhole ? cutParts(parts, most) : parts;
  const suffix = of === undefined ? '' : ` ${messages.failureMessage.of(of)}`;
  return (
    <div className={classNames(styles.whole, className)}>
      <div ref={makeScrollReachable} id={id} className={styles.text}>
        <p>
          <Parts parts={shown} />
          {isLong && !isWhole ? <span className={styles.cut}>…</span> : null}
        </p>
      </div>
      <Differences parts={parts} isCompared={others !== undefined && others.length > 0} />
      <span className={styles.actions}>
        {isLong ? (
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={isWhole}
            aria-controls={id}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole
              ? messages.failureMessage.showLess
              : messages.failureMessage.showAll(grouped(message.length))}
            {suffix === '' ? null : <VisuallyHidden>{suffix}</VisuallyHidden>}
          </Button>
        ) : null}
        <CopyButton text={message} label={`${messages.failureMessage.copy}${suffix}`} />
      </span>
    </div>
  );
}

const usuallyShown = 400;

interface MarkedMessageProps {
  readonly message: string;
  readonly others?: readonly string[] | undefined;
  readonly className?: string | undefined;
}

/** Shows a message with its marks and no controls, for rows and buttons that are pressed as a whole. */
export function MarkedMessage({ message, others, className }: MarkedMessageProps) {
  const parts = useMemo(() => findMessageParts(message, others), [message, others]);
  return (
    <span className={className}>
      <Parts parts={parts} />
    </span>
  );
}

function Parts({ parts }: { readonly parts: readonly MessagePart[] }) {
  return parts.map(({ text, differs }, at) =>
    differs ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts have no other name than their place
      <mark key={at} className={styles.differs}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

/** Says in words which parts are marked. It is not part of a selection, so that the message is copied alone. */
function Differences({
  parts,
  isCompared,
}: {
  readonly parts: readonly MessagePart[];
  readonly isCompared: boolean;
}) {
  const different = listDifferences(parts).slice(0, mostNamed);
  if (different.length === 0) return null;
  return (
    <VisuallyHidden>
      <span className={styles.unselected}>
        {isCompared ? messages.failureMessage.differs : messages.failureMessage.usuallyDiffers}{' '}
        {different.join(', ')}.
      </span>
    </VisuallyHidden>
  );
}

const mostNamed = 5;
