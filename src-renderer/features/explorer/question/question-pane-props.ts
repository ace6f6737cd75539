import type { Located } from '#shared/catalogue/questions/locate.ts';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import type { Answer } from '../answer/use-answer.ts';
import type { AnswerForm } from '../explorer-address.ts';
import type { MemoryHandle } from '../explorer-memory.ts';
import type { Field } from './fields.ts';
import type { QuestionOptionsProps } from './question-options.tsx';
import type { Values } from './values.ts';

export interface QuestionPaneProps {
  readonly system: OpenSystem;
  readonly patternKey: string;
  readonly located: Located;
  readonly fields: readonly Field[];
  readonly options: QuestionOptionsProps;
  readonly memory: MemoryHandle;
  readonly answer: Answer;
  readonly show: AnswerForm;
  readonly onShow: (show: AnswerForm) => void;
  readonly active: string | null;
  readonly onActive: (handle: string) => void;
  readonly onOpen: (handle: string) => void;
  readonly onAsk: (sets: readonly Values[]) => void;
  /** True for the values that the answer is to. */
  readonly isAsked: (sets: readonly Values[]) => boolean;
  /** With each choice of a question the first field that is empty takes the focus. */
  readonly chosenTimes: number;
  readonly takeFocus: (by: string) => boolean;
}
