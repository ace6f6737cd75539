import { againstPocketAws } from './against-pocket-aws.ts';

againstPocketAws(['dynamodb', 'sqs', 'cloudwatch', 's3', 'sts']);
