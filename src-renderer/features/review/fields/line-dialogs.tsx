import { useId, useRef, useState, type FormEvent } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextArea, TextField } from '#renderer/ui/field.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { lineColumns, type LineColumn } from '#shared/contract/review-document.ts';
import type { LineChange } from '#shared/domain/review/line-changes.ts';
import {
  readPastedCells,
  splitAtWord,
  splitByAmount,
  splitByQuantity,
  type Cells,
} from '#shared/domain/review/line-values.ts';
import { findFocusedRow, isSubmitKey, useDialogKeys } from '../decide/dialog-rules.ts';
import { messages } from '../messages.ts';
import styles from './line-dialogs.module.css';

interface SplitDialogProps {
  readonly open: boolean;
  /** The number of the line, counted from 0. */
  readonly line: number;
  readonly cells: Cells | undefined;
  readonly onSplit: (parts: readonly [Cells, Cells]) => void;
  readonly onClose: () => void;
}

type SplitWay = 'word' | 'quantity' | 'amount';

/** Asks where a line is split, and shows the two lines that come of it. */
export function SplitDialog({ open, line, cells, onSplit, onClose }: SplitDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={messages.lines.split.title(line + 1)}
      focusAfter={findFocusedRow}
      sticky
    >
      {cells === undefined ? null : <SplitForm cells={cells} onSplit={onSplit} onClose={onClose} />}
    </Dialog>
  );
}

function SplitForm({
  cells,
  onSplit,
  onClose,
}: Pick<SplitDialogProps, 'onSplit' | 'onClose'> & { cells: Cells }) {
  const formId = useId();
  const words = cells.description.split(/\s+/).filter((word) => word !== '');
  const [way, setWay] = useState<SplitWay>(words.length > 1 ? 'word' : 'amount');
  const [word, setWord] = useState(1);
  const [typed, setTyped] = useState('');
  const parts = splitBy(way, cells, { word, typed });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (parts !== undefined) onSplit(parts);
  }

  return (
    <>
      <DialogBody>
        <form id={formId} className={styles.form} onSubmit={submit} noValidate>
          <Segmented
            label={messages.lines.split.way}
            value={way}
            onChange={setWay}
            options={[
              { value: 'word', label: messages.lines.split.word, disabled: words.length < 2 },
              { value: 'quantity', label: messages.lines.split.quantity },
              { value: 'amount', label: messages.lines.split.amount },
            ]}
          />
          {way === 'word' ? (
            <Words words={words} at={word} onChange={setWord} />
          ) : (
            <TextField
              label={
                way === 'quantity' ? messages.lines.split.firstQuantity : messages.lines.split.firstAmount
              }
              hint={messages.lines.split.of(way === 'quantity' ? cells.quantity : cells.amount)}
              error={
                typed.trim() !== '' && parts === undefined ? messages.lines.split.notPossible : undefined
              }
              maxLength={100}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <Preview rows={parts ?? [cells]} label={messages.lines.split.preview} />
        </form>
      </DialogBody>
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          {messages.common.cancel}
        </Button>
        <Button type="submit" form={formId} variant="primary" disabled={parts === undefined}>
          {messages.lines.split.do}
        </Button>
      </DialogFoot>
    </>
  );
}

function splitBy(
  way: SplitWay,
  cells: Cells,
  { word, typed }: { readonly word: number; readonly typed: string },
): readonly [Cells, Cells] | undefined {
  if (way === 'word') return splitAtWord(cells, word);
  return way === 'quantity' ? splitByQuantity(cells, typed) : splitByAmount(cells, typed);
}

interface WordsProps {
  readonly words: readonly string[];
  /** The first word of the second line. */
  readonly at: number;
  readonly onChange: (at: number) => void;
}

/** The words of the description, each of which can begin the second line. The arrow keys choose another. */
function Words({ words, at, onChange }: WordsProps) {
  const name = useId();
  return (
    <fieldset className={styles.words}>
      <legend>{messages.lines.split.before}</legend>
      {words.map((word, index) =>
        index === 0 ? (
          // oxlint-disable-next-line react/no-array-index-key -- a text may have the same word twice
          <span key={index} className={styles.firstWord}>
            {word}
          </span>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <label key={index} className={styles.word} data-second={index >= at ? '' : undefined}>
            <input type="radio" name={name} checked={index === at} onChange={() => onChange(index)} />
            {word}
          </label>
        ),
      )}
    </fieldset>
  );
}

interface PasteDialogProps {
  readonly open: boolean;
  readonly text: string;
  readonly line: number;
  readonly column: LineColumn;
  readonly lines: readonly Cells[];
  readonly onPaste: (change: LineChange) => void;
  readonly onClose: () => void;
}

/** Shows what a paste changes before it writes over values. The text can be pasted here by mouse too. */
export function PasteDialog({ open, onClose, ...form }: PasteDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={messages.lines.paste.title}
      size="lg"
      focusAfter={findFocusedRow}
      sticky
    >
      <PasteForm {...form} onClose={onClose} />
    </Dialog>
  );
}

