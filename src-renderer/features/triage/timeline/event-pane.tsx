import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { SearchField } from '#renderer/ui/field.tsx';
import { KeyValueList, type KeyValueItem } from '#renderer/ui/key-value-list.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { Note } from '#renderer/ui/note.tsx';
import { OpenedBody, OpenedPane, OpenedPart } from '#renderer/ui/pane.tsx';
import { exactUtc } from '#renderer/ui/relative-time.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { EventDetail, EventPayload, HistoryName, PayloadName } from '#shared/contract/executions.ts';
import { buildLogAddress } from '#shared/domain/log-address.ts';
import type { EventRow, EventRows } from '#shared/domain/timeline/event-rows.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import styles from './events.module.css';
import { executionMessages as messages, formatBytes, formatSince, partTitles } from './execution-messages.ts';
import { findOtherEnd, listOthers, nameIteration, useEventInRun } from './use-run-events.ts';

interface EventPaneProps {
  readonly name: HistoryName;
  readonly runs: readonly number[];
  readonly eventId: number;
  /** Undefined for an event that the list has not reached. */
  readonly row: EventRow | undefined;
  readonly read: EventRows;
  readonly documentIds: readonly string[];
  readonly onClose: () => void;
  readonly onAbout: (documentId: string) => void;
  readonly onOpenDocument: (documentId: string) => void;
}

/** Shows one event with its input and output, which are read only when it is opened. */
export function EventPane(props: EventPaneProps) {
  const { name, eventId, row, onClose } = props;
  const query = useQuery({
    ...operationOptions('executions.event', { ...name, eventId }),
    staleTime: Infinity,
  });
  useShowReceipt('event', query.data?.receipt);
  const detail = query.data?.value;
  return (
    <div className={styles.pane}>
      <OpenedPane
        label={messages.event}
        title={messages.eventName(eventId, detail?.event.type ?? row?.type ?? '')}
        copyText={String(eventId)}
        copyLabel={messages.copyEventId}
        closeLabel={messages.closeEvent}
        onClose={onClose}
      >
        <OpenedBody>
          {query.error !== null ? (
            <PartFailure
              failure={toFailure(query.error)}
              title={messages.eventNotRead}
              notDone={messages.nothingChanged}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          ) : detail === undefined ? (
            <SkeletonRows rows={8} label={messages.readingEvent} labelVisible />
          ) : (
            <OpenEvent {...props} detail={detail} />
          )}
        </OpenedBody>
      </OpenedPane>
    </div>
  );
}

type OpenEventProps = EventPaneProps & { readonly detail: EventDetail };

function OpenEvent(props: OpenEventProps) {
  const { detail, row, documentIds, name, onAbout, onOpenDocument } = props;
  const { event, payloads, calls } = detail;
  const documentId = row === undefined || row.iteration === null ? undefined : documentIds[row.iteration];
  const attempt = row?.attempt ?? null;
  const state = row?.state ?? event.state;
  const items: KeyValueItem[] = [
    ...(state === null ? [] : [{ label: 'State', value: state }]),
    ...(row === undefined || row.iteration === null
      ? []
      : [
          {
            label: 'Document',
            value: nameIteration(documentIds, row.iteration),
            mono: true,
            copy: documentId,
          },
        ]),
    ...(attempt === null
      ? []
      : [
          {
            label: 'Attempt',
            value: [
              messages.attemptOf(attempt),
              messages.outcomes[attempt.outcome],
              ...(attempt.waitedMs === null ? [] : [messages.waited(attempt.waitedMs)]),
            ].join(', '),
          },
        ]),
    { label: 'Time', value: `${exactUtc(event.at)} ${formatSince(row?.sinceMs ?? null)}` },
    ...(calls === null ? [] : [{ label: 'Calls', value: calls }]),
    ...(event.error === null ? [] : [{ label: 'Error', value: event.error, mono: true }]),
  ].map(({ copy, ...item }: KeyValueItem) => (copy === undefined ? item : { ...item, copy }));
  return (
    <>
      <KeyValueList size="small" items={items} />
      {documentId === undefined || name.child !== undefined ? null : (
        <div className={styles.buttons}>
          <Button size="sm" onClick={() => onAbout(documentId)}>
            {messages.onlyDocument(documentId)}
          </Button>
          <Button size="sm" onClick={() => onOpenDocument(documentId)}>
            {messages.showDocument}
          </Button>
        </div>
      )}
      <Logs detail={detail} row={row} documentId={documentId} />
      {payloads.length === 0 ? <p className={styles.quiet}>{messages.noData}</p> : null}
      {payloads.map((payload) => (
        <Payload key={payload.part} {...props} payload={payload} />
      ))}
    </>
  );
}

interface LogsProps {
  readonly detail: EventDetail;
  readonly row: EventRow | undefined;
  readonly documentId: string | undefined;
}

/** Gives the address of the logs; a person reads them with their own sign-in to AWS. */
function Logs({ detail: { functionName, requestId, event }, row, documentId }: LogsProps) {
  const { connection } = usePersonHere();
  if (functionName === null || connection === null) return null;
  const contains = requestId ?? documentId ?? null;
  const { logGroup, url } = buildLogAddress({
    region: connection.region,
    functionName,
    from: row?.attempt?.from ?? event.at,
    to: row?.attempt?.to ?? event.at,
    contains,
  });
  const isSandbox = connection.kind === 'sandbox';
  return (
    <OpenedPart
      title={messages.logs}
      level={4}
      label={messages.logs}
      hint={
        <code className={styles.group} title={logGroup}>
          {logGroup}
        </code>
      }
      end={isSandbox || url === null ? undefined : <CopyButton text={url} label={messages.copyLogs} />}
    >
      {isSandbox ? (
        <p className={styles.quiet}>{messages.noLogs}</p>
      ) : url === null ? (
        <p className={styles.quiet}>{messages.noConsole}</p>
      ) : (
        <p className={styles.quiet}>{messages.logsHint(contains)}</p>
      )}
    </OpenedPart>
  );
}

