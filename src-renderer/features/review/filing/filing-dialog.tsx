import { useState } from 'react';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import type { Filing, ReviewDocument } from '#shared/contract/review-document.ts';
import {
  describePages,
  divideAt,
  mostFiled,
  mostJoined,
  type FilingKind,
} from '#shared/domain/review/filing.ts';
import { findFocusedRow } from '../decide/dialog-rules.ts';
import { messages as review } from '../messages.ts';
import { usePeople } from '../queue/use-people.ts';
import { Frame, WorkflowSelect, type FormProps } from './filing-frame.tsx';
import { filingMessages as messages } from './filing-messages.ts';
import decide from '../decide/decide.module.css';
import styles from './filing.module.css';
import { PageMarks, usePages } from './page-marks.tsx';
import {
  useNeighbours,
  useRereadingCost,
  useWhyNotOffered,
  useWorkflowChoices,
  type WorkflowChoice,
  type WorkflowChoices,
  type Neighbour,
  type Neighbours,
} from './use-filing.ts';

interface FilingDialogProps extends Omit<FormProps, 'kind'> {
  /** Null while none is open. */
  readonly kind: FilingKind | null;
}

/** Files the pages of the open document as new documents, and says before what will happen and what it costs. */
export function FilingDialog({ kind, document, onFile, ...form }: FilingDialogProps) {
  // While the dialog fades out, the next document is open already, and the form still shows the one before.
  const [last, setLast] = useState({ kind: kind ?? 'elsewhere', document });
  if (kind !== null && (kind !== last.kind || document !== last.document)) setLast({ kind, document });
  // A second Enter during the closing animation would file the next document.
  const fileOnce: typeof onFile = (filing, reason) => {
    if (kind !== null) onFile(filing, reason);
  };
  return (
    <Dialog
      open={kind !== null}
      onClose={form.onClose}
      title={messages.title[last.kind](last.document.fileName ?? review.common.thisDocument)}
      size={last.kind === 'elsewhere' ? 'md' : 'lg'}
      focusAfter={findFocusedRow}
      sticky
    >
      <FilingForm key={last.kind} {...last} onFile={fileOnce} {...form} />
    </Dialog>
  );
}

/** It mounts with the popup, so nothing is read before the dialog opens. */
function FilingForm(props: FormProps) {
  const whyNot = useWhyNotOffered();
  const { kind, onReject, onClose } = props;
  if (whyNot === null) {
    if (kind === 'elsewhere') return <FileElsewhere {...props} />;
    return kind === 'divided' ? <DivideFile {...props} /> : <JoinFiles {...props} />;
  }
  return (
    <>
      <DialogBody>
        {whyNot === undefined ? (
          <p className={styles.quiet}>{messages.asking}</p>
        ) : (
          <Note tone="warn" live>
            {messages.notOffered(whyNot)}
          </Note>
        )}
      </DialogBody>
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          {review.common.cancel}
        </Button>
        {whyNot === undefined ? null : <Button onClick={onReject}>{messages.rejectInstead}</Button>}
      </DialogFoot>
    </>
  );
}

function toPart({ batchId, documentId }: ReviewDocument) {
  return { batchId, documentId };
}

/** Returns the workflow of the document, where its batch says it. */
function findOwn({ projectId, workflowId }: ReviewDocument, { list }: WorkflowChoices) {
  return list.find((one) => one.projectId === projectId && one.workflowId === workflowId);
}

function FileElsewhere(props: FormProps) {
  const { document } = props;
  const workflows = useWorkflowChoices(document.tenantId);
  const [chosen, setChosen] = useState<string | null>(null);
  const own = findOwn(document, workflows);
  const others = workflows.list.filter((one) => one !== own);
  const workflow = others.find(({ value }) => value === chosen);
  const cost = useRereadingCost(document.tenantId, [document], 1);
  const isNone = workflows.isRead && workflows.isAll && others.length === 0;
  return (
    <Frame
      {...props}
      cost={cost}
      run={messages.run.elsewhere}
      problem={isNone ? messages.noOther : workflow === undefined ? messages.chooseFirst : undefined}
      build={() => ({ into: workflow === undefined ? [] : [toInto(workflow, [toPart(document)])], also: [] })}
    >
      {(problem) => (
        <WorkflowSelect
          label={messages.workflow}
          options={others}
          value={chosen}
          choices={workflows}
          error={problem}
          onChange={setChosen}
        />
      )}
    </Frame>
  );
}

