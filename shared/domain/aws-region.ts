/**
 * Writes the form of a region's name as the source of a regular expression. Most begin with two letters, and
 * `eusc-de-east-1` of the European Sovereign Cloud with four.
 */
export const awsRegionForm = String.raw`[a-z]{2,4}(?:-[a-z]+){1,3}-\d`;

export const awsRegion = new RegExp(`^${awsRegionForm}$`);