function PasteForm({ text: first, line, column, lines, onPaste, onClose }: Omit<PasteDialogProps, 'open'>) {
  const formId = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(first);
  const [isInserted, setInserted] = useState(false);
  const pasted = readPastedCells(text, column);
  const rows = pasted?.values ?? [];
  const written = rows.map((row, at) => writeOver(isInserted ? undefined : lines[line + at], row, column));
  const changed = written.reduce((sum, { was }) => sum + Object.keys(was).length, 0);

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    if (rows.length > 0) onPaste({ kind: 'paste', line, column, values: rows, isInserted });
  }

  // Enter alone begins a line of the text.
  useDialogKeys(formRef, (event) => {
    if (!(event.ctrlKey || event.metaKey) || !isSubmitKey(event)) return false;
    submit();
    return true;
  });

  return (
    <>
      <DialogBody>
        <form id={formId} className={styles.form} ref={formRef} onSubmit={submit} noValidate>
          <DialogDescription>
            {messages.lines.paste.effect(line + 1, messages.fields[column])}
          </DialogDescription>
          <Segmented
            label={messages.lines.paste.how}
            value={isInserted ? 'insert' : 'overwrite'}
            onChange={(way) => setInserted(way === 'insert')}
            options={[
              { value: 'overwrite', label: messages.lines.paste.overwrite },
              { value: 'insert', label: messages.lines.paste.insert },
            ]}
          />
          <TextArea
            label={messages.lines.paste.text}
            rows={first === '' ? 5 : 3}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <p className={styles.says} aria-live="polite">
            {pasted === undefined
              ? messages.lines.paste.nothing
              : [
                  messages.lines.paste.lines(rows.length),
                  isInserted ? '' : messages.lines.paste.changed(changed),
                  pasted.hadHeadings ? messages.lines.paste.headings : '',
                  pasted.columnsLeftOut === 0 ? '' : messages.lines.paste.leftOut(pasted.columnsLeftOut),
                ]
                  .filter((part) => part !== '')
                  .join(' ')}
          </p>
          {written.length === 0 ? null : (
            <Preview
              rows={written.slice(0, mostShown).map(({ cells }) => cells)}
              was={written.map(({ was }) => was)}
              label={messages.lines.paste.preview}
              from={line}
            />
          )}
          {written.length <= mostShown ? null : (
            <p className={styles.says}>{messages.lines.paste.more(written.length - mostShown)}</p>
          )}
        </form>
      </DialogBody>
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          {messages.common.cancel}
        </Button>
        <Button
          type="submit"
          form={formId}
          variant="primary"
          shortcut="Mod+Enter"
          disabled={rows.length === 0}
        >
          {isInserted ? messages.lines.paste.doInsert : messages.lines.paste.doOverwrite}
        </Button>
      </DialogFoot>
    </>
  );
}

const mostShown = 50;

interface Written {
  readonly cells: Cells;
  /** The values that are written over, by column. */
  readonly was: Partial<Record<LineColumn, string>>;
}

function writeOver(before: Cells | undefined, row: readonly string[], column: LineColumn): Written {
  const first = lineColumns.indexOf(column);
  const { description = '', quantity = '', unit = '', amount = '' } = before ?? {};
  const old: Cells = { description, quantity, unit, amount };
  const cells = { ...old };
  const was: Partial<Record<LineColumn, string>> = {};
  for (const [at, value] of row.entries()) {
    const name = lineColumns[first + at];
    if (name === undefined) continue;
    cells[name] = value;
    if (old[name] !== '' && old[name] !== value) was[name] = old[name];
  }
  return { cells, was };
}

interface PreviewProps {
  readonly label: string;
  readonly rows: readonly Cells[];
  /** The values that are written over, by row and column. */
  readonly was?: readonly Partial<Record<LineColumn, string>>[] | undefined;
  /** The number of the first line, where the numbers are shown. */
  readonly from?: number | undefined;
}

/** Shows lines as they will be, with the old value beside each that changes. */
function Preview({ label, rows, was, from }: PreviewProps) {
  return (
    <div ref={makeScrollReachable} className={styles.preview}>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>{label}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {from === undefined ? null : <th scope="col">{messages.lines.number}</th>}
            {lineColumns.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {messages.fields[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines have no other name
            <tr key={at}>
              {from === undefined ? null : <th scope="row">{from + at + 1}</th>}
              {lineColumns.map((column) => (
                <td key={column} data-column={column}>
                  {was?.[at]?.[column] === undefined ? null : (
                    <del>
                      <VisuallyHidden>{messages.fields.wasBefore} </VisuallyHidden>
                      {was[at][column]}
                    </del>
                  )}{' '}
                  {cells[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
