import type { MessageDetail } from '#shared/contract/dead-letters/messages.ts';
import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import { KeyValueList } from '#renderer/ui/key-value-list/key-value-list.tsx';
import type { KeyValueItem } from '#renderer/ui/key-value-list/key-value-list.tsx';
import { attributePath } from './attribute-path.ts';
import styles from './message-drawer.module.css';
import { factsOf } from './message-facts.ts';
import { maskWords, mayBeShown } from './shown-body.ts';
import type { Revealed } from './use-revealed.ts';

export interface MessageAttributesProps {
  readonly queue: DeadLetterQueue;
  readonly detail: MessageDetail;
  readonly revealed: Revealed;
  readonly mayReveal: boolean;
}

/** What SQS says of it, and what its sender has said. */
export function MessageAttributes({ queue, detail, revealed, mayReveal }: MessageAttributesProps) {
  const own = detail.attributes.map((attribute) => ownItem(attribute, revealed, mayReveal));
  return (
    <section className={styles.part}>
      <h3 className={styles.partTitle}>Attributes</h3>
      <KeyValueList size="small" items={[...factsOf(detail, queue), ...own]} />
      {own.length === 0 ? <p className={styles.quiet}>Its sender has given it none of its own.</p> : null}
    </section>
  );
}

function ownItem(
  { name, type, value }: MessageDetail['attributes'][number],
  { values, reveal }: Revealed,
  mayReveal: boolean,
): KeyValueItem {
  const path = attributePath(name);
  const text = value.kind === 'text' ? value.text : values.get(path);
  if (text !== undefined) {
    return { label: name, value: <span title={`${type}: ${text}`}>{text}</span>, mono: true, copy: text };
  }
  if (value.kind === 'text') return { label: name, value: '' };
  return {
    label: name,
    value: '',
    masked: {
      what: maskWords(value.why, value.characters),
      ...(mayReveal && mayBeShown(value) ? { reveal: () => reveal(path) } : {}),
    },
  };
}
