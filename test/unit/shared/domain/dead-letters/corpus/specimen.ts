import type { MessageSubject } from '#shared/domain/dead-letters/message-subject.ts';

/** A body as it lies in somebody's dead-letter queue, and what is right to say of it. */
export interface Specimen {
  readonly name: string;
  readonly body: string;
  /** Bodies of one kind are one group, and of two kinds are two. */
  readonly kind: string;
  readonly says?: Partial<MessageSubject>;
  /** What is masked, by its path, and why; nothing else is. */
  readonly hides?: Readonly<Record<string, string>>;
  /** Texts that nobody may see before they ask. */
  readonly secrets?: readonly string[];
}
