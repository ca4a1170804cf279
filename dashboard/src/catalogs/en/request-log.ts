export const requestLog = {
  title: 'Request log',
  about:
    'API requests of the last seven days, with body and answer. New ones appear within seconds. Frequent requests are sampled: about one per second.',
  request: 'Request',
  status: 'Status',
  statusCode: '{status}, code {code}',
  caller: 'Credential',
  dashboard: 'Dashboard',
  duration: 'Duration',
  milliseconds: '{count, number} ms',
  time: 'Time',
  outcome: 'Result',
  outcomes: {
    accepted: 'Accepted',
    refused: 'Rejected',
    failed: 'Server error',
  },
  method: 'Method',
  all: 'All',
  search: 'Search',
  searchExample: 'Path or cause',
  requestIdExample: 'X-Request-Id of the response',
  since: 'Since',
  empty: 'No API requests yet',
  emptyAbout: 'Requests of your programs appear here within seconds. <link>Send a first message</link> to begin.',
  privacy:
    'Passwords, PINs and other secrets are hidden, and so are digits in message texts. Long bodies are cut off. Requests with a number are removed when its data is erased.',
  missing:
    'This request is not in the log. New requests appear within seconds; they are kept for seven days, and frequent ones are sampled.',
  details: 'Details',
  query: 'Query',
  body: 'Request body',
  noBody: 'No body, or it could not be read.',
  noAnswer: 'Not stored: a file, a large answer, or an answer with a secret.',
  again: 'Try again',
  againAbout:
    'The same request as a program. Replace KEY and SECRET with an API key, and hidden values (••••) with your own.',
} as const
