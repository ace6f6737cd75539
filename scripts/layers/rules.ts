export interface Rule {
  readonly name: string;
  readonly because: string;
  readonly from: RegExp;
  /** This is a pattern of forbidden imports; `{1}` stands for the first group of `from`. */
  readonly never: string;
  readonly except?: string;
  /** These names, and types, are allowed all the same. */
  readonly exceptNames?: readonly string[];
}

/** These commands only look at queues and do not touch their messages. */
const looksAtQueues: readonly string[] = [
  'SQSClient',
  'GetQueueUrlCommand',
  'GetQueueAttributesCommand',
  'ListDeadLetterSourceQueuesCommand',
  'ListMessageMoveTasksCommand',
];

/**
 * These are the boundaries that the compiler cannot see. Paths are from the repository's top; packages are `npm:name`.
 */
export const rules: readonly Rule[] = [
  {
    name: 'shared-is-pure',
    because: 'shared runs in every room, so what it imports must run there too',
    from: /^shared\//,
    never: '.*',
    except: '^(?:shared/|npm:zod$)',
  },
  {
    name: 'infra-knows-what-it-deploys',
    because: 'the pipelines are deployed, and neither the console nor its sandbox',
    from: /^infra\//,
    never: '^(?:src-main|src-renderer|src-local|test|scripts)/',
    // They install the programs in Python that templates are checked with.
    except: '^scripts/oracles/',
  },
  {
    name: 'only-infra-knows-infra',
    because: 'whoever only wants the console does not install its packages',
    from: /^(?!infra\/)/,
    never: '^infra/',
    // The sandbox is made from the templates, which need no package.
    except: '^infra/templates/',
  },
  {
    name: 'only-the-electron-folder-imports-electron',
    because: 'the browser host runs the same main process without Electron',
    from: /^src-main\/(?!electron\/)/,
    never: '^(?:npm:electron$|src-main/electron/)',
  },
  {
    name: 'features-never-sideways',
    because: 'two features meet in app/, or not at all',
    from: /^src-renderer\/features\/([^/]+)\//,
    never: '^src-renderer/(?:features|app)/',
    except: '^src-renderer/features/{1}/',
  },
  {
    name: 'main-features-never-sideways',
    because: 'what two features share is below them: src-main/rows, src-main/reads or src-main/session',
    from: /^src-main\/features\/([^/]+)\//,
    never: '^src-main/features/',
    except: '^src-main/features/{1}/',
  },
  {
    name: 'what-features-share-knows-no-feature',
    because: 'it is below all of them; they are put together in one place above',
    from: /^src-main\/(?:rows|reads|session|jobs|dead-letters|aws|pipeline|audit|log|home)\//,
    never: '^src-main/features/',
  },
  {
    name: 'ui-knows-nothing-above',
    because: 'a component knows no feature, no route and no operation',
    from: /^src-renderer\/ui\//,
    never: '^(?:src-renderer/(?:app|features|contract)/|npm:@tanstack/react-(?:query|router)$)',
  },
  {
    name: 'pages-check-by-plain-functions',
    because: 'the first page would load the whole library of schemas, which is a tenth of its script',
    from: /^src-renderer\//,
    never: '^npm:zod$',
    // Types alone load nothing.
    exceptNames: [],
  },
  {
    name: 'only-ui-imports-primitives',
    because: 'a primitive wrapped in one place can be replaced in one place',
    from: /^src-renderer\/(?!ui\/)/,
    never: '^npm:(?:@base-ui/react|recharts|lucide-react|@tanstack/react-(?:table|virtual))$',
  },
  {
    name: 'the-road-to-main-knows-no-screen',
    because: 'src-renderer/contract is below every screen',
    from: /^src-renderer\/contract\//,
    never: '^src-renderer/(?:app|features|ui)/',
  },
  {
    name: 'the-gate-knows-no-host',
    because: 'both hosts stand on the gate (decision 001)',
    from: /^src-main\/(?:gate|compose|features|rows|reads|session|audit|log|home)\//,
    never: '^src-main/(?:web|electron|start)/',
  },
  {
    name: 'one-way-out',
    because: 'src-main/network knows the proxies and certificates of this machine (decision 028)',
    // A start reaches the console that runs on its home folder by a socket in that folder, which is not a network.
    from: /^src-main\/(?!network\/|home\/running-console)/,
    never: '^(?:node:(?:https|http2|tls|net|dgram)|npm:undici)$',
    // Types alone load nothing.
    exceptNames: [],
  },
  {
    name: 'only-the-network-sends-by-http',
    because: 'others serve it; what goes out goes through src-main/network (decision 028)',
    from: /^src-main\/(?!network\/)/,
    never: '^node:http$',
    exceptNames: ['createServer'],
  },
  {
    name: 'the-network-knows-no-caller',
    because: 'every client stands on it',
    from: /^src-main\/network\//,
    never: '^src-main/',
    except: '^src-main/(?:network/|aws/middleware)',
  },
  {
    name: 'pocket-aws-knows-no-console',
    because: "it must be right by AWS's documentation, not by what the console happens to ask (decision 003)",
    from: /^src-local\/(?:(?:aws|journal)\/|world\/[^/]+$)/,
    never: '.*',
    except: '^(?:src-local/(?:(?:aws|journal)/|world/[^/]+$)|node:|npm:asl-validator$)',
  },
  {
    name: 'pipelines-could-be-deployed',
    because: 'they see AWS by its SDK and the rest by HTTP, as on a real account (decision 009)',
    from: /^src-pipelines\//,
    never: '.*',
    except: '^(?:src-pipelines/|shared/|node:(?:crypto|buffer)$|npm:(?:zod|jose|pdf-lib|@aws-sdk/.*)$)',
  },
  {
    name: 'pipelines-know-no-entry',
    because: 'lambda/ puts them together for AWS; the sandbox and the tests do it for themselves',
    from: /^src-pipelines\/(?!lambda\/)/,
    never: '^src-pipelines/lambda/',
  },
  {
    name: 'the-sandbox-reads-by-its-functions',
    because:
      'documents are read by a bundle, which brings the readers and has the libraries loaded with its first document',
    from: /^src-local\/(?!host\/functions\/run-bundle)/,
    never: '^(?:npm:@aws-sdk/client-(?:textract|bedrock-runtime)$|src-pipelines/extraction/aws-readers/)',
  },
  {
    name: 'an-engine-knows-no-other-engine',
    because: 'services meet through the operations that clients use, too: world.call',
    from: /^src-local\/aws\/(dynamodb|sqs|sfn|cloudwatch|s3|sts|lambda|events|kms|cloudformation|textract|bedrock|ce)\//,
    never:
      '^src-local/(?:host/|aws/(?:dynamodb|sqs|sfn|cloudwatch|s3|sts|lambda|events|kms|cloudformation|textract|bedrock|ce)/)',
    except: '^src-local/aws/{1}/',
  },
  {
    name: 'an-engine-touches-no-machine',
    because: 'time, dice and state come from its world, so that tests can hold them',
    from: /^src-local\/aws\/(?:dynamodb|sqs|sfn|cloudwatch|s3|sts|lambda|events|kms|cloudformation|textract|bedrock|ce)\//,
    never: '^node:(?:fs|timers|os|child_process|worker_threads|http|net)',
  },
  {
    name: 'the-console-reaches-aws-only-as-aws',
    because: 'what works on the sandbox must work on a real account',
    from: /^(?:shared|src-main\/(?!start\/|electron\/)|src-renderer)/,
    never: '^src-local/',
  },
  {
    name: 'only-src-main-aws-reads-dynamodb',
    because:
      'the one reader is src-main/aws/dynamodb/run-access-pattern.ts: ask it by the name of a pattern (decision 002)',
    from: /^(?:shared|src-main\/(?!aws\/)|src-renderer)/,
    never: '^npm:@aws-sdk/.*dynamodb',
  },
  {
    name: 'the-reader-knows-three-words',
    because: 'there is no road to a scan, a statement or a write (decision 002)',
    from: /^src-main\/aws\/(?!(?:check|discovery)\/)/,
    never: '^npm:@aws-sdk/client-dynamodb$',
    exceptNames: ['DynamoDBClient', 'GetItemCommand', 'QueryCommand', 'BatchGetItemCommand'],
  },
  {
    name: 'the-check-compares-tables',
    because: 'it asks how a table is made, and reads by keys that no item has',
    from: /^src-main\/aws\/check\//,
    never: '^npm:@aws-sdk/client-dynamodb$',
    exceptNames: [
      'DynamoDBClient',
      'DescribeTableCommand',
      'GetItemCommand',
      'QueryCommand',
      'BatchGetItemCommand',
    ],
  },
  {
    name: 'discovery-describes-tables',
    because: 'it lists tables and asks how they are made; it reads no item',
    from: /^src-main\/aws\/discovery\//,
    never: '^npm:@aws-sdk/client-dynamodb$',
    exceptNames: ['DynamoDBClient', 'ListTablesCommand', 'DescribeTableCommand', 'ListTagsOfResourceCommand'],
  },
  {
    name: 'only-src-main-aws-asks-step-functions',
    because: 'the one road is src-main/aws/open-executions.ts: ask it by the batch and its run',
    from: /^(?:shared|src-main\/(?!aws\/)|src-renderer)/,
    never: '^npm:@aws-sdk/client-sfn$',
  },
  {
    name: 'five-reads-and-two-changes-of-executions',
    because: 'the console starts no execution and touches no state machine (domain, 1.4)',
    from: /^src-main\/aws\/(?!(?:check|discovery)\/)/,
    never: '^npm:@aws-sdk/client-sfn$',
    exceptNames: [
      'SFNClient',
      'DescribeExecutionCommand',
      'DescribeMapRunCommand',
      'GetExecutionHistoryCommand',
      'ListExecutionsCommand',
      'ListMapRunsCommand',
      'RedriveExecutionCommand',
      'StopExecutionCommand',
    ],
  },
  {
    name: 'the-check-changes-no-execution',
    because: 'it asks what the state machine is, and for a run that cannot be there',
    from: /^src-main\/aws\/check\//,
    never: '^npm:@aws-sdk/client-sfn$',
    exceptNames: [
      'SFNClient',
      'DescribeStateMachineCommand',
      'DescribeExecutionCommand',
      'DescribeMapRunCommand',
      'GetExecutionHistoryCommand',
      'ListExecutionsCommand',
      'ListMapRunsCommand',
    ],
  },
  {
    name: 'discovery-lists-state-machines',
    because: 'it asks for names and tags, and for no execution',
    from: /^src-main\/aws\/discovery\//,
    never: '^npm:@aws-sdk/client-sfn$',
    exceptNames: ['SFNClient', 'ListStateMachinesCommand', 'ListTagsForResourceCommand'],
  },
  {
    name: 'only-src-main-aws-reads-files',
    because: 'the one road is src-main/aws/document-files.ts: ask it by the key of a file',
    from: /^(?:shared|src-main\/(?!aws\/)|src-renderer)/,
    never: '^npm:@aws-sdk/(?:client-s3|s3-.*|lib-storage)$',
  },
  {
    name: 'one-read-of-files',
    because: 'the console lists no bucket, signs no address and writes no file',
    from: /^src-main\/aws\/(?!(?:check|discovery)\/)/,
    never: '^npm:@aws-sdk/(?:client-s3|s3-.*|lib-storage)$',
    exceptNames: ['S3Client', 'GetObjectCommand'],
  },
  {
    name: 'the-check-lists-no-files',
    because: 'it asks whether the bucket is there, and for a file that cannot be',
    from: /^src-main\/aws\/check\//,
    never: '^npm:@aws-sdk/(?:client-s3|s3-.*|lib-storage)$',
    exceptNames: ['S3Client', 'HeadBucketCommand', 'GetObjectCommand'],
  },
  {
    name: 'discovery-lists-buckets',
    because: 'it asks for the names and tags of buckets, and lists no file in them',
    from: /^src-main\/aws\/discovery\//,
    never: '^npm:@aws-sdk/(?:client-s3|s3-.*|lib-storage)$',
    exceptNames: ['S3Client', 'ListBucketsCommand', 'GetBucketTaggingCommand'],
  },
  {
    name: 'only-src-main-aws-asks-queues',
    because: 'the one road is src-main/aws/open-queues.ts: ask it by the name of a queue',
    from: /^(?:shared|src-main\/(?!aws\/)|src-renderer)/,
    never: '^npm:(?:@aws-sdk/client-sqs|sqs-.*)$',
  },
  {
    name: 'the-ten-words-for-queues',
    because:
      'the console purges, makes and changes no queue, and every change of messages is one batch (domain, 1.4)',
    from: /^src-main\/aws\/(?!(?:check|discovery)\/)/,
    never: '^npm:(?:@aws-sdk/client-sqs|sqs-.*)$',
    exceptNames: [
      ...looksAtQueues,
      'ReceiveMessageCommand',
      'ChangeMessageVisibilityBatchCommand',
      'SendMessageBatchCommand',
      'DeleteMessageBatchCommand',
      'StartMessageMoveTaskCommand',
      'CancelMessageMoveTaskCommand',
    ],
  },
  {
    name: 'the-check-takes-no-message',
    because: 'it asks how queues are set up; to receive, send or delete is to act',
    from: /^src-main\/aws\/check\//,
    never: '^npm:(?:@aws-sdk/client-sqs|sqs-.*)$',
    exceptNames: looksAtQueues,
  },
  {
    name: 'discovery-lists-queues',
    because: 'it asks for names, tags and redrive policies; a message stays where it is',
    from: /^src-main\/aws\/discovery\//,
    never: '^npm:(?:@aws-sdk/client-sqs|sqs-.*)$',
    exceptNames: [
      'SQSClient',
      'ListQueuesCommand',
      'GetQueueUrlCommand',
      'GetQueueAttributesCommand',
      'ListQueueTagsCommand',
    ],
  },
  {
    name: 'only-discovery-lists-functions',
    because: 'the console calls no function and changes none',
    from: /^(?:shared|src-main\/(?!aws\/discovery\/)|src-renderer)/,
    never: '^npm:@aws-sdk/client-lambda$',
  },
  {
    name: 'one-question-about-functions',
    because: 'discovery asks for their names',
    from: /^src-main\/aws\/discovery\//,
    never: '^npm:@aws-sdk/client-lambda$',
    exceptNames: ['LambdaClient', 'ListFunctionsCommand'],
  },
  {
    name: 'one-road-to-the-bill',
    because: 'the one road is src-main/aws/bill.ts: each question costs a cent',
    from: /^(?:shared|src-main\/(?!aws\/bill\.ts$)|src-renderer)/,
    never: '^npm:@aws-sdk/client-cost-explorer$',
  },
  {
    name: 'one-question-about-the-bill',
    because: 'it asks what was billed, and changes no budget, report or tag',
    from: /^src-main\/aws\/bill\.ts$/,
    never: '^npm:@aws-sdk/client-cost-explorer$',
    exceptNames: ['CostExplorerClient', 'GetCostAndUsageCommand', 'Expression'],
  },
  {
    name: 'only-src-main-aws-reads-metrics',
    because: 'the one road is src-main/aws/open-queue-alarms.ts: each figure that is asked for costs',
    from: /^(?:shared|src-main\/(?!aws\/)|src-renderer)/,
    never: '^npm:@aws-sdk/client-cloudwatch(?:-.*)?$',
  },
  {
    name: 'three-reads-of-alarms-and-metrics',
    because:
      'the console reads alarms, their history and figures; it makes no alarm, sets none and silences none',
    from: /^src-main\/aws\//,
    never: '^npm:@aws-sdk/client-cloudwatch(?:-.*)?$',
    exceptNames: [
      'CloudWatchClient',
      'DescribeAlarmsCommand',
      'DescribeAlarmHistoryCommand',
      'GetMetricDataCommand',
    ],
  },
  {
    name: 'one-client-for-dynamodb',
    because: 'the document client rounds numbers of more than 15 digits and forgets what a set was',
    from: /^(?:shared|src-|scripts|test)/,
    never: '^npm:@aws-sdk/(?:(?:lib|util)-dynamodb|dynamodb-.*)$',
  },
  {
    name: 'sources-know-no-tests',
    because: 'what ships must not need what tests it',
    from: /^(?:shared|src-main|src-renderer|src-local|src-pipelines)\//,
    never: '^(?:test|scripts)/',
  },
];
