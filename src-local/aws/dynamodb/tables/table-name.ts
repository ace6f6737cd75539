import { required, string, type Shape } from '../../protocol/shapes.ts';

/** A table's name or, where AWS takes that too, its ARN. */
export const tableName = required(named(1));

/** CreateTable is stricter. */
export const newTableName = required(named(3));

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html#HowItWorks.NamingRules */
export const indexName = nameOf(3);

function named(shortest: number): Shape<string> {
  const name = nameOf(shortest);
  const arn = string({ max: 1024 });
  return {
    check(value, at, problems) {
      const isArn = shortest === 1 && typeof value === 'string' && value.startsWith('arn:');
      (isArn ? arn : name).check(value, at, problems);
    },
  };
}

function nameOf(min: number): Shape<string> {
  const lengths = string({ min, max: 255 });
  return {
    check(value, at, problems) {
      if (typeof value === 'string' && !/^[a-zA-Z0-9_.-]+$/.test(value) && value !== '') {
        const constraint = 'Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+';
        const message = `Value '${value}' at '${at}' failed to satisfy constraint: ${constraint}`;
        problems.push({ kind: 'constraint', at, message });
      }
      lengths.check(value, at, problems);
    },
  };
}
