/** A test holds an answer back with this until it has done something else. */
export function hold(): { readonly isOver: Promise<void>; readonly end: () => void } {
  let end = (): void => undefined;
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { isOver, end: () => end() };
}
