import { useEffect, useEffectEvent, useState, useMemo } from 'react';
import type { DeadLetterQueue, MessageDetail, MessageRow } from '#shared/contract/dead-letters.ts';
import type { Failure } from '#shared/contract/result.ts';
import { listed } from '#shared/domain/formatting.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { FingerprintChip } from '#renderer/ui/chip.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { OpenedBody, OpenedPane, OpenedPart } from '#renderer/ui/pane.tsx';
import { exactUtc } from '#renderer/ui/relative-time.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { ErrorState, NoPermissionState } from '#renderer/ui/states.tsx';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { maySeeUnmasked } from '#shared/permissions.ts';
import { messages } from '../messages.ts';
import { LinkedDocument } from './linked-document.tsx';
import styles from './message-drawer.module.css';
import {
  formatDayAndTime,
  getAttributePath,
  listFacts,
  formatMaskedCount,
  describeOpened,
} from './message-facts.ts';
import {
  useRevealed,
  describeMask,
  mayBeShown,
  toShownBody,
  type Revealed,
  type WhichMessage,
} from './shown-body.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { jsonText } from '#renderer/ui/json-lines.ts';
import { JsonView } from '#renderer/ui/json-view.tsx';
import { KeyValueList, type KeyValueItem } from '#renderer/ui/key-value-list.tsx';

interface MessageDrawerProps {
  readonly queue: MessageQueue;
  readonly messageId: string;
  /** It is read from the file of its discard. */
  readonly isDiscarded?: boolean | undefined;
  readonly onClose: () => void;
  /** Goes to the next or the previous message. */
  readonly onStep: (by: 1 | -1) => void;
  /** Opens the document that the message is about. */
  readonly onOpenDocument: OpenDocument;
}

type MessageQueue = Pick<DeadLetterQueue, 'name' | 'sources'>;

/** Shows the details of one message beside the list. */
export function MessageDrawer(props: MessageDrawerProps) {
  const { queue, messageId, isDiscarded = false, onClose, onStep, onOpenDocument } = props;
  const { state, retry } = useMessage({ queue: queue.name, messageId, isDiscarded });
  usePageKeys(pageKeys.lists, { nextRow: () => onStep(1), previousRow: () => onStep(-1) });
  usePageKeys(pageKeys.deadLetters, { back: onClose });
  return (
    <OpenedPane
      label={messages.message.region}
      title={messageId}
      copyText={messageId}
      copyLabel={messages.message.copyId}
      closeLabel={messages.message.close}
      onClose={onClose}
    >
      <OpenedBody loose>
        {state.kind === 'reading' ? <SkeletonRows rows={8} label={messages.message.opening} /> : null}
        {state.kind === 'failed' ? (
          <MessageFailure failure={state.failure} isDiscarded={isDiscarded} onRetry={retry} />
        ) : null}
        {state.kind === 'open' ? (
          // The key forgets the revealed values when another message is opened.
          <OpenMessage
            key={`${queue.name} ${messageId}`}
            queue={queue}
            isDiscarded={isDiscarded}
            detail={state.detail}
            onOpenDocument={onOpenDocument}
          />
        ) : null}
      </OpenedBody>
    </OpenedPane>
  );
}

/**
 * The document is null if the message is about the whole batch, as deliveries are. With a run it opens the
 * execution.
 */
export type OpenDocument = (
  tenantId: string,
  batchId: string,
  documentId: string | null,
  run?: number,
) => void;

interface OpenMessageProps {
  readonly queue: MessageQueue;
  readonly isDiscarded: boolean;
  readonly detail: MessageDetail;
  readonly onOpenDocument: OpenDocument;
}

function OpenMessage({ queue, isDiscarded, detail, onOpenDocument }: OpenMessageProps) {
  const { row, cause, advice } = detail;
  const revealed = useRevealed({ queue: queue.name, messageId: row.messageId, isDiscarded });
  // Main decides; the button is hidden where main would refuse.
  const mayReveal = maySeeUnmasked(usePersonHere().me);
  const isWarning = row.isPoison || row.sentBefore !== null;
  return (
    <>
      {isWarning && advice !== null ? <Note tone="warn">{advice}</Note> : null}
      {cause === null ? null : (
        <OpenedPart title={messages.message.whyFailed}>
          <p className={styles.cause}>
            {cause.code === null ? null : <code>{cause.code}</code>} {cause.message}
          </p>
        </OpenedPart>
      )}
      <MessageBody body={detail.body} revealed={revealed} mayReveal={mayReveal} />
      <MessageAttributes queue={queue} detail={detail} revealed={revealed} mayReveal={mayReveal} />
      <LinkedDocument detail={detail} onOpenDocument={onOpenDocument} />
      <MessageLineage lineage={detail.lineage} row={row} isDiscarded={isDiscarded} />
      {isWarning || advice === null ? null : <Note>{advice}</Note>}
    </>
  );
}

interface MessageLineageProps {
  readonly lineage: MessageDetail['lineage'];
  readonly row: Pick<MessageRow, 'receives'>;
  readonly isDiscarded: boolean;
}

/** Lists the events of the document and of this message from every mechanism, newest first. */
function MessageLineage({ lineage, row: { receives }, isDiscarded }: MessageLineageProps) {
  return (
    <OpenedPart
      title={messages.message.passport}
      hint={<span className={styles.quiet}>{messages.message.newestFirst}</span>}
    >
      <ol className={styles.events}>
        <li className={styles.event}>
          <span className={styles.dot} aria-hidden />
          <span className={styles.at}>{messages.message.now}</span>
          <span>{isDiscarded ? messages.discarded.inFile : messages.message.here(receives)}</span>
        </li>
        {lineage.map(({ at, what, fingerprint }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- two may say the same, and none of them moves
          <li key={place} className={styles.event}>
            <span
              className={classNames(styles.dot, fingerprint === null ? styles.plain : styles.failed)}
              aria-hidden
            />
            <Moment at={at} />
            <span className={styles.what}>{what}</span>
            {fingerprint === null ? null : <FingerprintChip fingerprint={fingerprint} />}
          </li>
        ))}
      </ol>
      {lineage.length === 0 ? <p className={styles.quiet}>{messages.message.noOtherEvents}</p> : null}
    </OpenedPart>
  );
}

