import { useId, useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useCopyText } from '../copy-button/copy-text-context.ts';
import { notCopied } from '../copy-button/use-copy-and-tell.ts';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import type { KeyRole } from '../key-role/key-role.ts';
import { JsonLineRow } from './json-line-row.tsx';
import { firstPage, jsonLines, type JsonLine } from './json-lines.ts';
import { jsonText } from './json-text.ts';
import type { JsonValue } from './json-value.ts';
import styles from './json-view.module.css';
import { treeMove } from './tree-keys.ts';

export interface JsonViewProps {
  readonly label: string;
  readonly value: JsonValue;
  /** Attributes of the root that are part of a key: { PK: 'pk', GSI2SK: 'gsi2' }. */
  readonly keyRoles?: Readonly<Record<string, KeyRole>> | undefined;
  /** JSON Pointers ("/uploadedBy") to what each hides ("e-mail"). What lies there is never drawn or copied. */
  readonly masked?: ReadonlyMap<string, string> | undefined;
  /** A comment after a value: the date of a TTL. */
  readonly annotate?: ((path: string, value: JsonValue) => string | undefined) | undefined;
  /** How many levels open by themselves; two where it is not said. */
  readonly openDepth?: number | undefined;
  /** Brings what is masked there; the owner then passes the value without its mask. */
  readonly onReveal?: ((path: string) => void) | undefined;
  /** The masked pointers that may be revealed, and those that are being so. */
  readonly revealable?: ReadonlyMap<string, 'offered' | 'asked'> | undefined;
}

const nothingMasked: ReadonlyMap<string, string> = new Map();
const nextPage = 500;

/** C copies the value of the active line, with the masks on; Enter on a masked one asks for it. */
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
  // A line folded away leaves the first one active.
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
