import { memo, useId, useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { classNames } from './class-names.ts';
import { notCopied, useCopyText } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import {
  ExactNumber,
  firstPage,
  isList,
  jsonLines,
  jsonText,
  leafText,
  type JsonLine,
  type JsonValue,
  type LeafLine,
  type NodeLine,
} from './json-lines.ts';
import styles from './json-view.module.css';
import { keyRoleClass, type KeyRole } from './key-role.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';
import { messages } from './messages.ts';

interface JsonViewProps {
  readonly label: string;
  readonly value: JsonValue;
  /** Attributes of the root may be part of a key: { PK: 'pk', GSI2SK: 'gsi2' }. */
  readonly keyRoles?: Readonly<Record<string, KeyRole>> | undefined;
  /** Maps JSON Pointers ("/uploadedBy") to what each hides ("e-mail"). Masked values are never drawn or copied. */
  readonly masked?: ReadonlyMap<string, string> | undefined;
  /** Returns a comment that follows a value, such as the date of a TTL. */
  readonly annotate?: ((path: string, value: JsonValue) => string | undefined) | undefined;
  /** This many levels are open at first; the default is two. */
  readonly openDepth?: number | undefined;
  /** Requests a masked value; the owner then passes the value without its mask. */
  readonly onReveal?: ((path: string) => void) | undefined;
  /** These masked pointers may be revealed, or are being revealed. */
  readonly revealable?: ReadonlyMap<string, 'offered' | 'asked'> | undefined;
}

const nothingMasked: ReadonlyMap<string, string> = new Map();
const nextPage = 500;

/** C copies the value of the active line with the masks on, and Enter on a masked line asks for its value. */
export function JsonView(props: JsonViewProps) {
  const copyText = useCopyText();
  const { label, value, keyRoles, masked = nothingMasked, annotate, openDepth } = props;
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(new Map());
  const [activePath, setActivePath] = useState('');
  const [said, setSaid] = useState('');
  const treeId = useId();
  const lines = useMemo(
    () => jsonLines({ value, masked, folds, pages, openDepth }),
    [value, masked, folds, pages, openDepth],
  );
  // If the active line is folded away, the first line becomes active.
  const active = Math.max(
    0,
    lines.findIndex((line) => line.path === activePath),
  );

  function fold(line: JsonLine | undefined, open?: boolean): void {
    if (line?.kind === 'rest') {
      const shown = (pages.get(line.parent) ?? firstPage) + nextPage;
      setPages(new Map(pages).set(line.parent, shown));
    } else if (line?.kind === 'node' && line.count > 0) {
      setFolds(new Map(folds).set(line.path, open ?? !line.open));
    }
  }

  function reveal(line: JsonLine | undefined): void {
    if (line !== undefined && props.revealable?.get(line.path) === 'offered') props.onReveal?.(line.path);
  }

  function copy(line: JsonLine | undefined): void {
    if (line?.kind !== 'node' && line?.kind !== 'leaf') return;
    const part = line.kind === 'node' ? line.node : line.value;
    copyText(jsonText(part, masked, line.path)).then(
      () => setSaid('Copied'),
      () => setSaid(notCopied),
    );
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const move = treeMove(event, lines, active);
    if (move === undefined) return;
    event.preventDefault();
    if ('go' in move) {
      setActivePath(lines[move.go]?.path ?? '');
      document.getElementById(`${treeId}-${move.go}`)?.scrollIntoView({ block: 'nearest' });
    } else if ('fold' in move) fold(lines[active], move.fold);
    else if (move.act === 'toggle' && lines[active]?.kind === 'masked') reveal(lines[active]);
    else if (move.act === 'toggle') fold(lines[active]);
    else copy(lines[active]);
  }

  function onClick(event: MouseEvent): void {
    const target = event.target as HTMLElement;
    const place = target.closest<HTMLElement>('[data-place]')?.dataset['place'];
    const line = place === undefined ? undefined : lines[Number(place)];
    if (line === undefined) return;
    setActivePath(line.path);
    if (target.closest('[data-fold]') !== null) fold(line);
    if (target.closest('[data-reveal]') !== null) reveal(line);
  }

  return (
    <>
      <div
        role="tree"
        aria-label={label}
        tabIndex={0}
        className={styles.tree}
        aria-activedescendant={`${treeId}-${active}`}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        {lines.map((line, place) => (
          <JsonLineRow
            key={line.path}
            line={line}
            place={place}
            domId={`${treeId}-${place}`}
            active={place === active}
            role={line.depth === 1 && line.key !== undefined ? keyRoles?.[line.key] : undefined}
            reveal={props.revealable?.get(line.path) ?? 'no'}
            note={line.kind === 'leaf' ? annotate?.(line.path, line.value) : undefined}
          />
        ))}
      </div>
      <output>
        <VisuallyHidden>{said}</VisuallyHidden>
      </output>
    </>
  );
}

interface JsonLineRowProps {
  readonly line: JsonLine;
  readonly place: number;
  readonly domId: string;
  readonly active: boolean;
  readonly role: KeyRole | undefined;
  readonly note: string | undefined;
  /** For a masked line, this says whether its value can be requested. */
  readonly reveal: 'no' | 'offered' | 'asked';
}

const JsonLineRow = memo(function JsonLineRow(props: JsonLineRowProps) {
  const { line, place, domId, active, role, note, reveal } = props;
  const indent = { paddingLeft: `calc(14px + ${line.depth * 2}ch)` };
  if (line.kind === 'close') {
    return (
      <div className={styles.line} style={indent} aria-hidden>
        <span className={styles.mark}>{line.bracket + (line.comma ? ',' : '')}</span>
      </div>
    );
  }
  return (
    <div
      id={domId}
      role="treeitem"
      aria-level={line.depth + 1}
      aria-expanded={line.kind === 'node' && line.count > 0 ? line.open : undefined}
      aria-selected={active}
      data-place={place}
      className={styles.line}
      style={indent}
    >
      {line.kind === 'node' && line.count > 0 ? (
        <span className={styles.fold} data-fold data-open={line.open || undefined}>
          <Icon name="right" size={12} />
        </span>
      ) : null}
      {line.key === undefined ? null : (
        <span className={styles.keyPart}>
          <span className={role === undefined ? styles.key : keyed(role)}>{JSON.stringify(line.key)}</span>
          <span className={styles.mark}>:</span>
        </span>
      )}
      {line.kind === 'leaf' ? <Leaf line={line} role={role} note={note} /> : null}
      {line.kind === 'masked' ? (
        <span className={styles.value}>
          <span className={styles.masked}>masked, {line.what}</span>
          {line.comma ? <span className={styles.mark}>,</span> : null}
          {reveal === 'no' ? null : (
            <button type="button" tabIndex={-1} data-reveal className={styles.reveal}>
              {reveal === 'asked' ? 'Revealing' : 'Reveal'}
            </button>
          )}
        </span>
      ) : null}
      {line.kind === 'node' ? <Node line={line} /> : null}
      {line.kind === 'rest' ? (
        <span className={styles.rest} data-fold>
          {line.rest.toLocaleString('en')} {messages.parts.moreShowNext}
        </span>
      ) : null}
    </div>
  );
});

interface LeafProps {
  readonly line: LeafLine;
  readonly role: KeyRole | undefined;
  readonly note: string | undefined;
}

function Leaf({ line, role, note }: LeafProps) {
  return (
    <span className={styles.value}>
      <LongText
        text={leafText(line.value)}
        className={role === undefined ? findKind(line.value) : keyed(role)}
      />
      {line.comma ? <span className={styles.mark}>,</span> : null}
      {note === undefined ? null : <span className={styles.note}>{` // ${note}`}</span>}
    </span>
  );
}

function Node({ line }: { readonly line: NodeLine }) {
  const [open, close] = isList(line.node) ? ['[', ']'] : ['{', '}'];
  const comma = line.comma ? ',' : '';
  if (line.open) return <span className={styles.mark}>{open}</span>;
  if (line.count === 0) return <span className={styles.mark}>{open + close + comma}</span>;
  const [one, many] = isList(line.node) ? ['entry', 'entries'] : ['attribute', 'attributes'];
  const unit = line.count === 1 ? one : many;
  return (
    <span className={styles.mark} data-fold>
      {open} <span className={styles.count}>{`${line.count.toLocaleString('en')} ${unit}`}</span>{' '}
      {close + comma}
    </span>
  );
}

const longText = 2000;

/** A text of 400 KB takes seconds to lay out, and people look for its beginning. */
function LongText({ text, className }: { readonly text: string; readonly className: string | undefined }) {
  const [whole, setWhole] = useState(false);
  if (whole || text.length <= longText) return <span className={className}>{text}</span>;
  return (
    <>
      <span className={className}>{text.slice(0, longText)}…</span>{' '}
      <button type="button" className={styles.whole} tabIndex={-1} onClick={() => setWhole(true)}>
        {messages.parts.showAll} {text.length.toLocaleString('en')} characters
      </button>
    </>
  );
}

function keyed(role: KeyRole): string {
  return classNames(styles.keyed, keyRoleClass(role));
}

function findKind(value: JsonValue): string | undefined {
  if (typeof value === 'string') return styles.string;
  if (typeof value === 'number' || value instanceof ExactNumber) return styles.number;
  return classNames(styles.word);
}

type TreeMove = { readonly go: number } | { readonly fold: boolean } | { readonly act: 'toggle' | 'copy' };

/** Handles the keys of the ARIA tree pattern, with J and K as everywhere in the console. */
export function treeMove(
  press: {
    readonly key: string;
    readonly ctrlKey: boolean;
    readonly metaKey: boolean;
    readonly altKey: boolean;
  },
  lines: readonly JsonLine[],
  at: number,
): TreeMove | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  const line = lines[at];
  const open = line?.kind === 'node' && line.open;
  switch (press.key) {
    case 'ArrowDown':
    case 'j':
      return { go: nextStop(lines, at, 1) };
    case 'ArrowUp':
    case 'k':
      return { go: nextStop(lines, at, -1) };
    case 'Home':
      return { go: nextStop(lines, -1, 1) };
    case 'End':
      return { go: nextStop(lines, lines.length, -1) };
    case 'ArrowRight':
      if (open) return { go: nextStop(lines, at, 1) };
      return line?.kind === 'node' && line.count > 0 ? { fold: true } : undefined;
    case 'ArrowLeft':
      return open ? { fold: false } : { go: findParent(lines, at) };
    case 'Enter':
    case ' ':
      return { act: 'toggle' };
    case 'c':
      return { act: 'copy' };
    default:
      return undefined;
  }
}

/** Skips closing brackets, which are punctuation and no place to stop. */
function nextStop(lines: readonly JsonLine[], from: number, step: 1 | -1): number {
  for (let at = from + step; at >= 0 && at < lines.length; at += step) {
    if (lines[at]?.kind !== 'close') return at;
  }
  return from;
}

function findParent(lines: readonly JsonLine[], at: number): number {
  const depth = lines[at]?.depth ?? 0;
  for (let above = at - 1; above >= 0; above -= 1) {
    const line = lines[above];
    if (line !== undefined && line.depth < depth) return above;
  }
  return at;
}
