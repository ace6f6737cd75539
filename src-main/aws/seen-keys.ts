/** Which items of one reading were given already, so that none is given twice when it moves while people read on. */
export interface SeenKeys {
  /** False where an earlier page has it. Asking for the same page again gives the same items. */
  isNew(key: string, page: number): boolean;
  count(): number;
}

export function seenKeys(mostKept = 20_000): SeenKeys {
  const pages = new Map<string, number>();
  return {
    isNew(key, page) {
      const before = pages.get(key);
      if (before !== undefined && before < page) return false;
      pages.set(key, page);
      for (const oldest of pages.keys()) {
        if (pages.size <= mostKept) break;
        pages.delete(oldest);
      }
      return true;
    },
    count: () => pages.size,
  };
}