function Moment({ at }: { readonly at: string | null }) {
  const time = at === null ? Number.NaN : Date.parse(at);
  if (Number.isNaN(time)) return <span className={styles.at}>{messages.common.unknownTime}</span>;
  return (
    <time className={styles.at} dateTime={new Date(time).toISOString()} title={exactUtc(time)}>
      {formatDayAndTime(time)}
    </time>
  );
}

interface MessageFailureProps {
  readonly failure: Failure;
  readonly isDiscarded?: boolean | undefined;
  readonly onRetry: () => void;
}

/** Says why the message is not shown, and that this changes nothing in the queue. */
export function MessageFailure({ failure, isDiscarded = false, onRetry }: MessageFailureProps) {
  if (failure.code === 'role-required') {
    return (
      <NoPermissionState title={messages.message.noRole}>
        {messages.message.roles(listed(failure.allowed))}
      </NoPermissionState>
    );
  }
  if (failure.code === 'tenant-out-of-scope') {
    return <NoPermissionState title={messages.page.requiresAllTenants}>{failure.message}</NoPermissionState>;
  }
  if (failure.code === 'not-found') {
    return (
      <ErrorState
        title={isDiscarded ? messages.discarded.notInFile : messages.message.notHeld}
        happened={failure.message}
        notDone={messages.sample.nothingReceived}
        next={isDiscarded ? messages.discarded.putBack : messages.message.sampleAgain}
        reference={failure.reference}
      />
    );
  }
  if (failure.code === 'invalid-input') {
    return (
      <ErrorState
        title={messages.message.bodyNotShown}
        happened={failure.message}
        notDone={messages.message.messageStillHeld}
        next={messages.message.redriveOrExport}
        reference={failure.reference}
      />
    );
  }
  return (
    <ErrorState
      title={messages.message.notOpened}
      happened={failure.message}
      notDone={isDiscarded ? messages.discarded.stillInFile : messages.message.stillHeld}
      next={messages.message.searchLog}
      reference={failure.reference}
      onRetry={onRetry}
    />
  );
}

type MessageState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'open'; readonly detail: MessageDetail };

interface MessageHandle {
  readonly state: MessageState;
  readonly retry: () => void;
}

/**
 * The audit trail records who has looked at a message. A person who holds J down skips messages without
 * looking at them.
 */
const settleMs = 150;

/** Opens a held message once a person has stayed on it for a moment. */
function useMessage({ queue, messageId, isDiscarded }: WhichMessage): MessageHandle {
  const open = useCommand('dead-letters.message', { toldInPlace: true });
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<{ readonly to: string; readonly state: MessageState }>();
  const asked = JSON.stringify([queue, messageId, isDiscarded, round]);

  const read = useEffectEvent(() => open.run({ queue, messageId, ...(isDiscarded && { isDiscarded }) }));
  useEffect(() => {
    let current = true;
    const ask = async () => {
      const result = await read();
      if (!current) return;
      const state: MessageState = result.ok
        ? { kind: 'open', detail: result.value }
        : { kind: 'failed', failure: result.failure };
      setAnswer({ to: asked, state });
    };
    const timer = setTimeout(() => void ask(), settleMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asked]);

  return {
    state: answer?.to === asked ? answer.state : { kind: 'reading' },
    retry: () => setRound(round + 1),
  };
}

interface MessageBodyProps {
  readonly body: MessageDetail['body'];
  readonly revealed: Revealed;
  readonly mayReveal: boolean;
}

/** Formats JSON. Masked values stay in main until a person asks for them. */
function MessageBody({ body, revealed, mayReveal }: MessageBodyProps) {
  const { values, asked, reveal } = revealed;
  const shown = useMemo(() => toShownBody(body, values), [body, values]);
  const { json, masked, paths, opened } = shown;
  const text = values.get('') ?? body.text;
  const show = (path: string) => void reveal(path).catch(ignoreShownFailure);
  return (
    <OpenedPart
      title={messages.message.body}
      hint={<span className={styles.quiet}>{formatMaskedCount(masked.size)}</span>}
      end={
        <CopyButton
          text={json === undefined ? text : jsonText(json, masked)}
          label={masked.size === 0 ? messages.message.copyBody : messages.message.copyMasked}
        />
      }
    >
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
    </OpenedPart>
  );
}

/** A toast already shows the failure, as for every command. */
function ignoreShownFailure(): void {}

interface MessageAttributesProps {
  readonly queue: MessageQueue;
  readonly detail: MessageDetail;
  readonly revealed: Revealed;
  readonly mayReveal: boolean;
}

/** Shows the attributes set by SQS and those set by the sender. */
function MessageAttributes({ queue, detail, revealed, mayReveal }: MessageAttributesProps) {
  const own = detail.attributes.map((attribute) => toAttributeItem(attribute, revealed, mayReveal));
  return (
    <OpenedPart title={messages.message.attributes}>
      <KeyValueList size="small" items={[...listFacts(detail, queue), ...own]} />
      {own.length === 0 ? <p className={styles.quiet}>{messages.message.noAttributes}</p> : null}
    </OpenedPart>
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
