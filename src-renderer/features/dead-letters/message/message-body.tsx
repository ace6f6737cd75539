import { useMemo } from 'react';
import type { MessageDetail } from '#shared/contract/dead-letters/messages.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import { jsonText } from '#renderer/ui/json-view/json-text.ts';
import { JsonView } from '#renderer/ui/json-view/json-view.tsx';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import styles from './message-drawer.module.css';
import { maskedCountWords, openedWords } from './message-words.ts';
import { shownBody } from './shown-body.ts';
import type { Revealed } from './use-revealed.ts';

export interface MessageBodyProps {
  readonly body: MessageDetail['body'];
  readonly revealed: Revealed;
  readonly mayReveal: boolean;
}

/** Pretty where it is JSON; what is masked is not in this process until somebody asks for it. */
export function MessageBody({ body, revealed, mayReveal }: MessageBodyProps) {
  const { values, asked, reveal } = revealed;
  const shown = useMemo(() => shownBody(body, values), [body, values]);
  const { json, masked, paths, opened } = shown;
  const text = values.get('') ?? body.text;
  const show = (path: string) => void reveal(path).catch(toldAlready);
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h3 className={styles.partTitle}>Body</h3>
        <span className={styles.quiet}>{maskedCountWords(masked.size)}</span>
        <span className={styles.end}>
          <CopyButton
            text={json === undefined ? text : jsonText(json, masked)}
            label={masked.size === 0 ? 'Copy the body' : 'Copy the body, masks on'}
          />
        </span>
      </div>
      <div ref={makeScrollReachable} className={styles.well}>
        {json === undefined ? (
          <pre className={styles.text}>{text === '' ? ' ' : text}</pre>
        ) : (
          <JsonView
            label="Body of the message"
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
            Reveal
          </Button>
        </div>
      ) : null}
      {opened.length === 0 ? null : <p className={styles.quiet}>{openedWords(opened)}</p>}
      {body.isCut ? (
        <p className={styles.quiet}>Only its beginning is shown. It is sent, exported and kept whole.</p>
      ) : null}
    </section>
  );
}

/** In a toast, as every failure of a command. */
function toldAlready(): void {}
