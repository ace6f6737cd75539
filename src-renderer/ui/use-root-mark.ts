import { useLayoutEffect } from 'react';

/**
 * Marks the document's root with `data-NAME` while the component is there, for styles of what lies outside of it, such as
 * notifications. A rule with `:has()` on the root would have every element styled again at each key that is typed.
 */
export function useRootMark(name: string, value: string | undefined): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (value === undefined) return undefined;
    dataset[name] = value;
    return () => {
      delete dataset[name];
    };
  }, [name, value]);
}
