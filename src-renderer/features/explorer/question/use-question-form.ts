import { useState } from 'react';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Located } from '#shared/catalogue/questions/locate.ts';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import type { Answer } from '../answer/use-answer.ts';
import type { AnswerForm } from '../address.ts';
import { toMemoryName, type MemoryHandle } from '../explorer-memory.ts';
import { pickValues, findProblems, setValue, type Field, type Values } from './fields.ts';

export interface QuestionForm {
  readonly fields: readonly Field[];
  /** Contains one set of values, or one for each item to ask for. */
  readonly sets: readonly Values[];
  readonly asksForMany: boolean;
  readonly type: (place: number, name: string, value: string) => void;
  readonly replace: (sets: readonly Values[]) => void;
  /** Reports that a field lost the focus; from then on its error is shown. */
  readonly leave: (place: number, name: string) => void;
  readonly problem: (place: number, name: string) => string | undefined;
  /** Returns true if every value is valid; otherwise shows all errors. */
  readonly check: () => boolean;
}

interface FormParts {
  readonly declaration: SystemDeclaration;
  readonly pattern: string;
  readonly located: Located;
  readonly fields: readonly Field[];
  readonly memory: MemoryHandle;
}

/** Each question gets a new form, which keeps typed values by parameter name. */
export function useQuestionForm({ declaration, pattern, located, fields, memory }: FormParts): QuestionForm {
  const system = declaration.id;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [wasChecked, setWasChecked] = useState(false);
  const asksForMany = located.operation === 'BatchGetItem';
  const names = fields.map(({ name }) => name);
  const setsName = toMemoryName(system, pattern);
  const typed = memory.memory.typed.get(system) ?? noValues;
  const sets = asksForMany
    ? (memory.memory.sets.get(setsName) ?? [pickValues(typed, names)])
    : [pickValues(typed, names)];
  const problems = sets.map((set) => findProblems(declaration, pattern, fields, set));

  function replace(next: readonly Values[]): void {
    memory.remember(({ typed: allTyped, sets: allSets }) => ({
      typed: new Map(allTyped).set(system, { ...allTyped.get(system), ...next[0] }),
      sets: asksForMany ? new Map(allSets).set(setsName, next) : allSets,
    }));
  }

  return {
    fields,
    sets,
    asksForMany,
    type: (place, name, value) =>
      replace(sets.map((set, at) => (at === place ? setValue(set, name, value) : set))),
    replace,
    leave: (place, name) => setLeft((before) => new Set(before).add(toFieldName(place, name))),
    problem: (place, name) => {
      const isEmpty = sets[place]?.[name] === '';
      const isShown = wasChecked || (left.has(toFieldName(place, name)) && !isEmpty);
      return isShown ? problems[place]?.get(name) : undefined;
    },
    check: () => {
      setWasChecked(true);
      return problems.every(({ size }) => size === 0);
    },
  };
}

const noValues: Values = {};

function toFieldName(place: number, name: string): string {
  return `${String(place)} ${name}`;
}

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
  /** True for the values of the present answer. */
  readonly isAsked: (sets: readonly Values[]) => boolean;
  /** Each choice of a question focuses the first empty field. */
  readonly chosenTimes: number;
  readonly takeFocus: (by: string) => boolean;
}

export interface QuestionOptionsProps {
  /** Null if the answer has no pages. */
  readonly pageSize: number | null;
  readonly onPageSize: (size: number) => void;
  readonly consistent: boolean;
  /** Null for an index, because DynamoDB cannot read one consistently. */
  readonly onConsistent: ((consistent: boolean) => void) | null;
}
