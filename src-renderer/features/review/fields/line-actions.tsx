import { useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '#renderer/ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#renderer/ui/menu.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { lineColumns, type LineColumn, type ReviewDocument } from '#shared/contract/review-document.ts';
import {
  arrangeLines,
  cellPlace,
  finishLines,
  toCellPlace,
  type Edits,
  type Place,
} from '#shared/domain/review/draft-rules.ts';
import { changeLines, type LineChange } from '#shared/domain/review/line-changes.ts';
import { readPastedCells } from '#shared/domain/review/line-values.ts';
import { messages } from '../messages.ts';
import { PasteDialog, SplitDialog } from './line-dialogs.tsx';

/** An action of a person on the line or the cell that has the focus. */
export type LineAction = keyof typeof messages.lines.actions;

interface Parts {
  /** The document as it was read. */
  readonly document: ReviewDocument;
  readonly edits: Edits;
  readonly focused: Place | null;
  /** The reason why the lines cannot be changed; null where they can. */
  readonly whyNot: string | null;
  readonly onEdits: (edits: Edits) => void;
  readonly onGo: (place: Place) => void;
  readonly onType: (place: Place) => void;
}

interface LineActions {
  readonly run: (action: LineAction) => void;
  readonly change: (change: LineChange) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
  readonly dialogs: ReactNode;
  /** Says why a change was not made, for the eye and for a screen reader. */
  readonly said: string;
  readonly say: (why: string) => void;
}

type Opened = { readonly kind: 'split' } | { readonly kind: 'paste'; readonly text: string } | null;

/** Changes lines by key, menu or paste. Each change is one step of the draft. */
export function useLineActions(parts: Parts): LineActions {
  const { document, edits, focused, onEdits, onGo, onType } = parts;
  const whyNot =
    parts.whyNot ?? (document.notTaken?.includes('lines') === true ? messages.lines.notTaken : null);
  const [opened, setOpened] = useState<Opened>(null);
  const [said, setSaid] = useState('');
  const cell = focused === null ? undefined : toCellPlace(focused);
  const count = arrangeLines(document, edits).lines.length;
  const at = {
    line: cell?.line ?? Math.max(0, count - 1),
    column: (cell?.column ?? 'description') as LineColumn,
  };

  function apply(change: LineChange, then: 'go' | 'type' = 'go'): void {
    const made = whyNot === null ? changeLines(document, edits, change) : undefined;
    setSaid(made === undefined ? (whyNot ?? messages.lines.notPossible) : '');
    if (made === undefined) return;
    onEdits(made.edits);
    const place = keepColumn(made.focus, change, at.column);
    if (place === null) return;
    onGo(place);
    if (then === 'type') onType(place);
  }

  function run(action: LineAction): void {
    if (whyNot !== null) return setSaid(whyNot);
    if (action === 'addBelow') return apply({ kind: 'add', at: count === 0 ? 0 : at.line + 1 }, 'type');
    if (action === 'addAbove') return apply({ kind: 'add', at: at.line }, 'type');
    if (action === 'paste') return setOpened({ kind: 'paste', text: '' });
    if (count === 0) return setSaid(messages.lines.notPossible);
    if (action === 'split') return setOpened({ kind: 'split' });
    return apply(changes[action](at.line, at.column));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    const action = findLineAction(event.nativeEvent, isTyped(event.target));
    // A field has no line. Adding one works from anywhere, because a document may have no lines yet.
    if (action === undefined || (cell === undefined && action !== 'addBelow')) return;
    event.preventDefault();
    event.stopPropagation();
    run(action);
  }

  function onPaste(event: ClipboardEvent): void {
    if (cell === undefined) return;
    const text = event.clipboardData.getData('text/plain');
    const pasted = readPastedCells(text, at.column);
    if (pasted === undefined) return;
    const isOne = pasted.values.length === 1 && pasted.values[0]?.length === 1;
    // One value in a field that is typed is pasted as everywhere.
    if (isOne && isTyped(event.target)) return;
    event.preventDefault();
    if (whyNot !== null) return setSaid(whyNot);
    const change = { kind: 'paste', ...at, values: pasted.values, isInserted: false } as const;
    if (isOne || !overwrites(document, edits, change)) apply(change);
    else setOpened({ kind: 'paste', text });
  }

  const close = (): void => setOpened(null);
  function renderDialogs(): ReactNode {
    // Five hundred lines are not put together for every key.
    if (opened === null) return null;
    const lines = finishLines(document, edits);
    return opened.kind === 'split' ? (
      <SplitDialog
        open
        line={at.line}
        cells={lines[at.line]}
        onClose={close}
        onSplit={(split) => {
          close();
          apply({ kind: 'split', line: at.line, parts: split });
        }}
      />
    ) : (
      <PasteDialog
        open
        text={opened.text}
        line={at.line}
        column={at.column}
        lines={lines}
        onClose={close}
        onPaste={(change) => {
          close();
          apply(change);
        }}
      />
    );
  }

  return {
    run,
    change: apply,
    onKeyDown,
    onPaste,
    dialogs: renderDialogs(),
    said,
    say: setSaid,
  };
}

type SimpleAction = Exclude<LineAction, 'addBelow' | 'addAbove' | 'paste' | 'split'>;

const changes: Readonly<Record<SimpleAction, (line: number, column: LineColumn) => LineChange>> = {
  duplicate: (line) => ({ kind: 'duplicate', line }),
  remove: (line) => ({ kind: 'remove', line }),
  merge: (line) => ({ kind: 'merge', line }),
  moveUp: (line) => ({ kind: 'move', line, by: -1 }),
  moveDown: (line) => ({ kind: 'move', line, by: 1 }),
  copyDown: (line, column) => ({ kind: 'copy down', line, column }),
  columnUp: (line, column) => ({ kind: 'shift', line, column, by: -1 }),
  columnDown: (line, column) => ({ kind: 'shift', line, column, by: 1 }),
  columnLeft: (line, column) => ({ kind: 'swap', line, column, other: findColumnBeside(column, -1) }),
  columnRight: (line, column) => ({ kind: 'swap', line, column, other: findColumnBeside(column, 1) }),
};

function findColumnBeside(column: LineColumn, step: 1 | -1): LineColumn | undefined {
  return lineColumns[lineColumns.indexOf(column) + step];
}

/** A line that is moved or removed leaves the focus in its column. */
function keepColumn(focus: Place | null, { kind }: LineChange, column: LineColumn): Place | null {
  const cell = focus === null ? undefined : toCellPlace(focus);
  if (cell === undefined || kind === 'add' || kind === 'split' || kind === 'swap') return focus;
  return cellPlace(cell.line, column);
}

/** Returns whether a paste writes over a value that says something else. */
function overwrites(
  document: ReviewDocument,
  edits: Edits,
  { line, column, values }: Extract<LineChange, { readonly kind: 'paste' }>,
): boolean {
  const before = finishLines(document, edits);
  const columns = ['description', 'quantity', 'unit', 'amount'] as const;
  const first = columns.indexOf(column);
  return values.some((row, at) =>
    row.some((value, index) => {
      const name = columns[first + index];
      const now = name === undefined ? '' : (before[line + at]?.[name] ?? '');
      return now !== '' && now !== value;
    }),
  );
}

type Press = Pick<globalThis.KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Returns the action of a key. In a typed cell, keys that edit text keep their meaning. */
export function findLineAction(press: Press, isTyping: boolean): LineAction | undefined {
  const written = writePress(press);
  // A paste arrives as an event of its own, with what is on the clipboard.
  const action = actionNames.find((name) => name !== 'paste' && listKeys(name).includes(written));
  return action !== undefined && isTyping && !/^Mod\+(?:Shift\+)?[A-Z]$/.test(written) ? undefined : action;
}

/** A keyboard without Insert or Delete has a second key. */
function listKeys(action: LineAction): readonly string[] {
  const main = pageKeys.review[action];
  if (action === 'addBelow') return [main, 'Insert'];
  return action === 'remove' ? [main, 'Mod+Backspace'] : [main];
}

function writePress({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): string {
  const parts = [ctrlKey || metaKey ? 'Mod' : '', altKey ? 'Alt' : '', shiftKey ? 'Shift' : ''];
  return [...parts.filter((part) => part !== ''), key.length === 1 ? key.toUpperCase() : key].join('+');
}

function isTyped(target: EventTarget): boolean {
  return target instanceof Element && target.closest('input, textarea') !== null;
}

const actionNames = Object.keys(messages.lines.actions) as LineAction[];

const menuGroups: readonly (readonly LineAction[])[] = [
  ['addBelow', 'addAbove', 'duplicate', 'paste'],
  ['split', 'merge', 'moveUp', 'moveDown'],
  ['copyDown', 'columnDown', 'columnUp', 'columnLeft', 'columnRight'],
  ['remove'],
];

interface LineMenuProps {
  /** True while a cell has the focus, whose line the actions are about. */
  readonly hasLine: boolean;
  readonly onRun: (action: LineAction) => void;
}

/** Offers every action with its key, for the line of the focused cell. */
export function LineMenu({ hasLine, onRun }: LineMenuProps) {
  const isOffered = (action: LineAction): boolean => hasLine || action === 'addBelow';
  return (
    <Menu align="end" trigger={<IconButton icon="more" size="sm" label={messages.lines.menu} />}>
      {menuGroups.map((group, at) => [
        at === 0 ? null : <MenuSeparator key={`before ${group[0] ?? ''}`} />,
        ...group.map((action) => (
          <MenuItem
            key={action}
            shortcut={pageKeys.review[action]}
            danger={action === 'remove'}
            disabled={!isOffered(action)}
            onSelect={() => onRun(action)}
          >
            {messages.lines.actions[action]}
          </MenuItem>
        )),
      ])}
    </Menu>
  );
}
