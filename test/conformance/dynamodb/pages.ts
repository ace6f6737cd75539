const guide = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide';
const api = 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference';

/** The assertions about DynamoDB quote these pages of AWS's documentation. */
export const pages = {
  naming: `${guide}/HowItWorks.NamingRulesDataTypes.html`,
  constraints: `${guide}/Constraints.html`,
  types: `${api}/API_AttributeValue.html`,
  sizes: `${guide}/CapacityUnitCalculations.html`,
  capacity: `${guide}/read-write-operations.html`,
  indexes: `${guide}/GSI.html`,
  indexesOnline: `${guide}/GSI.OnlineOps.html`,
  query: `${guide}/Query.html`,
  keyConditions: `${guide}/Query.KeyConditionExpressions.html`,
  paging: `${guide}/Query.Pagination.html`,
  filters: `${guide}/Query.FilterExpression.html`,
  conditions: `${guide}/Expressions.ConditionExpressions.html`,
  operators: `${guide}/Expressions.OperatorsAndFunctions.html`,
  names: `${guide}/Expressions.ExpressionAttributeNames.html`,
  values: `${guide}/Expressions.ExpressionAttributeValues.html`,
  paths: `${guide}/Expressions.Attributes.html`,
  projection: `${guide}/Expressions.ProjectionExpressions.html`,
  updates: `${guide}/Expressions.UpdateExpressions.html`,
  transactions: `${guide}/transaction-apis.html`,
  timeToLive: `${guide}/howitworks-ttl.html`,
  streams: `${guide}/Streams.html`,
  sparse: `${guide}/bp-indexes-general-sparse-indexes.html`,
  errors: `${guide}/Programming.Errors.html`,
  api: (operation: string): string => `${api}/API_${operation}.html`,
} as const;
