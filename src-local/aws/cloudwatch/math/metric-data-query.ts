import { boolean, integer, required, string, structure, type Infer } from '../../protocol/shapes.ts';
import { validationError } from '../cloud-watch-errors.ts';
import { dimensionsShape, metricNameShape, namespaceShape, unitShape } from '../metrics/metric.ts';
import { checkStatistic } from '../metrics/statistic-name.ts';
import { checkPeriod } from '../metrics/time-range.ts';
import { ExpressionProblem, wordsOf, type Expression } from './expression.ts';
import { parseExpression } from './parse-expression.ts';

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_MetricDataQuery.html */
export const metricDataQueryShape = structure({
  Id: required(string({ min: 1, max: 255 })),
  MetricStat: structure({
    Metric: required(
      structure({
        Namespace: required(namespaceShape),
        MetricName: required(metricNameShape),
        Dimensions: dimensionsShape,
      }),
    ),
    Period: required(integer({ min: 1 })),
    Stat: required(string()),
    Unit: unitShape,
  }),
  Expression: string({ min: 1, max: 2_048 }),
  Label: string(),
  ReturnData: boolean(),
  Period: integer({ min: 1 }),
});

export type MetricDataQuery = Infer<typeof metricDataQueryShape>;

/** Refuses what no answer could be given to; hands out the expressions, read, by id. */
export function checkQueries(
  queries: readonly MetricDataQuery[],
  at: string,
): ReadonlyMap<string, Expression> {
  const ids = new Set(queries.map(({ Id }) => Id));
  if (ids.size < queries.length) {
    throw validationError(`The values for parameter id in ${at} are not unique.`);
  }
  const expressions = new Map<string, Expression>();
  for (const [index, query] of queries.entries()) {
    const expression = checkQuery(query, `${at}.member.${index + 1}`);
    if (expression) expressions.set(query.Id, expression);
  }
  const straight = new Set<string>();
  for (const [id, expression] of expressions) {
    for (const word of wordsOf(expression)) {
      if (!ids.has(word) && !['REPEAT', 'LINEAR'].includes(word.toUpperCase())) {
        throw badExpression(id, `The id '${word}' is not defined`);
      }
    }
    refuseCircle(id, expressions, new Set(), straight);
  }
  return expressions;
}

function checkQuery(query: MetricDataQuery, at: string): Expression | undefined {
  if (!/^[a-z]\w*$/.test(query.Id)) {
    throw validationError(
      `The value ${query.Id} for parameter ${at}.Id is not matching the expected pattern ^[a-z][a-zA-Z0-9_]*$.`,
    );
  }
  if (query.Label?.includes('${')) throw validationError(`Dynamic labels are not supported: ${at}.Label`);
  if ((query.MetricStat === undefined) === (query.Expression === undefined)) {
    throw validationError(
      `Exactly one of the parameters ${at}.MetricStat and ${at}.Expression must be specified.`,
    );
  }
  if (query.Period !== undefined) checkPeriod(query.Period, `${at}.Period`);
  if (query.MetricStat) {
    checkPeriod(query.MetricStat.Period, `${at}.MetricStat.Period`);
    checkStatistic(query.MetricStat.Stat, `${at}.MetricStat.Stat`);
    return undefined;
  }
  return readExpression(query.Id, query.Expression ?? '');
}

function readExpression(id: string, text: string): Expression {
  if (/^\s*SELECT\b/i.test(text)) throw badExpression(id, 'Metrics Insights queries are not supported');
  try {
    return parseExpression(text);
  } catch (error) {
    if (error instanceof ExpressionProblem) throw badExpression(id, error.message);
    throw error;
  }
}

/** `straight`: ids that are known to lead to no circle. */
function refuseCircle(
  id: string,
  expressions: ReadonlyMap<string, Expression>,
  above: Set<string>,
  straight: Set<string>,
): void {
  if (above.has(id)) throw badExpression(id, 'The expression refers to itself');
  const expression = expressions.get(id);
  if (!expression || straight.has(id)) return;
  above.add(id);
  for (const word of wordsOf(expression)) refuseCircle(word, expressions, above, straight);
  above.delete(id);
  straight.add(id);
}

export function badExpression(id: string, problem: string) {
  return validationError(`Error in expression '${id}': ${problem}`);
}