function Payload(props: OpenEventProps & { readonly payload: EventPayload }) {
  const { payload } = props;
  const { part, text, bytes, maskedCount, leftOut, isTruncated } = payload;
  const title = partTitles[part];
  const [search, setSearch] = useState('');
  const lines = text.split('\n');
  const term = search.trim().toLowerCase();
  const found = term === '' ? lines : lines.filter((line) => line.toLowerCase().includes(term));
  return (
    <OpenedPart
      title={title}
      level={4}
      label={title}
      hint={
        <span className={styles.quiet}>
          {[
            formatBytes(bytes),
            ...(maskedCount > 0 ? [messages.masked(maskedCount)] : []),
            ...(term === '' ? [] : [messages.found(found.length, lines.length)]),
          ].join(', ')}
        </span>
      }
      end={<CopyButton text={text} label={messages.copyMasked(title)} />}
    >
      <div className={styles.tools}>
        <SearchField
          size="sm"
          label={messages.search(title)}
          placeholder={messages.search(title)}
          value={search}
          onChange={setSearch}
        />
        <CompareWith {...props} />
      </div>
      <pre ref={makeScrollReachable} className={styles.well} aria-label={title}>
        {found.join('\n')}
      </pre>
      {leftOut > 0 ? <Note flat>{messages.leftOut(leftOut)}</Note> : null}
      {isTruncated ? <Note flat>{messages.truncated}</Note> : null}
    </OpenedPart>
  );
}

const nothing = '';

/** Compares this payload with the other end of its state, another attempt, another document or another run. */
function CompareWith({
  name,
  runs,
  row,
  read,
  documentIds,
  payload,
}: OpenEventProps & { readonly payload: EventPayload }) {
  const [chosen, setChosen] = useState(nothing);
  const otherEnd = row && payload.part !== 'cause' ? findOtherEnd(read, row) : undefined;
  const others = row === undefined ? [] : listOthers(read, row, (one) => nameIteration(documentIds, one));
  const otherRuns = name.child === undefined && row !== undefined && row.state !== null ? runs : [];
  const options = [
    { value: nothing, label: messages.noComparison },
    ...(otherEnd === undefined
      ? []
      : [{ value: 'end', label: payload.part === 'input' ? 'Output of this state' : 'Input of this state' }]),
    ...others.map(({ key, label }) => ({ value: `event ${key}`, label })),
    ...otherRuns.map((run) => ({ value: `run ${String(run)}`, label: `Run ${String(run)}` })),
  ];
  const left: PayloadName = { ...name, eventId: row?.id ?? 1, part: payload.part };
  const [kind, number = ''] = chosen.split(' ');
  const isOfRun = kind === 'run';
  const inRun = useEventInRun(
    { batchId: name.batchId, run: isOfRun ? Number(number) : name.run },
    isOfRun ? row : undefined,
    row === undefined || row.iteration === null ? null : (documentIds[row.iteration] ?? null),
  );
  const right = findRight();
  const query = useQuery({
    ...operationOptions('executions.compare', { left, right: right ?? left }),
    enabled: right !== null,
    staleTime: Infinity,
  });
  useShowReceipt('comparison', query.data?.receipt);

  function findRight(): PayloadName | null {
    if (chosen === 'end' && otherEnd !== undefined) {
      return { ...left, eventId: otherEnd.id, part: left.part === 'input' ? 'output' : 'input' };
    }
    if (kind === 'event') return { ...left, eventId: Number(number) };
    if (!isOfRun || typeof inRun.eventId !== 'number') return null;
    return { batchId: name.batchId, run: Number(number), eventId: inRun.eventId, part: left.part };
  }

  if (options.length === 1) return null;
  const compared = isOfRun && inRun.eventId === null ? null : query.data?.value;
  const error = inRun.error ?? query.error;
  return (
    <>
      <Select
        label={messages.compareWith}
        labelHidden
        size="sm"
        className={styles.compare}
        value={chosen === nothing ? null : chosen}
        placeholder={messages.compareWith}
        onChange={setChosen}
        options={options}
      />
      <div className={styles.compared} aria-live="polite">
        {chosen === nothing ? null : error !== null ? (
          <Note flat tone="warn">
            {toFailure(error).message}
          </Note>
        ) : compared === undefined ? (
          <SkeletonRows rows={2} label={messages.comparing} />
        ) : compared === null ? (
          <Note flat tone="warn">
            {messages.noSuchEvent(Number(number), inRun.isCut)}
          </Note>
        ) : (
          <>
            <p className={styles.quiet}>
              {messages.comparedAs(compared.different, compared.masked, compared.same)}.
              {compared.rows.length < compared.different + compared.masked
                ? ` ${messages.firstDifferences(compared.rows.length)}`
                : ''}
            </p>
            {compared.rows.length === 0 ? null : (
              <div ref={makeScrollReachable} className={styles.differences}>
                <table>
                  <thead>
                    <tr>
                      <th scope="col">Value</th>
                      <th scope="col">This event</th>
                      <th scope="col">The other</th>
                    </tr>
                  </thead>
                  <tbody>
                    {compared.rows.map(({ name: value, comparison, ...sides }) => (
                      <tr key={value} data-comparison={comparison}>
                        <th scope="row">{value}</th>
                        <td>{sides.left ?? 'absent'}</td>
                        <td>{sides.right ?? 'absent'}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </>
        )}
      </div>
    </>
  );
}
