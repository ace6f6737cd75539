import { useEffectEvent, useLayoutEffect, type KeyboardEvent, type RefObject } from 'react';
import type { UserOfTenant } from '#shared/contract/pipeline-items.ts';
import { mayReview } from '#shared/permissions.ts';
import { messages } from '../messages.ts';

export interface Colleague {
  readonly userId: string;
  readonly name: string;
  readonly role: string;
}

/** Lists the other users who may review for this tenant, by name. */
export function listColleagues(people: readonly UserOfTenant[], me: string | null): readonly Colleague[] {
  return people
    .filter(({ userId, role, expired }) => userId !== me && !expired && mayReview({ role }))
    .map(({ userId, name, role }) => ({ userId, name: name ?? userId, role: role ?? '' }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.userId.localeCompare(b.userId, 'en'));
}

/** Keeps colleagues whose name or id contains every word of the query, in any order: "ines h", "halvors". */
export function filterColleagues(colleagues: readonly Colleague[], query: string): readonly Colleague[] {
  const words = normalizeText(query).split(/\s+/).filter(Boolean);
  return colleagues.filter(({ name, userId }) => {
    const text = normalizeText(`${name} ${userId}`);
    return words.every((word) => text.includes(word));
  });
}

function normalizeText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** The usual reasons, each chosen by its number. */
export const usualReasons: readonly string[] = messages.decide.reasons;

/** Joins a usual reason and the user's own words: "Pages are missing: page 2 of 3". Empty where neither is given. */
export function composeReason(usual: string | null, words: string): string {
  const own = words.trim();
  if (usual === null) return own;
  return own === '' ? usual : `${usual}: ${own}`;
}

/** Returns how many characters are left for the user's own words. */
export function countRoomLeft(usual: string | null): number {
  return longestReason - (usual === null ? 0 : usual.length + ': '.length);
}

const longestReason = 500;
export const reasonMissing = messages.decide.reasonMissing;

/** Enter submits, with or without Ctrl, unless an input method or a button needs the key. */
export function isSubmitKey(event: KeyboardEvent | globalThis.KeyboardEvent): boolean {
  const { isComposing } = 'nativeEvent' in event ? event.nativeEvent : event;
  if (event.key !== 'Enter' || event.shiftKey || event.altKey || isComposing) return false;
  return !(event.target instanceof HTMLButtonElement);
}

/** A digit that is typed into a field must not choose a reason. */
export function isTyping(event: globalThis.KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  return event.target instanceof HTMLInputElement && event.target.type === 'text';
}

/**
 * Handles the keys of the dialog around this form as soon as it is visible, because the focus arrives a moment later.
 */
export function useDialogKeys(
  form: RefObject<HTMLElement | null>,
  /** Returns whether the dialog used the key. */
  onKey: (event: globalThis.KeyboardEvent) => boolean,
): void {
  const hear = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.defaultPrevented || !isForDialog(form.current, event) || !onKey(event)) return;
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
 * Keys belong to the dialog while it is open. While it fades out the page gets them back, except for Ctrl+Enter,
 * which closed the dialog and must not decide the next document too.
 */
function isForDialog(form: HTMLElement | null, event: globalThis.KeyboardEvent): boolean {
  const own = form?.closest('[role=dialog]');
  const dialog = event.target instanceof Element ? event.target.closest('[role=dialog]') : null;
  if (dialog !== null) return dialog === own;
  return own?.hasAttribute('data-open') === true || event.ctrlKey || event.metaKey;
}

/** Returns the row of the open document that receives the page's keys, so that the focus can return to it. */
export function findFocusedRow(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-place][tabindex="0"]');
}
