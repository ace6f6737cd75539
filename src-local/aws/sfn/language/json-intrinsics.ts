import { IntrinsicProblem, takesArguments, textArgument, type Intrinsic } from './intrinsic-arguments.ts';
import { isRecord } from './is-record.ts';

/** https://docs.aws.amazon.com/step-functions/latest/dg/intrinsic-functions.html#asl-intrsc-func-json-manipulation */
export const jsonIntrinsics: Readonly<Record<string, Intrinsic>> = {
  StringToJson(given) {
    takesArguments(given, 1);
    try {
      return JSON.parse(textArgument(given[0])) as unknown;
    } catch (error) {
      if (error instanceof SyntaxError) throw new IntrinsicProblem('The argument is not valid JSON');
      throw error;
    }
  },
  JsonToString(given) {
    takesArguments(given, 1);
    return JSON.stringify(given[0]);
  },
  JsonMerge(given) {
    takesArguments(given, 3);
    if (given[2] !== false) throw new IntrinsicProblem('Only the shallow merge is supported: pass false');
    return Object.fromEntries([...membersOf(given[0]), ...membersOf(given[1])]);
  },
};

function membersOf(value: unknown): [string, unknown][] {
  if (isRecord(value)) return Object.entries(value);
  throw new IntrinsicProblem('A JSON object is expected');
}
