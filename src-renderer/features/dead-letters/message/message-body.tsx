import { useMemo } from 'react';
import type { DeadLetterQueue, MessageDetail } from '#shared/contract/dead-letters.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { jsonText } from '#renderer/ui/json-lines.ts';
import { JsonView } from '#renderer/ui/json-view.tsx';
import { KeyValueList, type KeyValueItem } from '#renderer/ui/key-value-list.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { messages } from '../messages.ts';
import styles from './message-drawer.module.css';
import { getAttributePath, listFacts, formatMaskedCount, describeOpened } from './message-facts.ts';
import { describeMask, mayBeShown, toShownBody, type Revealed } from './shown-body.ts';

interface MessageBodyProps {
  readonly body: MessageDetail['body'];
  readonly revealed: Revealed;
  readonly mayReveal: boolean;
}

/** Formats JSON. Masked values stay in main until a person asks for them. */
export function MessageBody({ body, revealed, mayReveal }: MessageBodyProps) {
  const { values, asked, reveal } = revealed;
  const shown = useMemo(() => toShownBody(body, values), [body, values]);
  const { json, masked, paths, opened } = shown;
  const text = values.get('') ?? body.text;
  const show = (path: string) => void reveal(path).catch(ignoreShownFailure);
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h3 className={styles.partTitle}>{messages.message.body}</h3>
        <span className={styles.quiet}>{formatMaskedCount(masked.size)}</span>
        <span className={styles.end}>
          <CopyButton
            text={json === undefined ? text : jsonText(json, masked)}
            label={masked.size === 0 ? messages.message.copyBody : messages.message.copyMasked}
          />
        </span>
      </div>
      <div ref={makeScrollReachable} className={styles.well}>
        {json === undefined ? (
          <pre className={styles.text}>{text === '' ? ' ' : text}</pre>
        ) : (
          <JsonView
            label={messages.message.bodyOfMessage}
            value={json}
            masked={masked}
            openDepth={5}
            {...(mayReveal
              ? {
                  onReveal: (pointer: string) => show(paths.get(pointer) ?? ''),
                  revealable: new Map(
                    [...paths].map(([pointer, path]) => [pointer, asked.has(path) ? 'asked' : 'offered']),
                  ),
                }
              : {})}
          />
        )}
      </div>
      {json === undefined && mayReveal && paths.size > 0 ? (
        <div>
          <Button
            size="sm"
            icon="reveal"
            loading={[...paths.values()].some((path) => asked.has(path))}
            onClick={() => [...paths.values()].slice(0, 1).forEach(show)}
          >
            {messages.message.reveal}
          </Button>
        </div>
      ) : null}
      {opened.length === 0 ? null : <p className={styles.quiet}>{describeOpened(opened)}</p>}
      {body.isCut ? <p className={styles.quiet}>{messages.message.isCut}</p> : null}
    </section>
  );
}

/** A toast already shows the failure, as for every command. */
function ignoreShownFailure(): void {}

interface MessageAttributesProps {
  readonly queue: DeadLetterQueue;
  readonly detail: MessageDetail;
  readonly revealed: Revealed;
  readonly mayReveal: boolean;
}

/** Shows the attributes set by SQS and those set by the sender. */
export function MessageAttributes({ queue, detail, revealed, mayReveal }: MessageAttributesProps) {
  const own = detail.attributes.map((attribute) => toAttributeItem(attribute, revealed, mayReveal));
  return (
    <section className={styles.part}>
      <h3 className={styles.partTitle}>{messages.message.attributes}</h3>
      <KeyValueList size="small" items={[...listFacts(detail, queue), ...own]} />
      {own.length === 0 ? <p className={styles.quiet}>{messages.message.noAttributes}</p> : null}
    </section>
  );
}

function toAttributeItem(
  { name, type, value }: MessageDetail['attributes'][number],
  { values, reveal }: Revealed,
  mayReveal: boolean,
): KeyValueItem {
  const path = getAttributePath(name);
  const text = value.kind === 'text' ? value.text : values.get(path);
  if (text !== undefined) {
    return { label: name, value: <span title={`${type}: ${text}`}>{text}</span>, mono: true, copy: text };
  }
  if (value.kind === 'text') return { label: name, value: '' };
  return {
    label: name,
    value: '',
    masked: {
      what: describeMask(value.why, value.characters),
      ...(mayReveal && mayBeShown(value) ? { reveal: () => reveal(path) } : {}),
    },
  };
}
