import { memo, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon/icon.tsx';
import { keyRoleClass } from '../key-role/key-role.ts';
import type { KeyRole } from '../key-role/key-role.ts';
import type { JsonLine, LeafLine, NodeLine } from './json-lines.ts';
import { ExactNumber, isList, leafText, type JsonValue } from './json-value.ts';
import styles from './json-view.module.css';

export interface JsonLineRowProps {
  readonly line: JsonLine;
  readonly place: number;
  readonly domId: string;
  readonly active: boolean;
  readonly role: KeyRole | undefined;
  readonly note: string | undefined;
  /** Of a masked line: whether it can be asked for. */
  readonly reveal: 'no' | 'offered' | 'asked';
}

export const JsonLineRow = memo(function JsonLineRow(props: JsonLineRowProps) {
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
          {line.rest.toLocaleString('en')} more, show the next
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
        className={role === undefined ? kindOf(line.value) : keyed(role)}
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

/** A text of 400 KB takes seconds to lay out; its beginning is what people look for. */
function LongText({ text, className }: { readonly text: string; readonly className: string | undefined }) {
  const [whole, setWhole] = useState(false);
  if (whole || text.length <= longText) return <span className={className}>{text}</span>;
  return (
    <>
      <span className={className}>{text.slice(0, longText)}…</span>{' '}
      <button type="button" className={styles.whole} tabIndex={-1} onClick={() => setWhole(true)}>
        Show all {text.length.toLocaleString('en')} characters
      </button>
    </>
  );
}

function keyed(role: KeyRole): string {
  return classNames(styles.keyed, keyRoleClass(role));
}

function kindOf(value: JsonValue): string | undefined {
  if (typeof value === 'string') return styles.string;
  if (typeof value === 'number' || value instanceof ExactNumber) return styles.number;
  return classNames(styles.word);
}
