/**
 * Whether another dialog has taken the focus already. One that closes is gone only after its last frame, and what
 * was opened from it may be there before: the library would take the focus from that, and leave it behind the dialog.
 */
export function isInAnotherModal(own: Element | null): boolean {
  const modal = document.activeElement?.closest('[data-modal]') ?? null;
  return modal !== null && modal !== own;
}
