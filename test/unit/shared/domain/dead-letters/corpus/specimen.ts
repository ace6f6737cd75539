import type { MessageSubject } from '#shared/domain/dead-letters/message-subject.ts';

/** Describes a body as it may lie in a dead-letter queue, and the right answers about it. */
export interface Specimen {
  readonly name: string;
  readonly body: string;
  /** Bodies of one kind form one group, and bodies of different kinds form different groups. */
  readonly kind: string;
  readonly says?: Partial<MessageSubject>;
  /** Maps the path of each masked value to the reason. Nothing else is masked. */
  readonly hides?: Readonly<Record<string, string>>;
  /** Lists texts that must stay hidden until a person asks for them. */
  readonly secrets?: readonly string[];
}
