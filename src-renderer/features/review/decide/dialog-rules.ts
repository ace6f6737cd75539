import { useEffectEvent, useLayoutEffect, type KeyboardEvent, type RefObject } from 'react';
import type { UserOfTenant } from '#shared/contract/pipeline-items.ts';

export interface Colleague {
  readonly userId: string;
  readonly name: string;
  readonly role: string;
}

/** Who else may review for this tenant, by name. */
export function colleaguesOf(people: readonly UserOfTenant[], me: string | null): readonly Colleague[] {
  return people
    .filter(({ userId, role, expired }) => userId !== me && !expired && role !== null && mayReview.has(role))
    .map(({ userId, name, role }) => ({ userId, name: name ?? userId, role: role ?? '' }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.userId.localeCompare(b.userId, 'en'));
}

/** Those whose name or id has every word of it, in any order; "ines h", "halvors". */
export function matching(colleagues: readonly Colleague[], query: string): readonly Colleague[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return colleagues.filter(({ name, userId }) => {
    const text = plain(`${name} ${userId}`);
    return words.every((word) => text.includes(word));
  });
}

const mayReview: ReadonlySet<string> = new Set(['reviewer', 'admin']);

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** The usual ones, each by its number. */
export const usualReasons: readonly string[] = [
  'Not a document of this workflow',
  'Cut off or illegible',
  'Pages are missing',
  'The same document came before',
  'Meant for somebody else',
  'The figures on the page do not add up',
];

/** "Pages are missing: page 2 of 3": a usual one, own words, or both. Empty where neither is given. */
export function composedReason(usual: string | null, words: string): string {
  const own = words.trim();
  if (usual === null) return own;
  return own === '' ? usual : `${usual}: ${own}`;
}

/** How many characters are left for own words. */
export function countRoomLeft(usual: string | null): number {
  return longestReason - (usual === null ? 0 : usual.length + ': '.length);
}

const longestReason = 500;
export const reasonMissing = 'Choose a reason or say it in your own words.';

/** Enter, with or without Ctrl, wherever it does nothing else: an input method and a button have it for themselves. */
export function isSubmitKey(event: KeyboardEvent | globalThis.KeyboardEvent): boolean {
  const { isComposing } = 'nativeEvent' in event ? event.nativeEvent : event;
  if (event.key !== 'Enter' || event.shiftKey || event.altKey || isComposing) return false;
  return !(event.target instanceof HTMLButtonElement);
}

/** A figure that is typed into a field chooses nothing. */
export function isTyping(event: globalThis.KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  return event.target instanceof HTMLInputElement && event.target.type === 'text';
}

/** Keys of the dialog that this form stands in, from the moment it is seen: the focus comes a moment later. */
export function useDialogKeys(
  form: RefObject<HTMLElement | null>,
  /** Answers whether the key was one of its own. */
  onKey: (event: globalThis.KeyboardEvent) => boolean,
): void {
  const hear = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.defaultPrevented || !isForDialogOf(form.current, event) || !onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useLayoutEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => hear(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/**
 * Its own keys, and the page's while it is open. While it fades out the page has them back, all but the Ctrl+Enter that
 * has closed it: pressed once more, it is not to decide what comes after.
 */
function isForDialogOf(form: HTMLElement | null, event: globalThis.KeyboardEvent): boolean {
  const own = form?.closest('[role=dialog]');
  const dialog = event.target instanceof Element ? event.target.closest('[role=dialog]') : null;
  if (dialog !== null) return dialog === own;
  return own?.hasAttribute('data-open') === true || event.ctrlKey || event.metaKey;
}

/** The place of the open document that has the keys of the page, to come back to from elsewhere. */
export function focusedRow(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-place][tabindex="0"]');
}
