import { validationException } from '../../protocol/aws-error.ts';
import type { AttributeValue } from './attribute-value.ts';
import { checkedBinary } from './binary.ts';
import { canonicalNumber } from './numbers.ts';

/**
 * A set has members, and none twice. The odd spelling of the refusals is AWS's.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html#HowItWorks.DataTypes.SetTypes
 */
export function checkedSet(type: 'SS' | 'NS' | 'BS', given: readonly string[]): AttributeValue {
  if (given.length === 0) throw validationException(`${invalid} ${emptySet[type]}`);
  switch (type) {
    case 'SS':
      if (hasDuplicates(given)) {
        throw validationException(`${invalid} Input collection [${given.join(', ')}] contains duplicates.`);
      }
      return { SS: given };
    case 'NS': {
      const members = given.map(canonicalNumber);
      if (hasDuplicates(members)) throw validationException('Input collection contains duplicates');
      return { NS: members };
    }
    default: {
      const members = given.map(checkedBinary);
      if (hasDuplicates(members)) {
        const all = members.join(', ');
        throw validationException(`${invalid} Input collection [${all}]of type BS contains duplicates.`);
      }
      return { BS: members };
    }
  }
}

const invalid = 'One or more parameter values were invalid:';

const emptySet = {
  SS: 'An string set  may not be empty',
  NS: 'An number set  may not be empty',
  BS: 'Binary sets should not be empty',
};

function hasDuplicates(members: readonly string[]): boolean {
  return new Set(members).size !== members.length;
}
