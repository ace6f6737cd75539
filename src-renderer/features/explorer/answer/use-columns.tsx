import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { plainText } from '#shared/catalogue/items/attribute-value.ts';
import type { Located } from '#shared/catalogue/questions/locate.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { RelativeTime } from '#renderer/ui/relative-time.tsx';
import { StatusBadge } from '#renderer/ui/status.tsx';
import { toLabel } from '../question/fields.ts';
import { findKnownStatus } from '../question/status-option.tsx';
import { getItemName, buildResultColumns, toSortValue, parseTime } from './result-columns.ts';
import type { ResultColumn } from './result-columns.ts';
import { messages } from '../messages.ts';
import styles from './answer.module.css';

interface ResultTable {
  readonly columns: readonly DataColumn<ReadItem>[];
  readonly results: ReadonlyMap<string, ResultColumn>;
  readonly shownAtFirst: readonly string[];
}

export function useColumns(
  system: SystemDeclaration,
  located: Located,
  items: readonly ReadItem[],
  readAt: number,
): ResultTable {
  return useMemo(() => {
    const results = buildResultColumns(system, located, items);
    return {
      columns: results.map((result) => toDataColumn(system, located, result, items, readAt)),
      results: new Map(results.map((result) => [result.id, result])),
      shownAtFirst: results.filter(({ shownAtFirst }) => shownAtFirst).map(({ id }) => id),
    };
  }, [system, located, items, readAt]);
}

function toDataColumn(
  system: SystemDeclaration,
  located: Located,
  result: ResultColumn,
  items: readonly ReadItem[],
  readAt: number,
): DataColumn<ReadItem> {
  const { id, title } = result;
  if (result.role === 'name') {
    const name = (item: ReadItem) => getItemName(system, located, item);
    return {
      id,
      title,
      value: name,
      cell: (item) => <Name item={item} name={name(item)} />,
      mono: true,
      strong: true,
      min: measureNameWidth(items, name),
      hideable: false,
    };
  }
  if (result.role === 'kind') {
    return { id, title, value: getKind, min: measureWidth(items.map(getKind), 88, 184) };
  }
  const of = ({ attributes }: ReadItem) => findDeclared(attributes, result.attribute ?? '');
  const text = (item: ReadItem) => {
    const value = of(item);
    return value === undefined ? '–' : plainText(value);
  };
  const type = result.declared?.type;
  const isMono = result.role === 'key' || type === 'ulid' || type === 'uuid';
  const texts = [title, ...items.map(text)];
  const isTime = items.some((item) => parseTime(result.declared, of(item)) !== undefined);
  return {
    id,
    title,
    value: (item) => parseTime(result.declared, of(item)) ?? toSortValue(of(item), text(item)),
    text,
    cell: (item) => <Cell item={item} result={result} text={text(item)} readAt={readAt} />,
    ...(isMono ? { mono: true } : {}),
    ...(type === 'number' ? { align: 'end', width: measureWidth(texts, 64, 184, monoLetter) } : {}),
    ...(isTime
      ? { width: 112 }
      : { min: measureWidth(texts, 72, 240, isMono ? monoLetter : result.isStatus ? statusLetter : letter) }),
  };
}

const letter = 7.1;
const monoLetter = 7.3;
const statusLetter = 8.6;
const markLetter = 5.6;
const mostForMarks = 170;
const looked = 50;

function getKind({ entity }: ReadItem): string {
  return entity === null ? 'Unknown' : toLabel(entity);
}

/** Leaves room for the marks, so that the name of an expiring item stays visible. */
function measureNameWidth(items: readonly ReadItem[], name: (item: ReadItem) => string): number {
  const marks = items
    .slice(0, looked)
    .map((item) => listMarks(item).reduce((sum, mark) => sum + measureMark(mark), 0));
  return measureWidth(items.map(name), 120, 240, monoLetter) + Math.min(mostForMarks, Math.max(0, ...marks));
}

function listMarks({ expired, catchingUp }: ReadItem): readonly string[] {
  return [...(expired ? [messages.answer.expired] : []), ...(catchingUp ? [messages.answer.catchingUp] : [])];
}

function measureMark(mark: string): number {
  return Math.round(mark.length * markLetter) + 18;
}

/** Measures the first rows to fit the column to its content. */
function measureWidth(texts: readonly string[], least: number, most: number, each = letter): number {
  const longest = Math.max(0, ...texts.slice(0, looked).map((text) => text.length));
  return Math.round(Math.min(most, Math.max(least, longest * each + 26)));
}

function Name({ item, name }: { readonly item: ReadItem; readonly name: string }): ReactNode {
  return (
    <>
      <span className={styles.name}>{name}</span>
      {listMarks(item).map((mark) => (
        <span key={mark} className={styles.mark} title={mark}>
          {mark}
        </span>
      ))}
    </>
  );
}

interface CellProps {
  readonly item: ReadItem;
  readonly result: ResultColumn;
  readonly text: string;
  readonly readAt: number;
}

function Cell({ item, result, text, readAt }: CellProps): ReactNode {
  const value = findDeclared(item.attributes, result.attribute ?? '');
  if (value === undefined) return <span className={styles.none}>–</span>;
  if ('MASKED' in value) return <span className={styles.masked}>{text}</span>;
  const status = result.isStatus ? findKnownStatus(text) : undefined;
  // A status of another system that differs in case from one of the console's is shown as it is written.
  if (status !== undefined && status === text) return <StatusBadge status={status} />;
  const at = parseTime(result.declared, value);
  if (at !== undefined) return <RelativeTime at={at} now={readAt} focusable={false} />;
  return <span className={styles.value}>{text}</span>;
}