function toInto({ projectId, workflowId }: WorkflowChoice, parts: Filing['into'][number]['parts']) {
  return { workflow: { projectId, workflowId }, parts };
}

function DivideFile(props: FormProps) {
  const { document } = props;
  const file = usePages(document);
  const workflows = useWorkflowChoices(document.tenantId);
  const own = findOwn(document, workflows);
  const [beginnings, setBeginnings] = useState<readonly number[]>([]);
  /** The chosen workflow by the first page of a document. */
  const [chosen, setChosen] = useState<Readonly<Record<number, string>>>({});
  const pages = file.pdf?.pages ?? 0;
  const ranges = divideAt(pages, beginnings);
  const parts = ranges.map((range) => ({
    range,
    workflow: workflows.list.find(({ value }) => value === chosen[range.from]) ?? own,
  }));
  const cost = useRereadingCost(document.tenantId, [document], parts.length);
  const toggle = (page: number): void =>
    setBeginnings((now) => (now.includes(page) ? now.filter((one) => one !== page) : [...now, page]));
  const problem =
    pages === 1
      ? messages.onePage
      : parts.length < 2
        ? messages.markOne
        : parts.length > mostFiled
          ? messages.tooMany(mostFiled)
          : parts.some(({ workflow }) => workflow === undefined)
            ? messages.chooseFirst
            : undefined;
  return (
    <Frame
      {...props}
      cost={cost}
      run={parts.length < 2 ? messages.run.divided : messages.divideInto(parts.length)}
      problem={problem}
      onDigit={(page) => page > 1 && page <= pages && toggle(page)}
      build={() => ({
        into: parts.flatMap(({ range, workflow }) =>
          workflow === undefined ? [] : [toInto(workflow, [{ ...toPart(document), pages: range }])],
        ),
        also: [],
      })}
    >
      {(shown) => (
        <>
          <PageMarks file={file} beginnings={beginnings} onToggle={toggle} />
          {shown === undefined ? null : <Note tone="warn">{shown}</Note>}
          {parts.length < 2 ? null : (
            <ol className={styles.parts} aria-label={messages.becomes}>
              {parts.map(({ range, workflow }, at) => (
                <li key={range.from} className={styles.part}>
                  <span>{messages.documentAt(at + 1, describePages(range))}</span>
                  <WorkflowSelect
                    label={messages.workflowOf(at + 1)}
                    labelHidden
                    options={workflows.list}
                    own={own}
                    value={workflow?.value ?? null}
                    choices={workflows}
                    onChange={(value) => setChosen((now) => ({ ...now, [range.from]: value }))}
                  />
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </Frame>
  );
}

function JoinFiles(props: FormProps) {
  const { document } = props;
  const neighbours = useNeighbours(document);
  const workflows = useWorkflowChoices(document.tenantId);
  const own = findOwn(document, workflows);
  const [value, setValue] = useState<string | null>(null);
  const workflow = workflows.list.find((one) => one.value === value) ?? own;
  const self: Joined = { ...toPart(document), name: messages.thisOne, version: null };
  const [order, setOrder] = useState<readonly Joined[]>([self]);
  const cost = useRereadingCost(document.tenantId, order, 1);
  const added = order.filter(({ version }) => version !== null);
  const problem =
    added.length === 0
      ? messages.chooseNeighbour
      : added.length > mostJoined
        ? messages.tooManyJoined(mostJoined)
        : workflow === undefined
          ? messages.chooseFirst
          : undefined;
  return (
    <Frame
      {...props}
      cost={cost}
      run={added.length === 0 ? messages.run.joined : messages.joinCount(order.length)}
      problem={problem}
      build={() => ({
        into:
          workflow === undefined
            ? []
            : [
                toInto(
                  workflow,
                  order.map(({ batchId, documentId }) => ({ batchId, documentId })),
                ),
              ],
        also: added.map(({ batchId, documentId, version }) => ({
          batchId,
          documentId,
          version: version ?? 0,
        })),
      })}
    >
      {(shown) => (
        <>
          <JoinList
            neighbours={neighbours}
            batchId={document.batchId}
            order={order}
            onOrder={setOrder}
            error={shown}
          />
          <WorkflowSelect
            label={messages.workflow}
            options={workflows.list}
            own={own}
            value={workflow?.value ?? null}
            choices={workflows}
            onChange={setValue}
          />
        </>
      )}
    </Frame>
  );
}

/** A document whose pages become part of the new one. The open document has no version here. */
interface Joined {
  readonly batchId: string;
  readonly documentId: string;
  readonly name: string;
  readonly version: number | null;
}

interface JoinListProps {
  readonly neighbours: Neighbours;
  /** The batch of the open document. */
  readonly batchId: string;
  readonly order: readonly Joined[];
  readonly onOrder: (order: readonly Joined[]) => void;
  readonly error: string | undefined;
}

/** Lists the waiting documents to choose from, and the order in which the pages of the chosen ones are joined. */
function JoinList({ neighbours, batchId, order, onOrder, error }: JoinListProps) {
  const [query, setQuery] = useState('');
  const { list, isRead, failure } = neighbours;
  const words = query.trim().toLowerCase();
  const found = list.filter(({ name, documentId }) => `${name} ${documentId}`.toLowerCase().includes(words));

  function toggle(one: Neighbour): void {
    const { batchId: batch, documentId, name, version } = one;
    const isIn = order.some((other) => isSame(other, one));
    onOrder(
      isIn
        ? order.filter((other) => !isSame(other, one))
        : [...order, { batchId: batch, documentId, name, version }],
    );
  }

  return (
    <>
      <TextField
        label={messages.search}
        labelHidden
        icon="search"
        placeholder={messages.search}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {failure === null ? null : (
        <Note tone="bad" live>
          <b>{messages.neighboursNotRead}</b> {failure}
        </Note>
      )}
      {isRead || failure !== null ? null : <p className={styles.quiet}>{messages.loadingNeighbours}</p>}
      {isRead && list.length === 0 ? <p className={styles.quiet}>{messages.noNeighbours}</p> : null}
      {isRead && list.length > 0 && found.length === 0 ? (
        <p className={styles.quiet}>{messages.noMatch}</p>
      ) : null}
      {found.length === 0 ? null : (
        <fieldset className={styles.neighbours}>
          <legend className={styles.legend}>{messages.neighbours}</legend>
          <div className={styles.rows}>
            {found.map((one) => (
              <NeighbourRow
                key={`${one.batchId} ${one.documentId}`}
                neighbour={one}
                isOwnBatch={one.batchId === batchId}
                isChosen={order.some((other) => isSame(other, one))}
                onToggle={() => toggle(one)}
              />
            ))}
          </div>
        </fieldset>
      )}
      {error === undefined ? null : <Note tone="warn">{error}</Note>}
      {order.length < 2 ? null : <Order order={order} onOrder={onOrder} />}
    </>
  );
}

function isSame(one: Pick<Joined, 'batchId' | 'documentId'>, other: typeof one): boolean {
  return one.batchId === other.batchId && one.documentId === other.documentId;
}

interface NeighbourRowProps {
  readonly neighbour: Neighbour;
  readonly isOwnBatch: boolean;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function NeighbourRow({ neighbour, isOwnBatch, isChosen, onToggle }: NeighbourRowProps) {
  const { name, batchId, claimedBy, claimExpiresAt } = neighbour;
  const { nameOf } = usePeople();
  const now = useNow(30_000);
  const isHeld = claimedBy !== null && Date.parse(claimExpiresAt ?? '') > now;
  return (
    <label className={decide.choice}>
      <input type="checkbox" checked={isChosen} disabled={isHeld} onChange={onToggle} />
      <span className={styles.name}>{name}</span>
      <span className={styles.quiet}>
        {isHeld
          ? messages.heldBy(nameOf(claimedBy))
          : isOwnBatch
            ? messages.sameBatch
            : messages.otherBatch(batchId)}
      </span>
    </label>
  );
}

function Order({ order, onOrder }: Pick<JoinListProps, 'order' | 'onOrder'>) {
  function moveUp(at: number): void {
    const [before, one] = [order[at - 1], order[at]];
    if (before === undefined || one === undefined) return;
    onOrder([...order.slice(0, at - 1), one, before, ...order.slice(at + 1)]);
  }
  return (
    <div>
      <p className={styles.legend}>{messages.order}</p>
      <ol className={styles.parts} aria-label={messages.order}>
        {order.map((one, at) => (
          <li key={`${one.batchId} ${one.documentId}`} className={styles.ordered}>
            <span className={styles.name}>
              {at + 1}. {one.name}
            </span>
            {at === 0 ? null : (
              <IconButton size="sm" icon="up" label={messages.moveUp(one.name)} onClick={() => moveUp(at)} />
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
