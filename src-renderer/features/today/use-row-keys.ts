import type { RefObject } from 'react';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';

/** J and K from row to row through all lists of the page, as in every list; Enter opens, since a row is a link. */
export function useRowKeys(page: RefObject<HTMLElement | null>): void {
  const move = (by: 1 | -1) => () => {
    const rows = [...(page.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = rows.findIndex((row) => row === document.activeElement);
    rows[at === -1 ? 0 : at + by]?.focus();
  };
  usePageKeys({ j: move(1), k: move(-1) });
}
