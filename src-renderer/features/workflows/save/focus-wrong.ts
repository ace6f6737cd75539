import type { SaidErrors } from './said-errors.ts';

/** Leads to the first field that is still wrong: true where there is one. */
export function focusWrong(form: HTMLFormElement, errors: SaidErrors): boolean {
  const [wrong] = Object.keys(errors);
  if (wrong === undefined) return false;
  const field = form.elements.namedItem(wrong);
  if (field instanceof HTMLElement) field.focus();
  return true;
}
