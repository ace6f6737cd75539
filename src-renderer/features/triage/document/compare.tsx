import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { Select } from '#renderer/ui/select.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { GoodDocument, GoodDocuments, OpenDocument } from '#shared/contract/triage.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { mostUnitsOfGoodSearch, usualUnitsOfGoodSearch } from '#shared/domain/good-document.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import styles from './compare.module.css';
import { compareDocuments, comparedSections, type ComparedRow } from './document-difference.ts';
import { messages } from './messages.ts';
import { useRevealed, type DocumentName, type Revealed } from './use-document.ts';

interface CompareProps {
  readonly name: DocumentName;
  readonly document: OpenDocument;
  /** Undefined until it is known. */
  readonly batch: Batch | undefined;
  readonly revealed: Revealed;
  readonly onOpen: (good: GoodDocument) => void;
}

/** Shows a document beside a good one of the same workflow. It is looked for when a person asks. */
export function Compare(props: CompareProps) {
  const { name, batch } = props;
  const { tenantId, batchId, documentId } = name;
  const [isAsked, setAsked] = useState(false);
  const { projectId, workflowId } = batch ?? { projectId: '', workflowId: null };
  const query = useQuery({
    ...operationOptions('documents.findGood', {
      tenantId,
      batchId,
      documentId,
      projectId,
      workflowId: workflowId ?? '',
    }),
    enabled: isAsked && batch !== undefined && workflowId !== null,
  });
  useShowReceipt('a good document', query.data?.receipt);
  const words = messages.compare;
  if (batch === undefined || workflowId === null) {
    return (
      <EmptyState title={batch === undefined ? words.batchNotRead : words.noWorkflow}>
        <p>{words.noWorkflowNext}</p>
      </EmptyState>
    );
  }
  if (query.data === undefined && !isAsked) {
    const price = words.price(String(usualUnitsOfGoodSearch), String(mostUnitsOfGoodSearch));
    return (
      <EmptyState
        title={words.title}
        actions={
          <Button variant="primary" icon="search" onClick={() => setAsked(true)}>
            {words.find}, {price}
          </Button>
        }
      >
        <p>{words.about}</p>
      </EmptyState>
    );
  }
  if (query.data === undefined) {
    return query.error === null ? (
      <SkeletonRows rows={7} label={words.finding} labelVisible />
    ) : (
      <PartFailure
        failure={toFailure(query.error)}
        title={words.notFound}
        notDone={words.nothingChanged}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  const { value: found, receipt } = query.data;
  const [best] = found.documents;
  if (best === undefined) {
    return (
      <EmptyState title={words.none}>
        <p>{words.noneNext(found.looked, found.batches, found.isAll)}</p>
      </EmptyState>
    );
  }
  return <Found {...props} found={found} best={best} units={receipt?.rru} />;
}

interface FoundProps extends CompareProps {
  readonly found: GoodDocuments;
  readonly best: GoodDocument;
  /** The search cost so much. */
  readonly units: number | undefined;
}

function Found({ name, document, revealed, onOpen, found, best, units }: FoundProps) {
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const chosen = found.documents.find((one) => formatKey(one) === chosenKey) ?? best;
  const { tenantId, batchId, documentId } = chosen;
  const query = useQuery(operationOptions('documents.read', { tenantId, batchId, documentId }));
  useShowReceipt('the good document', query.data?.receipt);
  const good = query.data?.value;
  const words = messages.compare;
  return (
    <div className={styles.compare}>
      <div className={styles.head}>
        <Select
          label={words.choose}
          size="sm"
          value={formatKey(chosen)}
          onChange={setChosenKey}
          options={found.documents.map((one) => ({
            value: formatKey(one),
            label: one.fileName ?? one.documentId,
            hint: [
              one.score === null ? 'no score' : one.score.toFixed(2),
              one.batchId === name.batchId ? words.inBatch : one.batchId,
            ].join(', '),
          }))}
        />
        <span className={styles.how}>
          <b>{describeMatch(chosen, found)}</b>
          {`, ${chosen.batchId === name.batchId ? words.inBatch : `batch ${chosen.batchId}`}. `}
          {words.looked(found.looked, found.batches)}
          {units === undefined ? '.' : `, ${words.cost(grouped(units))}.`}
        </span>
        <Button size="sm" variant="ghost" icon="forward" onClick={() => onOpen(chosen)}>
          {words.open}
        </Button>
      </div>
      {good === undefined ? (
        query.error === null ? (
          <SkeletonRows rows={7} label={words.reading} />
        ) : (
          <PartFailure
            failure={toFailure(query.error)}
            title={words.notRead}
            notDone={words.nothingChanged}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )
      ) : (
        <SideBySide
          key={formatKey(chosen)}
          mine={document}
          good={good}
          goodName={{ tenantId, batchId, documentId }}
          revealed={revealed}
        />
      )}
    </div>
  );
}

function formatKey({ batchId, documentId }: Pick<GoodDocument, 'batchId' | 'documentId'>): string {
  return `${batchId} ${documentId}`;
}

function describeMatch({ supplier }: GoodDocument, { isSupplierKnown }: GoodDocuments): string {
  const { found } = messages.compare;
  return supplier === 'unknown' && !isSupplierKnown ? found.ownUnknown : found[supplier];
}

interface SideBySideProps {
  readonly mine: OpenDocument;
  readonly good: OpenDocument;
  readonly goodName: DocumentName;
  readonly revealed: Revealed;
}

function SideBySide({ mine, good, goodName, revealed }: SideBySideProps) {
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const revealedOfGood = useRevealed(goodName);
  const sections = useMemo(() => compareDocuments(mine, good), [mine, good]);
  const words = messages.compare;
  const shownSections = comparedSections.flatMap((section) => {
    const rows = sections[section].filter(({ differs }) => differs || !onlyDifferences);
    const differing = sections[section].filter(({ differs }) => differs).length;
    return rows.length === 0 ? [] : [{ section, rows, differing }];
  });

  function reveal(field: string): void {
    if (mine.fields.some(({ name }) => name === field)) revealed.reveal(field);
    if (good.fields.some(({ name }) => name === field)) revealedOfGood.reveal(field);
  }

  function revealAll(): void {
    revealed.revealAll(mine.fields.map(({ name }) => name));
    revealedOfGood.revealAll(good.fields.map(({ name }) => name));
  }

  return (
    <>
      <div className={styles.tools}>
        <Checkbox checked={onlyDifferences} onChange={setOnlyDifferences} label={words.onlyDifferences} />
        <Button size="sm" variant="ghost" icon="reveal" onClick={revealAll}>
          {words.showBoth}
        </Button>
      </div>
      <div ref={makeScrollReachable} className={styles.scrolls}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{words.what}</th>
              <th scope="col">
                {words.mine}
                <span className={styles.file}>{mine.fileName ?? mine.documentId}</span>
              </th>
              <th scope="col">
                {words.good}
                <span className={styles.file}>{good.fileName ?? good.documentId}</span>
              </th>
              <th scope="col">{words.difference}</th>
            </tr>
          </thead>
          {shownSections.map(({ section, rows, differing }) => (
            <tbody key={section}>
              <tr className={styles.section}>
                <th scope="rowgroup" colSpan={4}>
                  {words.sections[section]}
                  {differing === 0 ? null : (
                    <span className={styles.count}>{words.differences(differing)}</span>
                  )}
                </th>
              </tr>
              {rows.map((row) => (
                <Row
                  key={row.name}
                  row={row}
                  mine={revealed}
                  good={revealedOfGood}
                  onReveal={() => reveal(row.name)}
                />
              ))}
            </tbody>
          ))}
        </table>
        {shownSections.length === 0 ? <p className={styles.none}>{words.nothingDiffers}</p> : null}
      </div>
    </>
  );
}

interface RowProps {
  readonly row: ComparedRow;
  readonly mine: Revealed;
  readonly good: Revealed;
  readonly onReveal: () => void;
}

function Row({ row, mine, good, onReveal }: RowProps) {
  const { name, differs, difference, isField } = row;
  const [a, b] = [mine.revealed.get(name)?.value, good.revealed.get(name)?.value];
  const isShown = a !== undefined || b !== undefined;
  const isAsked = mine.asked.has(name) || good.asked.has(name);
  return (
    <tr data-differs={differs || undefined}>
      <th scope="row">{name}</th>
      <td>
        {row.mine}
        {isField && isShown ? <Value value={a} why={mine.kept.get(name)} /> : null}
      </td>
      <td>
        {row.good}
        {isField && isShown ? <Value value={b} why={good.kept.get(name)} /> : null}
      </td>
      <td className={styles.difference}>
        {differs ? (
          <span className={styles.differs}>
            <Icon name="warning" size={12} />
            {difference === '' ? messages.compare.differs : difference}
            {difference === '' ? null : <VisuallyHidden>, {messages.compare.differs}</VisuallyHidden>}
          </span>
        ) : null}
        {isField && !isShown ? (
          <Button
            size="sm"
            variant="ghost"
            icon="reveal"
            loading={isAsked}
            aria-label={messages.compare.show(name)}
            onClick={onReveal}
          >
            Show
          </Button>
        ) : null}
      </td>
    </tr>
  );
}

function Value({ value, why }: { readonly value: string | undefined; readonly why: string | undefined }) {
  if (value !== undefined) return <span className={styles.value}>{value}</span>;
  return (
    <span className={styles.absent} title={why}>
      {messages.values.notShown}
    </span>
  );
}
