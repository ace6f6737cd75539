/**
 * This is a ref for a box that scrolls. While its content overflows and nothing inside can take the focus,
 * the box itself can, or the keyboard could not reach the end. `base.css` draws its ring.
 */
export function makeScrollReachable(box: HTMLElement | null): (() => void) | undefined {
  if (box === null) return undefined;
  box.dataset['scrolls'] = '';
  const update = () => {
    const scrolls = box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth;
    const needed = scrolls && box.querySelector(stops) === null;
    if (needed) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  };
  const observer = new ResizeObserver(update);
  observer.observe(box);
  for (const child of box.children) observer.observe(child);
  return () => observer.disconnect();
}

const stops = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"])';
