import { isFocusLost } from './page-stop.ts';

/** No event tells that what has the focus was taken out of the document. */
export function watchFocus(root: HTMLElement, onLost: () => void): () => { readonly isLost: boolean } {
  let last: Node | null = root.contains(document.activeElement) ? document.activeElement : null;
  const note = (event: FocusEvent) => {
    last = event.target instanceof Node ? event.target : null;
  };
  const isLost = () => last?.isConnected === false && isFocusLost();
  const watch = new MutationObserver(() => {
    if (last?.isConnected !== false) return;
    if (isLost()) onLost();
    else last = null;
  });
  root.addEventListener('focusin', note);
  watch.observe(root, { childList: true, subtree: true });
  return () => {
    watch.disconnect();
    root.removeEventListener('focusin', note);
    return { isLost: isLost() };
  };
}
