import type { SheetRecipe, Subject } from '../sheet.ts';

/** What is settled before anything is written. */
export interface Sitting {
  readonly recipe: SheetRecipe;
  readonly about: Subject;
  readonly lineCount: number;
  /** When it is written, in days since 1970. */
  readonly day: number;
}
