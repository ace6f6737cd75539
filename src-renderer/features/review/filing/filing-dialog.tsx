import { useId, useRef, useState, type FormEvent } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { useSingleKeys } from '#renderer/ui/keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { Filing, ReviewDocument } from '#shared/contract/review-document.ts';
import {
  describePages,
  divideAt,
  mostFiled,
  mostJoined,
  type FilingKind,
} from '#shared/domain/review/filing.ts';
import { findFocusedRow, isSubmitKey, isTyping, useDialogKeys } from '../decide/dialog-rules.ts';
import { messages as review } from '../messages.ts';
import { filingMessages as messages } from './filing-messages.ts';
import { JoinList, type Joined } from './join-list.tsx';
import { PageMarks, usePages } from './page-marks.tsx';
import {
  nameWorkflow,
  useNeighbours,
  useRereadingCost,
  useWhyNotOffered,
  useWorkflowChoices,
  type WorkflowChoice,
  type WorkflowChoices,
} from './use-filing.ts';
import styles from './filing.module.css';

interface FilingDialogProps {
  /** Null while none is open. */
  readonly kind: FilingKind | null;
  readonly document: ReviewDocument;
  readonly onFile: (filing: Filing, reason: string) => void;
  /** Opens the dialog of a rejection in its place. */
  readonly onReject: () => void;
  readonly onClose: () => void;
}

/** Files the pages of the open document as new documents, and says before what will happen and what it costs. */
export function FilingDialog({ kind, document, onFile, ...form }: FilingDialogProps) {
  // While the dialog fades out, it still shows the form that was open.
  const [last, setLast] = useState<FilingKind>(kind ?? 'elsewhere');
  if (kind !== null && kind !== last) setLast(kind);
  const shown = kind ?? last;
  // A second Enter during the closing animation would file the next document.
  const fileOnce: typeof onFile = (filing, reason) => {
    if (kind !== null) onFile(filing, reason);
  };
  return (
    <Dialog
      open={kind !== null}
      onClose={form.onClose}
      title={messages.title[shown](document.fileName ?? review.common.thisDocument)}
      size={shown === 'elsewhere' ? 'md' : 'lg'}
      focusAfter={findFocusedRow}
      sticky
    >
      <FilingForm key={shown} kind={shown} document={document} onFile={fileOnce} {...form} />
    </Dialog>
  );
}

type FormProps = Omit<FilingDialogProps, 'kind'> & { readonly kind: FilingKind };

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

interface WorkflowSelectProps {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly options: readonly WorkflowChoice[];
  /** The workflow that the document is in now. */
  readonly own?: WorkflowChoice | undefined;
  readonly value: string | null;
  readonly choices: WorkflowChoices;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
}

function WorkflowSelect({
  label,
  labelHidden,
  options,
  own,
  value,
  choices,
  error,
  onChange,
}: WorkflowSelectProps) {
  const failure = choices.failure === null ? undefined : `${messages.workflowsNotRead} ${choices.failure}`;
  const hint = choices.isRead
    ? choices.isAll
      ? undefined
      : messages.notAllWorkflows
    : messages.loadingWorkflows;
  return (
    <Select
      label={label}
      labelHidden={labelHidden}
      placeholder={messages.chooseWorkflow}
      value={value}
      hint={labelHidden ? undefined : hint}
      error={failure ?? error}
      options={options.map((one) => ({
        value: nameWorkflow(one),
        label: own !== undefined && one.value === own.value ? messages.sameWorkflow(one.label) : one.label,
      }))}
      onChange={onChange}
    />
  );
}

interface FrameProps extends FormProps {
  readonly cost: string;
  /** The text of the button. */
  readonly run: string;
  /** What is missing; undefined where it can be filed. It is shown once the person has tried. */
  readonly problem: string | undefined;
  readonly build: () => Filing;
  readonly onDigit?: (digit: number) => void;
  readonly children: (problem: string | undefined) => React.ReactNode;
}

/** The parts that all kinds share: the effect, the reason, the price and that it cannot be undone. */
function Frame({ kind, cost, run, problem, build, onDigit, children, onFile, onClose }: FrameProps) {
  const formId = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const reasonRef = useRef<HTMLInputElement>(null);
  const listens = useSingleKeys();
  const [reason, setReason] = useState<string>(messages.usualReason[kind]);
  const [tried, setTried] = useState(false);
  const isReasonMissing = reason.trim() === '';

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    setTried(true);
    if (problem !== undefined)
      formRef.current?.querySelector<HTMLElement>('[data-first], button, input')?.focus();
    else if (isReasonMissing) reasonRef.current?.focus();
    else onFile(build(), reason.trim());
  }

  useDialogKeys(formRef, (event) => {
    const digit = Number(event.key);
    const isOnMark = event.target instanceof HTMLInputElement && event.target.type === 'checkbox';
    if (isSubmitKey(event) && (!isOnMark || event.ctrlKey || event.metaKey)) submit();
    else if (listens && onDigit !== undefined && digit > 0 && !isTyping(event)) onDigit(digit);
    else return false;
    return true;
  });

  return (
    <>
      <DialogBody>
        <DialogDescription>{messages.effect[kind]}</DialogDescription>
        <form ref={formRef} id={formId} className={styles.form} onSubmit={submit} noValidate>
          {children(tried ? problem : undefined)}
          <TextField
            ref={reasonRef}
            label={messages.reason}
            maxLength={500}
            value={reason}
            error={tried && isReasonMissing ? messages.reasonMissing : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Note tone="warn">
            {messages.noUndo[kind]} {messages.editsStay}
          </Note>
        </form>
      </DialogBody>
      <DialogFoot start={cost}>
        <Button variant="ghost" onClick={onClose}>
          {review.common.cancel}
        </Button>
        <Button type="submit" form={formId} variant="primary" shortcut="Mod+Enter">
          {run}
        </Button>
      </DialogFoot>
    </>
  );
}
