export interface RowView {
  /** The rows in sight, wholly or in part. */
  readonly first: number;
  readonly last: number;
  readonly scrolling: boolean;
}

export interface DrawnRow {
  readonly index: number;
  readonly id: string;
  /** The key of the element it is drawn in. */
  readonly slot: number;
  /** Scrolled out of the rows around the view, and kept in the document all the same. */
  readonly away: boolean;
}

export const rowsAround = 6;

/** What a table's body has in the document, from one picture to the next. */
export class DrawnRows {
  #view: RowView = { first: 0, last: -1, scrolling: false };
  #around = rowsAround;
  #slots: ReadonlyMap<string, number> = new Map();

  /** The same answer for the same question: React may ask twice. */
  draw(view: RowView, ids: readonly string[], active: number): readonly DrawnRow[] {
    if (!sameView(view, this.#view)) this.#around = leapt(this.#view, view) ? 0 : rowsAround;
    this.#view = view;
    const start = Math.max(0, view.first - this.#around);
    const end = Math.min(ids.length - 1, view.last + this.#around);
    const indexes: number[] = [];
    for (let index = start; index <= end; index += 1) indexes.push(index);
    // The active row stays wherever it is scrolled to: aria-activedescendant must point at something,
    // and a link focused inside it must not vanish under the focus.
    if (active >= 0 && active < start) indexes.unshift(active);
    else if (active > end && active < ids.length) indexes.push(active);

    this.#slots = assignSlots(
      this.#slots,
      indexes.map((index) => ids[index] ?? ''),
    );
    return indexes.map((index) => {
      const id = ids[index] ?? '';
      return { index, id, slot: this.#slots.get(id) ?? -1, away: index < start || index > end };
    });
  }
}

/**
 * A row keeps its element; the elements of rows that left go to rows that came, in the order they
 * stand in. Made anew, ten thousand rows scrolled past are mostly work for the garbage collector.
 */
export function assignSlots(
  before: ReadonlyMap<string, number>,
  ids: readonly string[],
): ReadonlyMap<string, number> {
  const staying = new Set(ids);
  const free = [...before].flatMap(([id, slot]) => (staying.has(id) ? [] : slot)).toReversed();
  let unused = Math.max(-1, ...before.values()) + 1;
  return new Map(ids.map((id) => [id, before.get(id) ?? free.pop() ?? unused++]));
}

/** Nothing that was in sight still is: rows around the view would be drawn and thrown away unseen. */
function leapt(before: RowView, now: RowView): boolean {
  return now.scrolling && before.last >= 0 && (now.first > before.last || now.last < before.first);
}

function sameView(a: RowView, b: RowView): boolean {
  return a.first === b.first && a.last === b.last && a.scrolling === b.scrolling;
}
